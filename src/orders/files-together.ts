import { type DeliveredItem, isWaitingForFile } from "./delivery.ts";

/** Files of an order that can be delivered together, those included that have no downloads left. */
export const mostTogether = 500;

/** What a customer gets who takes all files of an order at once, and what is left out. */
export interface FilesTogether {
  /** How many, and their bytes. */
  count: number;
  sizeBytes: number;
  /** Whether each uses up one of a limited number of downloads. */
  isLimited: boolean;
  leftOut: {
    /** Files without downloads left. */
    usedUp: number;
    /** External links. */
    links: number;
    /** Products without a file yet. */
    waiting: number;
  };
}

/** Null if there are not several files to take, or too many. */
export function filesTogether(items: DeliveredItem[]): FilesTogether | null {
  const all = items.flatMap(({ files }) => files);
  const stored = all.filter(({ opensAt }) => opensAt === null);
  const ready = stored.filter(({ remaining }) => remaining !== 0);
  if (ready.length < 2 || stored.length > mostTogether) return null;
  return {
    count: ready.length,
    sizeBytes: ready.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    isLimited: ready.some(({ remaining }) => remaining !== null),
    leftOut: {
      usedUp: stored.length - ready.length,
      links: all.length - stored.length,
      waiting: items.filter(isWaitingForFile).length,
    },
  };
}
