import { dayMilliseconds, hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { DeviceCounts } from "../licenses/devices.ts";
import { accessEnded } from "../orders/expiration.ts";
import { isToCome } from "../orders/gifts/gift.ts";
import type { License } from "./find-license.ts";

/** The verdicts that a program can act on. */
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

/** A store's answer about a license. */
export interface Verdict {
  code: VerdictCode;
  /** Null for `unknown`. */
  license: License | null;
  devices: Pick<DeviceCounts, "used">;
  /** The device in the question: its keyed hash, and whether the license was already activated on it. */
  device: { hash: string; wasActive: boolean } | null;
}

/** Why the license is not valid on any device; null if it is. */
export function refusalOf(license: License, now: Instant): "revoked" | "on_hold" | "expired" | null {
  if (license.endedAt !== null) return "revoked";
  // The recipient of a gift gets the key when the gift is delivered.
  if (license.heldAt !== null || isToCome(license, now)) return "on_hold";
  return accessEnded(license, now) ? "expired" : null;
}

/** Until when a program may believe the verdict without asking again. A `valid` verdict never lasts beyond the end of access. */
export function believableUntil({ code, license }: Pick<Verdict, "code" | "license">, now: Instant): Instant {
  const until = instant(now + (code === "valid" ? 14 * dayMilliseconds : hourMilliseconds));
  const end = license?.accessUntil ?? null;
  return code === "valid" && end !== null && end < until ? end : until;
}
