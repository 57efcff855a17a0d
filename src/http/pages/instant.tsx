/** @jsxImportSource hono/jsx */

import { distanceInWords } from "../../platform/i18n/in-words.ts";
import type { Localization } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import { useLocalization } from "./language.tsx";

/** An instant in words, in UTC. `script.ts` converts it to the reader's time. */
export function InstantInWords({ at }: { at: Instant }) {
  const { date, time } = useLocalization().instantParts(at);
  return (
    <time datetime={new Date(at).toISOString()}>
      <span>{date}</span> <span>{time}</span>
    </time>
  );
}

/** How far away an instant is: `in 10 days`, `2 hours ago`. */
export function fromNow(at: Instant, now: Instant, localization: Localization): string {
  const { soon, justNow } = localization.texts.expiry;
  if (Math.abs(at - now) < 60_000) return at > now ? soon : justNow;
  return distanceInWords(at - now, localization);
}
