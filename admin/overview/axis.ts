import type { Measure } from "./measures.ts";

/** Zero, a middle and an end that are easy to read: 0, 20 and 40 for a highest value of 31. */
export function ticksOf(highest: number): number[] {
  const half = Math.max(1, highest / 2);
  const power = 10 ** Math.floor(Math.log10(half));
  const step = power * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10].find((times) => times * power >= half) ?? 10);
  // Small counts have no halves.
  const whole = Math.ceil(step);
  return [0, whole, 2 * whole];
}

/** What a tick says. All are whole, so they have no fractions. */
export function tickWords({ words, ticks }: Measure): (value: number) => string {
  if (ticks === "size") return words;
  const format = new Intl.NumberFormat(undefined, {
    maximumFractionDigits: 0,
    ...(ticks === "count" ? {} : { style: "currency", currency: ticks.currency }),
  });
  return (value) => format.format(value);
}
