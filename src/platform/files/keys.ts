import { randomBytes } from "node:crypto";

/** A key for bytes in the file store. */
export const newKey = (): string => randomBytes(16).toString("hex");

/** The format of keys, and of uploads' IDs, which become keys. Nothing else is ever part of a path or an object's name. */
export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
