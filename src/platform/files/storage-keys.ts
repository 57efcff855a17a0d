import { randomBytes } from "node:crypto";

/** A key for bytes in the file store. */
export const newKey = (): string => randomBytes(16).toString("hex");

/** The format of keys, and of upload IDs, which become keys. Paths and object names contain nothing else. */
export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
