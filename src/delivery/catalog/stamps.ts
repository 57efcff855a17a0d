import { extname } from "node:path";
import { textProblem } from "../../platform/text.ts";
import type { Product, ProductFile } from "./queries.ts";

// What a product writes into the files of its customers.

/** Where the line is placed on each page of a PDF. */
export const stampPositions = [
  "bottom_left",
  "bottom_center",
  "bottom_right",
  "top_left",
  "top_center",
  "top_right",
] as const;

export type StampPosition = (typeof stampPositions)[number];

/** How a product's files are stamped. */
export interface Stamp {
  /** The line, with the placeholders `{{name}}`, `{{order}}` and `{{email}}`. */
  text: string;
  position: StampPosition;
  /** Points. */
  size: number;
}

export const usualStamp: Stamp = { text: "{{name}} · {{order}}", position: "bottom_center", size: 9 };

/** Maximum length of a stamp's text, in characters. */
export const longestStamp = 200;

/** Points. */
export const [smallestSize, largestSize] = [5, 24];

/** The kinds of files that can be stamped. */
export type StampedFormat = "pdf" | "epub";

/**
 * Why a file cannot be stamped: it needs a password, is signed, is not what its name says, or takes too much memory or
 * time.
 */
export const stampProblems = ["encrypted", "signed", "broken", "too_large"] as const;

export type StampProblem = (typeof stampProblems)[number];

const values = /\{\{\s*(\w+)\s*\}\}/g;

/** A message if the text cannot be a stamp's; null otherwise. */
export function stampTextProblem(text: string): string | null {
  const problem = textProblem(text, { shortest: 1, longest: longestStamp });
  if (problem !== null) return problem;
  const names = [...text.matchAll(values)].map(([, name]) => name as string);
  const unknown = names.find((name) => !["name", "order", "email"].includes(name));
  if (unknown !== undefined) return `must not contain {{${unknown}}}: there are {{name}}, {{order}} and {{email}}`;
  return names.length === 0 ? "must contain {{name}}, {{order}} or {{email}}" : null;
}

/**
 * The line for one order. An empty value is removed with the punctuation beside it; if nothing is left, the line is the order's
 * number.
 */
export function stampLine({ text }: Stamp, order: { name: string; order: string; email: string }): string {
  const filled = text.replace(values, (_, name: keyof typeof order) => order[name] ?? "");
  const line = filled.replace(/^[\s·|,;:–—-]+|[\s·|,;:–—-]+$/gu, "").replace(/\s+/gu, " ");
  return line === "" ? order.order : line;
}

/** How the product's files are stamped; null if they are not. */
export const stampOf = ({ storedStamp }: Pick<Product, "storedStamp">): Stamp | null =>
  storedStamp === null ? null : JSON.parse(storedStamp);

/** The value of the product's column for this stamp. */
export const storedStampOf = (stamp: Stamp | null): string | null =>
  stamp && JSON.stringify({ text: stamp.text, position: stamp.position, size: stamp.size } satisfies Stamp);

/** How a file is stamped, by its name, or otherwise by its type; null for other kinds of files, which are delivered unchanged. */
export function stampedFormat({
  filename,
  contentType,
  externalUrl,
}: Pick<ProductFile, "filename" | "contentType" | "externalUrl">): StampedFormat | null {
  if (externalUrl !== null) return null;
  const extension = extname(filename).toLowerCase();
  if (extension === ".pdf") return "pdf";
  if (extension === ".epub") return "epub";
  if (/^application\/pdf\b/i.test(contentType)) return "pdf";
  return /^application\/epub\+zip\b/i.test(contentType) ? "epub" : null;
}
