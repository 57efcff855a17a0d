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

/** What differs, in the order of the report: a file that is missing counts for more than a link that changed. */
const differingThings = ["account", "product", "file", "order", "download"] as const;
type DifferingThing = (typeof differingThings)[number];

/** Something that is not here as it is there. */
export interface Difference {
  what: DifferingThing;
  /** What the old service calls it. */
  id: string;
  /** A sentence without a full stop. */
  reason: string;
}

/** Differences of one kind that are listed; the others are counted. */
const mostListed = 1000;

/** The counts of the old service beside those here, and what differs. */
export class Comparison {
  readonly there = zeros();
  readonly here = zeros();
  readonly #listed = new Map<DifferingThing, Difference[]>(differingThings.map((what) => [what, []]));
  differenceCount = 0;
  readonly notes: string[] = [];
  /** What this start has made. */
  readonly made = { products: 0, files: 0, orders: 0, downloads: 0 };

  count(side: "there" | "here", thing: ComparedThing, number = 1): void {
    this[side][thing] += number;
  }

  differs(what: DifferingThing, id: string, reason: string): void {
    this.differenceCount++;
    const listed = this.#listed.get(what);
    if (listed && listed.length < mostListed) listed.push({ what, id, reason });
  }

  /** What was found so far. */
  get report(): MoveReport {
    const { there, here, made, differenceCount, notes } = this;
    const differing = comparedThings.filter((thing) => there[thing] !== here[thing]);
    const differences = [...this.#listed.values()].flat();
    const matches = differing.length === 0 && differenceCount === 0;
    return { there, here, made, matches, differing, differenceCount, differences, notes };
  }
}

/** How both sides compare at the end of a move. */
export interface MoveReport {
  there: Record<ComparedThing, number>;
  here: Record<ComparedThing, number>;
  made: Comparison["made"];
  /** Nothing differs. */
  matches: boolean;
  /** What there is not as much of here. */
  differing: ComparedThing[];
  /** All differences, listed or not. */
  differenceCount: number;
  differences: Difference[];
  /** Sentences. */
  notes: string[];
}

const zeros = () => Object.fromEntries(comparedThings.map((thing) => [thing, 0])) as Record<ComparedThing, number>;
