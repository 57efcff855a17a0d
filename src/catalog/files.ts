import type { Tx } from "../database/database.ts";
import { rejectFields } from "../errors.ts";
import type { StoredFile } from "../files/store.ts";
import { textProblem } from "../text.ts";
import type { ProductFile } from "./queries.ts";

/** Records bytes that the store holds as a file of the account. Throws `invalid` for a wrong file name. */
export async function createFile(
  tx: Tx,
  accountId: number,
  input: { stored: StoredFile; filename: string; contentType: string },
  now: number,
): Promise<ProductFile> {
  const { stored, filename, contentType } = input;
  rejectFields([{ field: "filename", message: filenameProblem(filename) }]);
  return tx
    .insertInto("files")
    .values({
      account_id: accountId,
      filename,
      size_bytes: stored.sizeBytes,
      content_type: contentType,
      sha256: stored.sha256,
      storage_key: stored.key,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Why `filename` cannot be a file's name, in words; null when it can. */
export function filenameProblem(filename: string): string | null {
  if (/[/\\]/.test(filename) || filename === "." || filename === "..") return "must be a bare name without a path";
  return textProblem(filename, { longest: 255 });
}
