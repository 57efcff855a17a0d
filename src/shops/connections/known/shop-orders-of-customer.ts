import {
  bodyText,
  type ConnectionEvent,
  eventsOfOrder,
  eventsOfShopOrder,
} from "../../../messages/connection-events/events.ts";
import { eventsWithoutOrder } from "../../../messages/connection-events/stray-events.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { canonicalEmail, namesAddress, spellingsOf } from "../../../platform/email-address.ts";
import { giveWay } from "../../../platform/give-way.ts";
import type { Facts } from "./facts.ts";

/** What shops said about a customer: orders by every address that they ever had, and events that belong to no known order. */

/** Maximum length of an address from a shop, in characters. Longer texts are not addresses, and do not fit into indexes. */
const longestAddress = 320;

/** An address from a shop or the owner, in the form for comparing; null for none. */
export function knownAddress(text: string | null | undefined): string | null {
  const address = text?.trim() ?? "";
  const isNone = address === "" || address.length > longestAddress || address.includes("\0");
  return isNone ? null : canonicalEmail(address);
}

/** Makes an order of a shop (row number) findable by these addresses too. */
export async function noteAddresses(tx: Tx, accountId: number, id: number, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .insertInto("connection_order_addresses")
    .values(addresses.map((address) => ({ account_id: accountId, address, connection_order_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Used when a customer's address changes: shops' orders with the old address are found by both. */
export async function noteNewAddress(tx: Tx, accountId: number, from: string, to: string): Promise<void> {
  const found = await shopOrdersOf(tx, accountId, from).select("id").execute();
  for (const { id } of found) await noteAddresses(tx, accountId, id, [canonicalEmail(to)]);
}

/** The customer's orders of shops, for a query: by their present or an earlier address. */
export const shopOrdersOf = (reader: Reader, accountId: number, address: string) =>
  reader
    .selectFrom("connection_orders")
    .where("account_id", "=", accountId)
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("connection_orders as own")
        .select("own.id")
        .where("own.account_id", "=", accountId)
        .where("own.email", "in", spellingsOf(address))
        .union(
          selectFrom("connection_order_addresses")
            .select("connection_order_id as id")
            .where("account_id", "=", accountId)
            .where("address", "=", canonicalEmail(address)),
        ),
    );

/** What shops said about the customer in orders. If no order was created, it is as the shop wrote it. */
export async function shopCustomersOf(reader: Reader, accountId: number, address: string) {
  const columns = ["id", "connection_id as connectionId", "external_id as externalId", "email", "facts"] as const;
  const rows = await shopOrdersOf(reader, accountId, address).select(columns).orderBy("id").execute();
  return rows.map(({ facts, ...row }) => {
    const { content } = JSON.parse(facts) as Facts;
    const { email = null, firstName = "", lastName = "" } = content ?? {};
    return { ...row, email: email ?? row.email, firstName, lastName };
  });
}

/** Whether shops said anything about the customer. Use `db.scan` as the reader. */
export async function isKnownToShops(reader: Reader, accountId: number, address: string): Promise<boolean> {
  if (await shopOrdersOf(reader, accountId, address).select("id").limit(1).executeTakeFirst()) return true;
  for await (const _ of strayEventsOf(reader, accountId, address)) return true;
  return false;
}

/** Events that belong to no known order of a shop, and whose request contains the address. */
export async function* strayEventsOf(
  reader: Reader,
  accountId: number,
  address: string,
): AsyncGenerator<ConnectionEvent> {
  const connections = await reader.selectFrom("connections").select("id").where("account_id", "=", accountId).execute();
  for (const { id } of connections) {
    for await (const event of eventsWithoutOrder(reader, id)) {
      const texts = [bodyText(event), event.fetched ?? ""].flatMap(decodings);
      if (texts.some((text) => namesAddress(text, address))) yield event;
      await giveWay();
    }
  }
}

/**
 * Everything that shops sent about the customer: about orders here (row numbers), about orders of shops, and the rest. The same
 * event may come twice.
 */
export async function* eventsOfCustomer(
  reader: Reader,
  accountId: number,
  address: string,
  orderIds: number[],
  shopOrders: { connectionId: number; externalId: string }[],
): AsyncGenerator<ConnectionEvent> {
  for (const id of orderIds) yield* await eventsOfOrder(reader, id);
  for (const known of shopOrders) yield* await eventsOfShopOrder(reader, known, mostEvents);
  yield* strayEventsOf(reader, accountId, address);
}

/** The newest events about one order of a shop. */
const mostEvents = 200;

/** The text itself, and the text with the escapes of forms and of JSON decoded. */
function decodings(text: string): string[] {
  const texts = [text];
  if (text.includes("%")) texts.push(text.replace(/(?:%[\da-f]{2})+/gi, decoded));
  if (text.includes("\\u")) {
    texts.push(text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));
  }
  return texts;
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
