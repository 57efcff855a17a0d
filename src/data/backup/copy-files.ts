import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { storedContents } from "./contents.ts";
import { bytesOf, openContent, orReason } from "./stored-bytes.ts";

/**
 * Copies all stored bytes that the database names from one store to another, and records their new keys. Skips what
 * `from` has lost or cannot read; it keeps its key.
 */
export async function copyStored(
  db: Database,
  { from, to }: { from: Pick<FileStore, "open">; to: FileStore },
  onCopied: (sizeBytes: number) => void,
): Promise<void> {
  for await (const content of storedContents(db.read)) {
    const opened = await openContent(from, content);
    const stored = typeof opened === "string" ? opened : await orReason(to.put(bytesOf(opened)));
    if (typeof stored !== "string") await db.write((tx) => content.changeKey(tx, stored.key));
    onCopied(content.sizeBytes ?? 0);
  }
}
