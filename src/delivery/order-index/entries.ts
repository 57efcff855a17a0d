import { newestEmailStatuses } from "../../messages/mail/emails.ts";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn, valueSet } from "../../platform/database/row-set.ts";
import type { EmailStatus, OrderUsage } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import { sortableText } from "../../platform/text.ts";
import { keysOfOrderItems } from "../licenses/queries.ts";
import { type OrderWithItems, ordersByIds, withItems } from "../orders/queries.ts";
import { orderStateOf, type Supply, supplyOf } from "../orders/state.ts";
import { totalOf } from "../orders/total.ts";
import { refreshCustomers } from "./customer-entries.ts";
import { countAddresses } from "./downloads.ts";
import { recordNewlyExpired } from "./expired-events.ts";
import { refreshProducts } from "./product-entries.ts";
import { refreshTexts, textOf } from "./search-texts.ts";
import { manyAddresses, usagesOf } from "./usage.ts";
import { refreshUsage, type UsageEntry } from "./usage-entries.ts";

/**
 * Rewrites the index of these orders (row numbers) as of the caller's transaction, and removes deleted orders from it.
 * Only one transaction at a time may do this (`worker.ts`), so that an older view never replaces a newer one.
 */
export async function refreshEntries(tx: Tx, orderIds: number[], now: Instant): Promise<void> {
  if (orderIds.length === 0) return;
  const orders = await withItems(tx, await ordersByIds(tx, orderIds));
  const emails = await newestEmailStatuses(
    tx,
    orders.map(({ id }) => id),
  );
  const supply = await supplyOf(
    tx,
    orders.flatMap(({ items }) => items),
  );
  const keys = await keysOfOrderItems(
    tx,
    orders.flatMap(({ items }) => items),
  );
  const entries = orders.map((order) => entryOf(order, emails.get(order.id), supply, now));
  const usage: UsageEntry[] = [];
  for (const [index, order] of orders.entries()) {
    const addresses = order.downloadCount < manyAddresses ? 0 : await countAddresses(tx, order.id);
    for (const one of usagesOf(order, { email: emails.get(order.id), supply, addresses, now })) {
      usage.push(usageEntry(entries[index] as Entry, one));
    }
  }
  await recordNewlyExpired(tx, orders, entries, now);
  if (entries.length > 0) await writeEntries(tx, { rows: JSON.stringify(entries) });
  const live = new Set(orders.map(({ id }) => id));
  const gone = orderIds.filter((id) => !live.has(id));
  if (gone.length > 0) await removeEntries(tx, { ids: JSON.stringify(gone) });
  await refreshCustomers(tx, orderIds, orders);
  await refreshUsage(tx, orderIds, usage);
  await refreshProducts(
    tx,
    orderIds,
    orders.map((order, index) => ({ order, state: (entries[index] as Entry).state })),
  );
  const texts = orders.map((order) => {
    const its = order.items.flatMap(({ id }) => keys.get(id) ?? []);
    return { id: order.id, accountId: order.accountId, text: textOf(order, its) };
  });
  await refreshTexts(tx, orderIds, texts);
}

type Entry = ReturnType<typeof entryOf>;

function entryOf(order: OrderWithItems, email: EmailStatus | undefined, supply: Supply, now: Instant) {
  return {
    id: order.id,
    accountId: order.accountId,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    state: orderStateOf(order, email, supply, now),
    total: totalOf(order.items) ?? -1,
    customer: sortableText(`${order.lastName} ${order.firstName}`) || sortableText(order.email),
    ownId: sortableText(order.vendorId ?? order.publicId),
  };
}

const usageEntry = ({ id, accountId, createdAt, expiresAt, state }: Entry, usage: OrderUsage): UsageEntry => ({
  orderId: id,
  usage,
  accountId,
  createdAt,
  expiresAt,
  state,
});

/** The columns of an entry, each with its field. */
const columns = {
  order_id: ["id", "integer"],
  account_id: ["accountId", "integer"],
  created_at: ["createdAt", "integer"],
  expires_at: ["expiresAt", "integer"],
  state: "text",
  total: "number",
  customer: "text",
  own_id: ["ownId", "text"],
} as const satisfies Record<string, SetColumn<keyof Entry>>;

const writeEntries = prepared<{ rows: string }, never>((db, { rows }) => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const [key, ...others] = names;
  return db
    .insertInto("order_index")
    .columns(names)
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "entry", columns, rows))
        .select(names.map((column) => `entry.${column}` as const))
        // Without this, SQLite would read the `on` of `on conflict` as part of a join.
        .where(eb.lit(true)),
    )
    .onConflict((conflict) =>
      conflict
        .column(key as "order_id")
        .doUpdateSet((eb) => Object.fromEntries(others.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    );
});

const removeEntries = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("order_index").where("order_id", "in", valueSet(db, "integer", ids)),
);
