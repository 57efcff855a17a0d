/** What is counted on both sides. */
export const comparedThings = [
  "products",
  "files",
  "orders",
  "order_items",
  "downloads_remaining",
  "downloads",
] as const;
export type ComparedThing = (typeof comparedThings)[number];

/** Something that is not here as it is there. */
export interface Difference {
  what: "account" | "product" | "file" | "order" | "download";
  /** What the old service calls it. */
  id: string;
  /** A sentence without a full stop. */
  reason: string;
}

/** Differences that are listed; the others are counted. */
const mostListed = 1000;

/** The counts of the old service beside those here, and what differs. */
export class Comparison {
  readonly there = zeros();
  readonly here = zeros();
  readonly differences: Difference[] = [];
  differenceCount = 0;
  readonly notes: string[] = [];
  /** What this start has made. */
  readonly made = { products: 0, files: 0, orders: 0, downloads: 0 };

  count(side: "there" | "here", thing: ComparedThing, number = 1): void {
    this[side][thing] += number;
  }

  differs(what: Difference["what"], id: string, reason: string): void {
    this.differenceCount++;
    if (this.differences.length < mostListed) this.differences.push({ what, id, reason });
  }
}

const zeros = () => Object.fromEntries(comparedThings.map((thing) => [thing, 0])) as Record<ComparedThing, number>;
