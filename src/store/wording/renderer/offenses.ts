import { type Instant, instant } from "../../../platform/instants.ts";

/** Remembers which stores' texts were ended for their time or memory, so that they keep nobody else waiting. */
interface Offenses {
  /** Whether one of the account's texts was ended in the last minutes: it then goes to the patient renderer at once. */
  isSlow(accountId: number, now: Instant): boolean;
  /** Whether the text was ended so often that it is not tried for now. */
  isBarred(source: string, now: Instant): boolean;
  noteSlow(accountId: number, now: Instant): void;
  noteEnded(source: string, now: Instant): void;
}

/** Milliseconds. */
const slowFor = 600_000;
const countedFor = 60_000;

/** Times that a text is ended within `countedFor` until it is not tried for the rest of it. */
const mostEndings = 3;

/** Entries above which those that are over are dropped. */
const mostKept = 1_000;

/** A source's name here holds the account, so that no store's text bars another's. */
export function createOffenses(): Offenses {
  const slow = new Map<number, { until: Instant }>();
  const ended = new Map<string, { until: Instant; times: number }>();
  return {
    isSlow: (accountId, now) => (slow.get(accountId)?.until ?? 0) > now,
    isBarred(source, now) {
      const entry = ended.get(source);
      return entry !== undefined && entry.until > now && entry.times >= mostEndings;
    },
    noteSlow(accountId, now) {
      dropOver(slow, now);
      slow.set(accountId, { until: instant(now + slowFor) });
    },
    noteEnded(source, now) {
      dropOver(ended, now);
      const before = ended.get(source);
      if (before && before.until > now) before.times++;
      else ended.set(source, { until: instant(now + countedFor), times: 1 });
    },
  };
}

function dropOver<Key>(entries: Map<Key, { until: Instant }>, now: Instant): void {
  if (entries.size < mostKept) return;
  for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
}
