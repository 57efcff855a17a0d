/** @jsxImportSource hono/jsx */
import type { Localization } from "../../i18n/localization.ts";
import { useLocalization } from "./language.tsx";

/** An instant (milliseconds since 1970) in words and UTC, which `script.ts` turns into the reader's own time. */
export function Instant({ at }: { at: number }) {
  return <time datetime={new Date(at).toISOString()}>{useLocalization().instant(at)}</time>;
}

/** How far away an instant is, rounded down: `in 9 days`, `2 hours ago`. */
export function fromNow(at: number, now: number, { texts, distance }: Localization): string {
  const minutes = Math.trunc((at - now) / 60_000);
  if (Math.abs(minutes) < 1) return at > now ? texts.expiry.soon : texts.expiry.justNow;
  if (Math.abs(minutes) < 120) return distance(minutes, "minute");
  const hours = Math.trunc(minutes / 60);
  return Math.abs(hours) < 48 ? distance(hours, "hour") : distance(Math.trunc(hours / 24), "day");
}

export const hasExpired = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now;
