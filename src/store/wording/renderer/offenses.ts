import { type Instant, instant } from "../../../platform/instants.ts";

/** Remembers which stores' texts were killed for using too much time or memory, so that other stores do not wait for them. */
interface Offenses {
  /**
   * Whether one of the account's texts was killed in the last minutes. Its texts then go straight to the patient
   * renderer.
   */
  isSlow(accountId: number, now: Instant): boolean;
  /** Whether the text was killed so often that it is skipped for now. */
  isBarred(source: string, now: Instant): boolean;
  noteSlow(accountId: number, now: Instant): void;
  noteEnded(source: string, now: Instant): void;
}

/** Milliseconds. */
const slowFor = 600_000;
const countedFor = 60_000;

/** A text that was killed this often within `countedFor` is skipped until that time ends. */
const mostEndings = 3;

/** Above this number of entries, expired ones are dropped. */
const mostKept = 1_000;

/** `source` includes the account, so that one store's text cannot bar another's. */
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
