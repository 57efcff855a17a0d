/** The same numbers on every run. */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => {
      const one = from[Math.floor(next() * from.length)];
      if (one === undefined) throw new Error("There is nothing to pick from.");
      return one;
    },
  };
}
