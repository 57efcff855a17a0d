import type { Database, Reader } from "../platform/database/database.ts";
import type { Account } from "../store/accounts/accounts.ts";
import type { ServiceUrl } from "../store/accounts/address.ts";
import { isBareAddress } from "../store/accounts/host.ts";
import { type IdentifierKind, ownerOfIdentifier } from "../store/accounts/owner-of-identifier.ts";
import type { Client } from "./client.ts";

const kinds: Record<string, IdentifierKind> = {
  orders: "order",
  updates: "order",
  "updates/": "update_feed",
  get: "item",
  preview: "item",
  permalink: "product",
  library: "library",
  hooks: "connection",
  "hooks/mail": "mail_hook",
};

const link = /^\/(orders|updates|get|preview|permalink|library|hooks\/mail|hooks)\/([\w-]{1,100})(?:\/|$)/;

/** Only feeds of products and their files have more after their identifier. */
const feed = /^\/updates\/[\w-]+\/./;

/**
 * Whose a link is that was opened at a bare address of the service, such as one from a time when another account was the main
 * one; null for an identifier that nobody has, and at addresses that name an account by themselves.
 */
export async function linkOwner(
  reader: Reader,
  service: ServiceUrl,
  { client, pathname }: { client: Client; pathname: string },
): Promise<Account | null> {
  if (!isBareAddress(service, client.hostname)) return null;
  const [, words = "", identifier = ""] = link.exec(pathname) ?? [];
  const kind = kinds[feed.test(pathname) ? "updates/" : words];
  return kind ? ownerOfIdentifier(reader, kind, identifier) : null;
}

/** Where that account answers the same request; null if the link is the main account's, nobody's, or has no other address. */
export async function linkElsewhere(
  { db, serviceUrl, accountUrl }: { db: Database; serviceUrl: ServiceUrl; accountUrl(account: Account): string },
  request: Request,
  client: Client,
): Promise<string | null> {
  const { pathname, search } = new URL(request.url);
  const owner = await linkOwner(db.read, serviceUrl, { client, pathname });
  if (!owner || owner.isMain) return null;
  const address = accountUrl(owner);
  return isBareAddress(serviceUrl, new URL(address).hostname) ? null : address + pathname + search;
}
