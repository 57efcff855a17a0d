import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "../platform/file-system.ts";

/** Fewest characters of a secret. The generated one has 43. */
export const shortestSecret = 32;

/** Where the installation keeps the secret that it generated. */
export function secretPath(folder: string): string {
  return join(folder, "secret");
}

/**
 * The installation's secret in the data folder, generated on first use. Two processes that start at once agree on one.
 * Throws if the folder cannot be read or written, or the secret in the file is too short.
 */
export async function secretIn(folder: string): Promise<string> {
  const path = secretPath(folder);
  const secret = (await read(path)) ?? (await generate(path));
  if (secret.length < shortestSecret) throw new Error(`${path} has fewer than ${shortestSecret} characters`);
  return secret;
}

/**
 * Linking a complete file into place ensures that the secret is never partial, and that the first of two processes
 * wins.
 */
async function generate(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(path, "utf8")).trim();
}

/** The secret that was generated into the data folder; null if there is none yet. Creates nothing. */
export function generatedSecret(folder: string): Promise<string | null> {
  return read(secretPath(folder));
}

async function read(path: string): Promise<string | null> {
  return (await readFile(path, "utf8").catch(nullIfMissing))?.trim() ?? null;
}
