import type { FileLink } from "../../delivery/downloads/link.ts";
import type { OpenedFile } from "../../platform/files/store.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { attachmentNamed, sentMediaType } from "../sending/send-file.ts";

/** Bytes per second. The link must work until a customer this slow has the whole file. */
const slowCustomer = 50_000;

/** Seconds. */
const shortestLife = 10 * 60;
const longestLife = 12 * 60 * 60;

/**
 * A link with which the file store sends the file itself, with its name and media type. Null if this server sends it. Anyone who
 * has the link can use it repeatedly, so a limited download gets one only if the account allows it. Programs that update
 * themselves get none: some also send their license key, and file stores refuse a second authorization.
 */
export async function presignedLink(account: Account, link: FileLink, opened: OpenedFile): Promise<string | null> {
  const isLimited = link.ordered !== null && link.ordered.allowance !== null;
  if (opened.link === null || link.ordered?.isUpdate || (isLimited && account.redirectDownloads !== "all")) return null;
  return opened.link({
    contentDisposition: attachmentNamed(link.file.filename),
    contentType: sentMediaType(link.file.contentType),
    seconds: presignedLinkLife(opened.sizeBytes),
  });
}

/** Seconds for which a link to a file of this size works. */
export function presignedLinkLife(sizeBytes: number): number {
  return Math.min(longestLife, Math.max(shortestLife, Math.ceil(sizeBytes / slowCustomer)));
}
