import type { ProductChanges } from "../api/types.ts";
import { typedPrice } from "./price.ts";

export const fieldNames = [
  "name",
  "sku",
  "price",
  "currency",
  "order_expiration_in_hours",
  "expires_from",
  "download_limit",
  "large_file_bytes",
  "large_file_download_limit",
  "device_limit",
  "updates_for_days",
  "program_ids",
] as const;

export type ProductDraft = Record<(typeof fieldNames)[number], string>;

/** A product that has nothing but what every product has. */
export const emptyDraft: ProductDraft = {
  name: "",
  sku: "",
  price: "",
  currency: "",
  order_expiration_in_hours: "",
  expires_from: "order",
  download_limit: "",
  large_file_bytes: "",
  large_file_download_limit: "",
  device_limit: "",
  updates_for_days: "",
  program_ids: "",
};

/** The draft has the size of large files in megabytes. */
export const megabyte = 1_000_000;

/** The names of the fields that differ. */
export const changedFields = (before: ProductDraft, after: ProductDraft) =>
  fieldNames.filter((name) => before[name] !== after[name]);

/** v3 allows 0, but here it would break every new order. */
export const limitProblems = {
  order_expiration_in_hours: (hours: string) =>
    hours === "0" ? "With 0, links expire at once. Enter 1 or more." : null,
  download_limit: noDownloads,
  large_file_bytes: (size: string, { large_file_download_limit: limit }: ProductDraft) => {
    if (size === "") return limit === "" ? null : "Enter a size, or leave both fields empty.";
    return Number(size) * megabyte < 1 ? "Enter a size above 0." : null;
  },
  large_file_download_limit: (limit: string, { large_file_bytes: size }: ProductDraft) =>
    limit === "" && size !== "" ? "Enter a number, or leave both fields empty." : noDownloads(limit),
  device_limit: (limit: string) => (limit === "0" ? "Enter 1 or more, or leave the field empty." : null),
};

function noDownloads(limit: string): string | null {
  return limit === "0" ? "With 0, nobody can download. Enter 1 or more." : null;
}

/** The named fields of the draft, for v3. */
export function changesOf(draft: ProductDraft, names: readonly (keyof ProductDraft)[]): ProductChanges {
  const values = {
    name: draft.name.trim(),
    sku: draft.sku.trim(),
    price: typedPrice(draft.price),
    currency: draft.currency || null,
    order_expiration_in_hours: numberOrNull(draft.order_expiration_in_hours),
    expires_from: draft.expires_from,
    download_limit: numberOrNull(draft.download_limit),
    large_file_bytes: draft.large_file_bytes === "" ? null : Math.round(Number(draft.large_file_bytes) * megabyte),
    large_file_download_limit: numberOrNull(draft.large_file_download_limit),
    device_limit: numberOrNull(draft.device_limit),
    updates_for_days: numberOrNull(draft.updates_for_days),
    program_ids: draft.program_ids.split("\n").filter((line) => line.trim() !== ""),
  };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

const numberOrNull = (typed: string) => (typed === "" ? null : Number(typed));
