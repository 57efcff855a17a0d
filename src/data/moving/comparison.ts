/** The things that are counted in both services. */
export const comparedThings = [
  "products",
  "files",
  "orders",
  "order_items",
  "downloads_remaining",
  "downloads",
] as const;
type ComparedThing = (typeof comparedThings)[number];

/** The kinds of differences, most important first: a missing file matters more than a changed link. */
const differingThings = ["account", "product", "file", "order", "download"] as const;
type DifferingThing = (typeof differingThings)[number];

/** Something that differs from the old service. */
interface Difference {
  what: DifferingThing;
  /** Its name in the old service. */
  id: string;
  /** A sentence without a full stop. */
  reason: string;
}

/** Most differences of one kind to list. The others are only counted. */
const mostListed = 1000;

/** Compares the counts of the old service with those here, and collects what differs. */
export class Comparison {
  readonly there = zeros();
  readonly here = zeros();
  readonly #listed = new Map<DifferingThing, Difference[]>(differingThings.map((what) => [what, []]));
  differenceCount = 0;
  readonly notes: string[] = [];
  /** The things that this run has created. */
  readonly made = { products: 0, files: 0, orders: 0, downloads: 0 };

  count(side: "there" | "here", thing: ComparedThing, number = 1): void {
    this[side][thing] += number;
  }

  differs(what: DifferingThing, id: string, reason: string): void {
    this.differenceCount++;
    const listed = this.#listed.get(what);
    if (listed && listed.length < mostListed) listed.push({ what, id, reason });
  }

  /** The result so far. */
  get report(): MoveReport {
    const { there, here, made, differenceCount, notes } = this;
    const differing = comparedThings.filter((thing) => there[thing] !== here[thing]);
    const differences = [...this.#listed.values()].flat();
    const matches = differing.length === 0 && differenceCount === 0;
    return { there, here, made, matches, differing, differenceCount, differences, notes };
  }
}

/** How both services compare at the end of a move. */
export interface MoveReport {
  there: Record<ComparedThing, number>;
  here: Record<ComparedThing, number>;
  made: Comparison["made"];
  /** Nothing differs. */
  matches: boolean;
  /** The things with fewer entries here. */
  differing: ComparedThing[];
  /** All differences, listed or not. */
  differenceCount: number;
  differences: Difference[];
  /** Sentences. */
  notes: string[];
}

const zeros = () => Object.fromEntries(comparedThings.map((thing) => [thing, 0])) as Record<ComparedThing, number>;
