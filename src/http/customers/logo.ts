import type { Account } from "../../accounts/accounts.ts";
import { DomainError } from "../../errors.ts";
import { type FileStore, FilesUnreachable, type OpenedFile } from "../../files/store.ts";

/**
 * The store's current logo, whatever version the URL contains, so that older emails still show a logo. Only the URL of
 * the current version can be cached forever.
 */
export async function answerLogo(
  files: FileStore,
  request: Request,
  account: Account,
  version: string,
): Promise<Response> {
  const { logoStorageKey: key, logoContentType: contentType, logoSha256: sha256 } = account;
  if (key === null || contentType === null || sha256 === null) throw noLogo();
  const opened = await openLogo(files, key).catch((error) => Promise.reject(new FilesUnreachable(error)));
  if (!opened) throw noLogo();
  const isPresent = sha256.startsWith(version) && version.length === 16;
  return new Response(request.method === "HEAD" ? null : opened.slice(0, opened.sizeBytes), {
    headers: {
      "content-type": contentType,
      "content-length": String(opened.sizeBytes),
      "cache-control": isPresent ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      // Mail programs, and the administration area on another host of the store, show it too.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

async function openLogo(files: FileStore, key: string): Promise<OpenedFile | null> {
  const opened = await files.open(key);
  await opened?.prepare(0);
  return opened;
}

const noLogo = () => new DomainError("not_found", "This store has no logo.");
