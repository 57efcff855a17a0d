import { unbroken } from "./line-breaks.ts";
import { fill, type Localization } from "./localization.ts";

/** Follows the name of a product of which there are several units. */
export const timesInWords = (quantity: number, { number }: Localization): string =>
  quantity > 1 ? ` ×\u00a0${number(quantity)}` : "";

/** Downloads left of one file, or how often a link can still be opened. Null: unlimited. */
export function remainingInWords(
  { remaining, opensAt }: { remaining: number | null; opensAt: string | null },
  { texts: { left }, counted }: Localization,
): string {
  const isLink = opensAt !== null;
  if (remaining === null) return isLink ? left.unlimitedOpens : left.unlimited;
  if (remaining <= 0) return isLink ? left.noOpens : left.none;
  return counted(isLink ? left.opens : left.downloads, remaining);
}

/** Downloads left of each file, if it is the same number for all. Null: unlimited. */
export function remainingOfEachInWords({ remaining }: { remaining: number | null }, local: Localization): string {
  if (remaining === null || remaining <= 0) return remainingInWords({ remaining, opensAt: null }, local);
  return local.counted(local.texts.left.ofEachFile, remaining);
}

/** Says that license keys will follow by email, or why there are none; null when there is nothing to say. */
export function keysDueInWords(
  {
    licenseKeys,
    keysDue,
    isKeyOmitted,
    isBeforeKeys,
  }: { licenseKeys: string[]; keysDue: number; isKeyOmitted?: boolean; isBeforeKeys?: boolean },
  { texts, counted }: Localization,
): string | null {
  if (isKeyOmitted) return texts.keys.noneForTest;
  if (isBeforeKeys) return texts.keys.none;
  if (keysDue === 0) return null;
  return counted(licenseKeys.length === 0 ? texts.keys.due : texts.keys.moreDue, keysDue);
}

/** A distance in time, rounded: `in 10 days`, `2 hours ago`. */
export function distanceInWords(milliseconds: number, { distance }: Pick<Localization, "distance">): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (Math.abs(minutes) < 120) return distance(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48 ? distance(hours, "hour") : distance(Math.round(hours / 24), "day");
}

/** Bytes below which the letters of a stamp can outweigh the PDF file that they are added to. */
const weighsLittle = 1_000_000;

/** How well the size of what a customer gets is known: a stamp changes a file. */
export type Certainty = "exact" | "about" | "unknown";

/** How well the size of this file is known. */
export function sizeCertainty({ sizeBytes, awaitsStamp, contentType }: SizedFile): Certainty {
  if (!awaitsStamp) return "exact";
  return contentType === "application/pdf" && sizeBytes < weighsLittle ? "unknown" : "about";
}

interface SizedFile {
  sizeBytes: number;
  awaitsStamp?: boolean;
  contentType: string;
}

/** The size of a file as the customer gets it; null if the stamp decides it. */
export const sizeInWords = (file: SizedFile, local: Localization): string | null =>
  bytesInWords(file.sizeBytes, sizeCertainty(file), local);

/** A number of bytes as a size; null if it is unknown. */
export function bytesInWords(bytes: number, certainty: Certainty, { texts, size }: Localization): string | null {
  if (certainty === "unknown") return null;
  return certainty === "exact" ? size(bytes) : unbroken(fill(texts.file.about, { size: size(bytes) }));
}
