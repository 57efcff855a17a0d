import type { FileLink } from "../../delivery/downloads/link.ts";
import type { OpenedFile } from "../../platform/files/store.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { attachmentNamed, sentMediaType } from "../send-file.ts";

/** Bytes a second of a slow customer, for whom the link must live long enough. */
const slowCustomer = 50_000;

/** Seconds. */
const shortestLife = 10 * 60;
const longestLife = 12 * 60 * 60;

/**
 * The address at which the file store itself sends the file, with its name and media type. Null if this server sends it:
 * whoever knows the address can use it repeatedly, so a limited download gets one only if the account says so.
 */
export async function storeAddress(account: Account, link: FileLink, opened: OpenedFile): Promise<string | null> {
  const isLimited = link.ordered !== null && link.ordered.allowance !== null;
  if (opened.link === null || (isLimited && account.redirectDownloads !== "all")) return null;
  return opened.link({
    contentDisposition: attachmentNamed(link.file.filename),
    contentType: sentMediaType(link.file.contentType),
    seconds: linkLife(opened.sizeBytes),
  });
}

/** Seconds that a link to a file of this size lives. */
export function linkLife(sizeBytes: number): number {
  return Math.min(longestLife, Math.max(shortestLife, Math.ceil(sizeBytes / slowCustomer)));
}
