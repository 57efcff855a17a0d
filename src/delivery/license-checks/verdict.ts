import type { DeviceCounts } from "../licenses/devices.ts";
import type { License } from "./find-license.ts";

/** What a program can act on. */
export const verdictCodes = [
  "valid",
  "unknown",
  "revoked",
  "on_hold",
  "expired",
  "too_many_devices",
  "not_activated",
  "wrong_product",
] as const;

export type VerdictCode = (typeof verdictCodes)[number];

/** What a store says of a license. */
export interface Verdict {
  code: VerdictCode;
  /** Null for `unknown`. */
  license: License | null;
  devices: Pick<DeviceCounts, "used">;
  /** The device that the question names: its keyed hash, and whether the license was activated on it before. */
  device: { hash: string; wasActive: boolean } | null;
}

/** Why the license is not valid on any device; null if it is. */
export function refusalOf({ endedAt, heldAt }: License): "revoked" | "on_hold" | null {
  if (endedAt !== null) return "revoked";
  return heldAt === null ? null : "on_hold";
}

const [hour, day] = [3_600_000, 24 * 3_600_000];

/** Milliseconds for which a program may believe a verdict without asking again. */
export const believableFor = (code: VerdictCode): number => (code === "valid" ? 14 * day : hour);
