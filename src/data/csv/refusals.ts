import type { Refusal } from "./csv-read.ts";

/** Wrong cells that a report names; whoever has more mends these first. */
export const mostRefusals = 10_000;

/** The wrong cells of a file, as many as a report names. */
export class Refusals {
  readonly list: Refusal[] = [];

  add(refusal: Refusal): void {
    if (this.list.length < mostRefusals) this.list.push(refusal);
  }
}
