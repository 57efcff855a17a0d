/** Parts of a file, from a byte (inclusive) to a byte (exclusive), in order, none touching the next. */
export type Coverage = (readonly [from: number, to: number])[];

/** Maximum number of parts to keep. Beyond that the smallest are dropped, so that a file never seems sent when it was not. */
const mostParts = 64;

/** The coverage with one more part, which may be empty or overlap others. */
export function withPart(coverage: Coverage, from: number, to: number): Coverage {
  if (to <= from) return coverage;
  const apart = coverage.filter((part) => part[1] < from || part[0] > to);
  const joined = coverage.filter((part) => part[1] >= from && part[0] <= to);
  const start = Math.min(from, ...joined.map((part) => part[0]));
  const end = Math.max(to, ...joined.map((part) => part[1]));
  const parts = [...apart, [start, end] as const].toSorted((one, other) => one[0] - other[0]);
  return parts.length <= mostParts ? parts : withoutSmallest(parts);
}

/** The number of bytes in all parts. */
export const bytesIn = (coverage: Coverage): number => coverage.reduce((sum, [from, to]) => sum + to - from, 0);

/** Whether the parts cover the whole file of that size. */
export const isWhole = (coverage: Coverage, sizeBytes: number): boolean => bytesIn(coverage) === sizeBytes;

function withoutSmallest(parts: Coverage): Coverage {
  const smallest = Math.min(...parts.map(([from, to]) => to - from));
  const index = parts.findIndex(([from, to]) => to - from === smallest);
  return parts.toSpliced(index, 1);
}
