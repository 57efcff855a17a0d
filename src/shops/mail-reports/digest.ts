import { createHash } from "node:crypto";

/** Of the same length for every text, so that two can be compared in constant time. */
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
