import type { Instant } from "../../../platform/instants.ts";
import type { Outcome } from "./job.ts";

/** Cached outcomes; those used recently stay longest. */
interface KeptOutcomes {
  get(key: string, now: Instant): Outcome | null;
  /** If `until` is null, it is kept as long as there is room. */
  set(key: string, outcome: Outcome, until: Instant | null): void;
}

/** Maximum length of all outcomes together, and of one, in characters. */
const mostCharacters = 8_000_000;
const longestKept = 500_000;

/** Characters that an entry counts in addition to its text. */
const entryCharacters = 300;

export function createKeptOutcomes(): KeptOutcomes {
  const kept = new Map<string, { outcome: Outcome; until: Instant | null; characters: number }>();
  let characters = 0;

  function remove(key: string): void {
    characters -= kept.get(key)?.characters ?? 0;
    kept.delete(key);
  }

  return {
    get(key, now) {
      const entry = kept.get(key);
      if (!entry) return null;
      kept.delete(key);
      if (entry.until !== null && entry.until <= now) {
        characters -= entry.characters;
        return null;
      }
      kept.set(key, entry);
      return entry.outcome;
    },
    set(key, outcome, until) {
      remove(key);
      const size = entryCharacters + ("text" in outcome ? outcome.text.length : outcome.problem.message.length);
      if (size > longestKept) return;
      kept.set(key, { outcome, until, characters: size });
      characters += size;
      for (const oldest of kept.keys()) {
        if (characters <= mostCharacters) break;
        remove(oldest);
      }
    },
  };
}
