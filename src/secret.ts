import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The installation's secret in the data folder, generated on first use. Two processes that start at once agree on
 * one. Throws when the folder cannot be read or written.
 */
export async function secretIn(folder: string): Promise<string> {
  const path = join(folder, "secret");
  const kept = await read(path);
  if (kept) return kept;
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  await writeFile(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, "utf8");
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
