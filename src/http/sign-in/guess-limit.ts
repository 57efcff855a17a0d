import { hashIdentifier } from "../../accounts/credentials.ts";

/** Wrong guesses before others are refused, from one network and from all together. */
const mostFromOne = 10;
const mostGuesses = 50;

/** For how many milliseconds guesses count. */
const guessWindow = 15 * 60_000;

/** Windows that are kept before those are let go whose time is over. */
const manyWindows = 10_000;

/** What is guessed at and where the guess comes from; for a link's token, which belongs to nobody, both are the network. */
export interface Guess {
  /** Whether or not anybody signs in with it. */
  of: string;
  /** The client's network (`networkOf`). */
  from: string;
}

/** Counts wrong guesses of a password or of a link's token. */
export interface GuessLimit {
  /** Counts one try; returns the seconds to wait when it is refused, null when it may be made. */
  take(guess: Guess, now: number): number | null;
  /** Forgets the tries from there, as one was right. */
  clear(guess: Guess): void;
  /** Forgets all tries, wherever they came from. */
  clearAll(of: string): void;
  /** Takes one try back, which was no guess. */
  giveBack(guess: Guess): void;
}

/** Counts in this process. Tries count before they are made, so that many at once are not more. */
export function createGuessLimit(): GuessLimit {
  const windows = new Map<string, { total: number; byNetwork: Map<string, number>; endsAt: number }>();
  // Hashed, so that long texts take no more memory.
  const hashed = (of: string) => hashIdentifier(of.toLowerCase());
  return {
    take({ of, from }, now) {
      const hash = hashed(of);
      const open = windows.get(hash);
      if (open && open.endsAt > now) {
        const before = open.byNetwork.get(from) ?? 0;
        if (before >= mostFromOne || open.total >= mostGuesses) return Math.ceil((open.endsAt - now) / 1000);
        open.byNetwork.set(from, before + 1);
        open.total++;
        return null;
      }
      if (windows.size >= manyWindows) {
        for (const [kept, { endsAt }] of windows) if (endsAt <= now) windows.delete(kept);
      }
      windows.set(hash, { total: 1, byNetwork: new Map([[from, 1]]), endsAt: now + guessWindow });
      return null;
    },
    clear: ({ of, from }) => subtract(of, from, mostFromOne),
    clearAll(of) {
      windows.delete(hashed(of));
    },
    giveBack: ({ of, from }) => subtract(of, from, 1),
  };

  function subtract(of: string, from: string, most: number): void {
    const open = windows.get(hashed(of));
    const before = open?.byNetwork.get(from);
    if (!open || !before) return;
    const gone = Math.min(most, before);
    open.total -= gone;
    if (gone === before) open.byNetwork.delete(from);
    else open.byNetwork.set(from, before - gone);
  }
}
