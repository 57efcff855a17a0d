import { dayMilliseconds, hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { DeviceCounts } from "../licenses/devices.ts";
import { accessEnded } from "../orders/expiration.ts";
import { isToCome } from "../orders/gifts/gift.ts";
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
export function refusalOf(license: License, now: Instant): "revoked" | "on_hold" | "expired" | null {
  if (license.endedAt !== null) return "revoked";
  // The recipient of a gift is told its key when it is delivered.
  if (license.heldAt !== null || isToCome(license, now)) return "on_hold";
  return accessEnded(license, now) ? "expired" : null;
}

/** Until when a program may believe the verdict without asking again: a valid one never after access ends. */
export function believableUntil({ code, license }: Pick<Verdict, "code" | "license">, now: Instant): Instant {
  const until = instant(now + (code === "valid" ? 14 * dayMilliseconds : hourMilliseconds));
  const end = license?.accessUntil ?? null;
  return code === "valid" && end !== null && end < until ? end : until;
}
