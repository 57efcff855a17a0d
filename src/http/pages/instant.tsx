/** @jsxImportSource hono/jsx */
import { distanceInWords } from "../../i18n/distance.ts";
import type { Localization } from "../../i18n/localization.ts";
import { useLocalization } from "./language.tsx";

/** An instant (milliseconds since 1970) in words, in UTC. `script.ts` converts it to the reader's time. */
export function Instant({ at }: { at: number }) {
  const { date, time } = useLocalization().instantParts(at);
  return (
    <time datetime={new Date(at).toISOString()}>
      <span>{date}</span> <span>{time}</span>
    </time>
  );
}

/** How far away an instant is: `in 10 days`, `2 hours ago`. */
export function fromNow(at: number, now: number, localization: Localization): string {
  const { soon, justNow } = localization.texts.expiry;
  if (Math.abs(at - now) < 60_000) return at > now ? soon : justNow;
  return distanceInWords(at - now, localization);
}
