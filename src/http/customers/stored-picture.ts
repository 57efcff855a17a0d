import { coverAt } from "../../delivery/catalog/covers.ts";
import type { Reader } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { pictureVersion, type StoredPicture } from "../../platform/files/pictures.ts";
import { type FileStore, FilesUnreachable, type OpenedFile } from "../../platform/files/store.ts";
import type { Account } from "../../store/accounts/accounts.ts";

interface PictureServices {
  files: FileStore;
  db: { read: Reader };
}

/**
 * The store's current logo, regardless of the version in the URL, so that older emails still show a logo. Only the URL of the
 * current version can be cached forever.
 */
export async function answerLogo(
  { files }: Pick<PictureServices, "files">,
  request: Request,
  { logoStorageKey: key, logoContentType: contentType, logoSha256: sha256 }: Account,
  version: string,
): Promise<Response> {
  if (key === null || contentType === null || sha256 === null) throw noLogo();
  const isPresent = pictureVersion(sha256) === version;
  const response = await sendPicture(files, request, { key, contentType, sha256 }, isPresent);
  if (!response) throw noLogo();
  return response;
}

/** A product's cover. Throws `not_found` for an earlier one. */
export async function answerCover(
  { files, db }: PictureServices,
  request: Request,
  account: Account,
  address: { id: number; version: string },
): Promise<Response> {
  const cover = await coverAt(db.read, account.id, address);
  const response = cover && (await sendPicture(files, request, cover, true));
  if (!response) throw new DomainError("not_found", "There is no such cover.");
  return response;
}

/** Null if its bytes are missing. */
async function sendPicture(
  files: FileStore,
  request: Request,
  { key, contentType }: StoredPicture,
  isPresent: boolean,
): Promise<Response | null> {
  const opened = await openPicture(files, key).catch((error) => Promise.reject(new FilesUnreachable(error)));
  if (!opened) return null;
  return new Response(request.method === "HEAD" ? null : opened.slice(0, opened.sizeBytes), {
    headers: {
      "content-type": contentType,
      "content-length": String(opened.sizeBytes),
      "cache-control": isPresent ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      // Mail programs, and the administration area on the store's other hosts, show it too.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

async function openPicture(files: FileStore, key: string): Promise<OpenedFile | null> {
  const opened = await files.open(key);
  await opened?.prepare(0);
  return opened;
}

const noLogo = () => new DomainError("not_found", "This store has no logo.");
