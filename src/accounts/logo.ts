import type { Database, Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { DomainError } from "../errors.ts";
import { removeBytesLater } from "../files/byte-removal.ts";
import { recordStored } from "../files/record-stored.ts";
import type { FileStore } from "../files/store.ts";
import { type Account, accountOf } from "./queries.ts";

/** Bytes of a logo. */
export const largestLogo = 524_288;

/** By their first bytes. SVG is left out: it can hold programs, and mail readers do not show it. */
const signatures: { contentType: string; matches(bytes: Buffer): boolean }[] = [
  { contentType: "image/png", matches: (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" },
  { contentType: "image/jpeg", matches: (bytes) => bytes.subarray(0, 3).toString("hex") === "ffd8ff" },
  {
    contentType: "image/webp",
    matches: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
];

/**
 * Stores a new logo, whatever its sender called it; the bytes of the one before are removed afterwards. Throws
 * `invalid` when it is no PNG, JPEG or WebP or is too large.
 */
export async function changeLogo(
  { db, files }: { db: Database; files: FileStore },
  accountId: number,
  bytes: Uint8Array,
): Promise<Account> {
  const image = Buffer.from(bytes);
  const contentType = signatures.find(({ matches }) => matches(image))?.contentType;
  if (!contentType) throw invalidLogo("must be a PNG, JPEG or WebP image");
  if (image.length > largestLogo) throw invalidLogo(`must be at most ${largestLogo} bytes`);
  const stored = await files.put(new Blob([image]).stream());
  return recordStored({ db, files }, [stored], (tx) =>
    replaceLogo(tx, accountId, {
      logoStorageKey: stored.key,
      logoContentType: contentType,
      logoSha256: stored.sha256,
    }),
  );
}

export function removeLogo(tx: Tx, accountId: number): Promise<Account> {
  return replaceLogo(tx, accountId, { logoStorageKey: null, logoContentType: null, logoSha256: null });
}

/** The address of the account's logo, which changes with its content; null when it has none. */
export function logoUrl(base: string, account: Pick<Account, "logoSha256">): string | null {
  return account.logoSha256 === null ? null : `${base}/logo/${account.logoSha256.slice(0, 16)}`;
}

async function replaceLogo(
  tx: Tx,
  accountId: number,
  { logoStorageKey, logoContentType, logoSha256 }: Pick<Account, "logoStorageKey" | "logoContentType" | "logoSha256">,
): Promise<Account> {
  // Held, so that of two logos at once the bytes of neither are forgotten.
  const before = await holdRows(tx, "accounts")
    .where("id", "=", accountId)
    .returning("logo_storage_key as key")
    .executeTakeFirstOrThrow();
  if (before.key !== null) await removeBytesLater(tx, before.key);
  const row = await tx
    .updateTable("accounts")
    .set({ logo_storage_key: logoStorageKey, logo_content_type: logoContentType, logo_sha256: logoSha256 })
    .where("id", "=", accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return accountOf(row);
}

function invalidLogo(message: string): DomainError {
  return new DomainError("invalid", `The logo ${message}.`, [{ field: "content", message }]);
}
