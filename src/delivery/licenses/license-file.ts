import { sign } from "node:crypto";
import { type Instant, writeInstant } from "../../platform/instants.ts";
import { longestBlock } from "./key-problems.ts";
import type { SigningKey } from "./secrets.ts";

/** The content of a license file, for one unit of an order. */
export interface LicenseFacts {
  /** Random, 128 bits. So nobody can guess the file, and no two are the same. */
  id: string;
  sku: string;
  productName: string;
  /** The order's ID as shown in the interfaces. */
  orderId: string;
  customerName: string;
  email: string;
  /** Null for any number. */
  deviceLimit: number | null;
  /** Null if access does not end. */
  accessUntil: Instant | null;
  /** Null if updates do not end. */
  updatesUntil: Instant | null;
}

const [firstLine, lastLine] = ["-----BEGIN LICENSE FILE-----", "-----END LICENSE FILE-----"];

/** The beginning of every key that is a license file. */
export const licenseFileStart = `${firstLine}\n`;

/** Whether a license key is a license file. */
export const isLicenseFile = (key: string): boolean => key.startsWith(licenseFileStart);

/** The same length as in Keygen's files. */
const lineLength = 60;

/**
 * Longest names, in characters, and whether the file has the order's ID and the email. From the most complete to one that fits
 * with any SKU.
 */
const fits = [
  { names: 255, isWhole: true },
  { names: 60, isWhole: true },
  { names: 0, isWhole: true },
  { names: 0, isWhole: false },
];

/**
 * A license file in Keygen's form (`base64+ed25519`): base64 of JSON with `enc`, the content in base64, and `sig`, an Ed25519
 * signature of `license/` and `enc`. Very long names are cut, because a key has at most `longestBlock` bytes.
 */
export function writeLicenseFile(facts: LicenseFacts, { privateKey }: SigningKey, now: Instant): string {
  for (const fit of fits) {
    const enc = Buffer.from(JSON.stringify(contentOf(facts, fit, now))).toString("base64");
    const sig = sign(null, Buffer.from(`license/${enc}`), privateKey).toString("base64");
    const file = wrapped(Buffer.from(JSON.stringify({ enc, sig, alg: "base64+ed25519" })).toString("base64"));
    if (file.length <= longestBlock) return file;
  }
  throw new Error("A license file is longer than a key can be.");
}

function contentOf(facts: LicenseFacts, { names, isWhole }: (typeof fits)[number], now: Instant) {
  const cut = (name: string) => [...name].slice(0, names).join("");
  return {
    id: facts.id,
    product: facts.sku,
    product_name: cut(facts.productName),
    order_id: isWhole ? facts.orderId : "",
    name: cut(facts.customerName),
    email: isWhole ? facts.email : "",
    device_limit: facts.deviceLimit,
    access_until: facts.accessUntil === null ? null : writeInstant(facts.accessUntil),
    updates_until: facts.updatesUntil === null ? null : writeInstant(facts.updatesUntil),
    issued_at: writeInstant(now),
  };
}

const wrapped = (base64: string): string =>
  [firstLine, ...(base64.match(new RegExp(`.{1,${lineLength}}`, "g")) ?? []), lastLine].join("\n");

const flat = new RegExp(`^${firstLine}([A-Za-z0-9+/=\\s]+)${lastLine}$`);

/** Restores a license file that lost its line ends on its way, such as in a header; null for any other text. */
export function unflattened(text: string): string | null {
  const base64 = flat.exec(text)?.[1]?.replace(/\s+/g, "");
  return base64 === undefined ? null : wrapped(base64);
}

/** The content of a license file. `updates_until` is absent from files that were written before updates could end. */
export type LicenseFileContent = Omit<ReturnType<typeof contentOf>, "updates_until"> & {
  updates_until?: string | null;
};

/** The content of a file that `writeLicenseFile` wrote. Does not check the signature. */
export function readLicenseFile(file: string): LicenseFileContent {
  const opened = (base64: string) => JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
  return opened(opened(file.slice(firstLine.length, -lastLine.length)).enc);
}
