import { type Certainty, sizeCertainty } from "../../../platform/i18n/in-words.ts";
import { type DeliveredFile, type DeliveredItem, isWaitingForFile } from "./customer-view.ts";

/** Maximum number of files in one archive, including files without downloads left. Orders with more get several. */
export const mostTogether = 500;

/** Number of files, their bytes, and how well these are known: as well as those of the least known file. */
interface Summed {
  count: number;
  sizeBytes: number;
  certainty: Certainty;
}

/** What "download all" of an order includes and leaves out. */
export interface FilesTogether extends Summed {
  /** The same for each archive, in order. */
  parts: Summed[];
  /** Whether each file uses up one of a limited number of downloads. */
  isLimited: boolean;
  leftOut: {
    /** Number of files without downloads left. */
    usedUp: number;
    /** Number of external links. */
    links: number;
    /** Number of products without a file yet. */
    waiting: number;
  };
}

/** Null unless there are several files to download. */
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

/** How many archives the files of an order need; 1 if it has no files. */
export function archivesOf(items: DeliveredItem[]): number {
  const stored = items.reduce((sum, { files }) => sum + files.filter(isStored).length, 0);
  return Math.max(1, Math.ceil(stored / mostTogether));
}

const isStored = ({ opensAt }: DeliveredFile) => opensAt === null;
const isReady = ({ remaining }: DeliveredFile) => remaining !== 0;

function summed(files: DeliveredFile[]): Summed {
  const known = new Set(files.map(sizeCertainty));
  return {
    count: files.length,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    certainty: (["unknown", "about"] as const).find((certainty) => known.has(certainty)) ?? "exact",
  };
}
