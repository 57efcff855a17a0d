import { readFileSync, statSync } from "node:fs";

/** How near the process is to its limit of open files and connections. */
export interface DescriptorUse {
  /** True when new requests are to be refused. */
  isScarce(): boolean;
  /** True when no more connections are to be taken: the rest is for files and databases of requests under way. */
  isExhausted(): boolean;
}

/** Descriptors that are kept free for what requests open: an eighth of the limit, within these bounds. */
const [smallestReserve, largestReserve] = [32, 256];

/** Milliseconds for which a look is good: it takes longer than some requests. */
const goodFor = 10;

/**
 * Looks at the descriptors of this process. Says "never" on systems that do not tell their number, which are those
 * without Linux 6.2 or later.
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
  return { isScarce: () => look() < reserve, isExhausted: () => look() < reserve / 2 };
}

/** The runtime has raised the soft limit to the hard one by now. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Needs no descriptor of its own; 0 where the size of the folder is not the number of its entries. */
function openDescriptors(): number {
  return statSync("/proc/self/fd", { throwIfNoEntry: false })?.size ?? 0;
}
