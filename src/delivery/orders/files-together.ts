import { type DeliveredFile, type DeliveredItem, isWaitingForFile } from "./delivery.ts";

/** Files in one archive, those included that have no downloads left. Orders with more get several. */
export const mostTogether = 500;

/** What a customer gets who takes all files of an order at once, and what is left out. */
export interface FilesTogether {
  /** How many, and their bytes. */
  count: number;
  sizeBytes: number;
  /** The same of each archive, in their order. */
  parts: { count: number; sizeBytes: number }[];
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

/** Null if there are not several files to take. */
export function filesTogether(items: DeliveredItem[]): FilesTogether | null {
  const all = items.flatMap(({ files }) => files);
  const stored = all.filter(isStored);
  const ready = stored.filter(isReady);
  if (ready.length < 2) return null;
  const parts = Array.from({ length: archivesOf(items) }, (_, index) =>
    summed(stored.slice(index * mostTogether, (index + 1) * mostTogether).filter(isReady)),
  );
  return {
    ...summed(ready),
    parts,
    isLimited: ready.some(({ remaining }) => remaining !== null),
    leftOut: {
      usedUp: stored.length - ready.length,
      links: all.length - stored.length,
      waiting: items.filter(isWaitingForFile).length,
    },
  };
}

/** How many archives hold the files of an order; 1 for an order without any. */
export function archivesOf(items: DeliveredItem[]): number {
  const stored = items.reduce((sum, { files }) => sum + files.filter(isStored).length, 0);
  return Math.max(1, Math.ceil(stored / mostTogether));
}

const isStored = ({ opensAt }: DeliveredFile) => opensAt === null;
const isReady = ({ remaining }: DeliveredFile) => remaining !== 0;

const summed = (files: DeliveredFile[]) => ({
  count: files.length,
  sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});
