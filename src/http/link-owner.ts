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

/** Only product feeds and their files have a longer path after the identifier. */
const feed = /^\/updates\/[\w-]+\/./;

/**
 * The account of a link that was opened at the service's own address, for example a link from before another account became the
 * main one. Null for an unknown identifier, and at addresses that belong to one account.
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

/**
 * The address at which that account answers the same request; null if the link is the main account's, is unknown, or has no other
 * address.
 */
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
