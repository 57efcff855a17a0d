/** @jsxImportSource hono/jsx */
const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });
const distance = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** An instant (milliseconds since 1970) in words and UTC, which `script.ts` turns into the reader's own time. */
export function Instant({ at }: { at: number }) {
  return <time datetime={new Date(at).toISOString()}>{`${words.format(at)}, ${clock.format(at)} UTC`}</time>;
}

/** How far away an instant is, rounded down: `in 9 days`, `2 hours ago`. */
export function fromNow(at: number, now: number): string {
  const minutes = Math.trunc((at - now) / 60_000);
  if (Math.abs(minutes) < 1) return at > now ? "in less than a minute" : "just now";
  if (Math.abs(minutes) < 120) return distance.format(minutes, "minute");
  const hours = Math.trunc(minutes / 60);
  return Math.abs(hours) < 48 ? distance.format(hours, "hour") : distance.format(Math.trunc(hours / 24), "day");
}

export const hasExpired = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now;
