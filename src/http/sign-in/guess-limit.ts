import { hashIdentifier } from "../../people/password-link.ts";

/** Wrong passwords for one email before its sign-in is refused, and for how many milliseconds they count. */
const mostGuesses = 10;
const guessWindow = 15 * 60_000;

/** Emails that are kept before those are let go whose time is over. */
const manyEmails = 10_000;

/** Counts wrong passwords by email, wherever they come from and whether or not anybody signs in with it. */
export interface GuessLimit {
  /** Counts one try; returns the seconds to wait when it is refused, null when it may be made. */
  take(email: string, now: number): number | null;
  /** Forgets the tries of an email, as the password was right. */
  clear(email: string): void;
  /** Takes one try back, which was no guess. */
  giveBack(email: string): void;
}

/** Counts in this process. Tries count before they are made, so that many at once are not more. */
export function createGuessLimit(): GuessLimit {
  const windows = new Map<string, { guesses: number; endsAt: number }>();
  // Hashed, so that long texts take no more memory.
  const keyOf = (email: string) => hashIdentifier(email.toLowerCase());
  return {
    take(email, now) {
      const key = keyOf(email);
      const open = windows.get(key);
      if (open && open.endsAt > now) {
        if (open.guesses >= mostGuesses) return Math.ceil((open.endsAt - now) / 1000);
        open.guesses++;
        return null;
      }
      if (windows.size >= manyEmails) {
        for (const [kept, { endsAt }] of windows) if (endsAt <= now) windows.delete(kept);
      }
      windows.set(key, { guesses: 1, endsAt: now + guessWindow });
      return null;
    },
    clear(email) {
      windows.delete(keyOf(email));
    },
    giveBack(email) {
      const open = windows.get(keyOf(email));
      if (open && open.guesses > 0) open.guesses--;
    },
  };
}
