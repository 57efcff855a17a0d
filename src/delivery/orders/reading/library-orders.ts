import { sql } from "kysely";
import type { Reader } from "../../../platform/database/database.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { foldedSpellingsOf } from "../../../platform/email-address.ts";
import type { Instant } from "../../../platform/instants.ts";
import { foldText } from "../../../platform/text.ts";
import { liveItems, liveOrders } from "../live-rows.ts";
import { type Order, orderColumns } from "../order-columns.ts";
import { newestFirst, type OrderWithItems, withItems } from "../queries.ts";
import { writtenAddresses, writtenRecipients } from "./of-customer.ts";

/** Selects a part of the orders of an address. */
interface PartOfOrders {
  /** Text in a product's name or the order's ID; empty for all orders. */
  text?: string;
  offset?: number;
  limit: number;
  now: Instant;
}

/**
 * The orders of a customer's address in any spelling, newest first: what they bought, and the gifts that were delivered to them.
 * Similar-looking addresses, such as those with wide letters, belong to other people. If an order still delivers something, its
 * revoked products are left out. Use `db.scan`: there may be thousands.
 */
export async function ordersOfAddress(
  reader: Reader,
  accountId: number,
  address: string,
  { text = "", offset = 0, limit, now }: PartOfOrders,
): Promise<OrderWithItems[]> {
  const written = JSON.stringify(await writtenAddresses(reader, accountId, address));
  const recipients = JSON.stringify(await writtenRecipients(reader, accountId, address));
  const own = reader
    .selectFrom("orders as found")
    .select("found.id")
    .where("found.account_id", "=", accountId)
    .where("found.email_search", "in", foldedSpellingsOf(address))
    .where("found.email", "in", valueSet(reader, "text", written))
    .union(
      reader
        .selectFrom("orders as found")
        .select("found.id")
        .where("found.account_id", "=", accountId)
        .where("found.recipient_search", "is not", null)
        .where("found.recipient_search", "in", foldedSpellingsOf(address))
        .where("found.recipient_email", "in", valueSet(reader, "text", recipients))
        .where(({ eb, or }) => or([eb("found.deliver_at", "is", null), eb("found.deliver_at", "<=", now)])),
    );
  let found = liveOrders(reader)
    .select(orderColumns)
    .where(sql<number>`account_id + 0`, "=", accountId)
    .where("id", "in", own)
    // A test order can have anyone's address.
    .where("test", "=", 0);
  const folded = foldText(text);
  if (folded !== "") {
    const pattern = `%${folded.replace(/[\\%_]/g, "\\$&")}%`;
    found = found.where(({ eb, or }) =>
      or([
        sql<boolean>`lower(coalesce(vendor_id, public_id) || ' ' || title) like ${pattern} escape '\\'`,
        eb(
          "id",
          "in",
          liveItems(reader)
            .select("item.order_id as id")
            .where("item.order_id", "in", own)
            .where(sql<boolean>`product.name_search like ${pattern} escape '\\'`),
        ),
      ]),
    );
  }
  const orders: Order[] = await newestFirst(found, { walk: false }).limit(limit).offset(offset).execute();
  return (await withItems(reader, orders)).map((order) => ({ ...order, items: shownItems(order) }));
}

function shownItems({ items }: OrderWithItems): OrderWithItems["items"] {
  const delivered = items.filter(({ revokedAt }) => revokedAt === null);
  return delivered.length > 0 ? delivered : items;
}
