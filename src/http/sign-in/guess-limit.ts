import { hashIdentifier } from "../../people/password-link.ts";

/** Wrong guesses under one key before others are refused, and for how many milliseconds they count. */
const mostGuesses = 10;
const guessWindow = 15 * 60_000;

/** Keys that are kept before those are let go whose time is over. */
const manyKeys = 10_000;

/**
 * Counts wrong guesses by a key: passwords by the email, wherever they come from and whether or not anybody signs in
 * with it; tokens of links by the address that they come from.
 */
export interface GuessLimit {
  /** Counts one try; returns the seconds to wait when it is refused, null when it may be made. */
  take(key: string, now: number): number | null;
  /** Forgets the tries under a key, as one was right. */
  clear(key: string): void;
  /** Takes one try back, which was no guess. */
  giveBack(key: string): void;
}

/** Counts in this process. Tries count before they are made, so that many at once are not more. */
export function createGuessLimit(): GuessLimit {
  const windows = new Map<string, { guesses: number; endsAt: number }>();
  // Hashed, so that long texts take no more memory.
  const hashed = (key: string) => hashIdentifier(key.toLowerCase());
  return {
    take(key, now) {
      const hash = hashed(key);
      const open = windows.get(hash);
      if (open && open.endsAt > now) {
        if (open.guesses >= mostGuesses) return Math.ceil((open.endsAt - now) / 1000);
        open.guesses++;
        return null;
      }
      if (windows.size >= manyKeys) {
        for (const [kept, { endsAt }] of windows) if (endsAt <= now) windows.delete(kept);
      }
      windows.set(hash, { guesses: 1, endsAt: now + guessWindow });
      return null;
    },
    clear(key) {
      windows.delete(hashed(key));
    },
    giveBack(key) {
      const open = windows.get(hashed(key));
      if (open && open.guesses > 0) open.guesses--;
    },
  };
}
