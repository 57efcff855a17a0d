import { descriptorLimit, openDescriptors } from "../operations/metrics/process.ts";

/** How near the process is to its limit of open files and connections. */
export interface DescriptorUse {
  /** True if new requests must be rejected. */
  isScarce(): boolean;
  /** True if no more connections may be accepted: current requests need the rest for files and the database. */
  isExhausted(): boolean;
  /** Descriptors that may still be opened; infinite on systems that do not report it. */
  room(): number;
}

/** Descriptors kept free for what requests open: an eighth of the limit, within these bounds. */
const [smallestReserve, largestReserve] = [32, 256];

/** Milliseconds for which a measurement is reused, because it takes longer than some requests. */
const goodFor = 10;

/**
 * Watches the descriptors of this process. Always reports enough on systems that do not show their number: all but
 * Linux 6.2 or later.
 */
export function watchDescriptors(): DescriptorUse {
  const limit = descriptorLimit();
  const reserve = Math.min(Math.max(Math.floor(limit / 8), smallestReserve), largestReserve);
  let room = limit;
  let lookedAt = Number.NEGATIVE_INFINITY;
  function look(): number {
    const now = performance.now();
    if (now - lookedAt < goodFor) return room;
    lookedAt = now;
    room = limit - openDescriptors();
    return room;
  }
  return { isScarce: () => look() < reserve, isExhausted: () => look() < reserve / 2, room: look };
}
