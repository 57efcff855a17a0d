import { sql } from "kysely";
import { searchOrders } from "../src/delivery/order-index/search.ts";
import { listOrders, withItems } from "../src/delivery/orders/queries.ts";
import type { Database } from "../src/platform/database/database.ts";
import { instantNow } from "../src/platform/instants.ts";
import { analyze, onEachDatabase, printBestTimes } from "./_databases.ts";

const orders = 1_000_000;
const products = 200;
const keys = 100_000;
const rounds = 20;

const accountId = 1;
const now = instantNow();
const hour = 3_600_000;

await onEachDatabase(async (name, db) => {
  await fill(db);
  await analyze(db);
  const page = async (search: object, offset = 0) => {
    const found = await searchOrders(db.read, accountId, { status: "all", ...search }, { now, offset, limit: 50 });
    await withItems(db.read, found.orders);
  };
  const measured = {
    "first page and total": () => page({}),
    "page 10,000 and total": () => page({}, 499_950),
    "open ones, first page and total": () => page({ status: "open" }),
    "expired ones, first page and total": () => page({ status: "expired" }),
    "an order id": () => page({ text: "order-500000" }),
    "a whole email": () => page({ text: "person500000@example.com" }),
    "the beginning of an email, 11 orders": () => page({ text: "Person50000" }),
    "first and last name, 1 order": () => page({ text: "First77 Last500077" }),
    "a SKU, 5,000 orders": () => page({ text: "SKU-77" }),
    "a first name, 10,000 orders": () => page({ text: "First77" }),
    "a license key": () => page({ text: "KEY-50000" }),
    "a customer's link": () => page({ text: "https://example.com/orders/guid-500000" }),
    "the beginning of all names": () => page({ text: "First" }),
    "never downloaded, 100,000 orders, first page and total": () => page({ usages: ["never_downloaded"] }),
    "the same, page 2,000 and total": () => page({ usages: ["never_downloaded"] }, 99_950),
    "many addresses, 100 orders": () => page({ usages: ["many_addresses"] }),
    "what no order has": () => page({ text: "nothing like it" }),
    "those waiting for license keys, 1,000 orders": () => page({ waitingForKeys: true }),
    "GET /api/orders, the newest 20": async () =>
      withItems(db.read, await listOrders(db.read, accountId, now, { limit: 20 })),
  };
  await printBestTimes(`${name}, ${orders} orders`, measured, rounds);
});

/** One item in each order; every tenth has a license key, and half of the orders have expired. */
async function fill(db: Database): Promise<void> {
  const numbers = (count: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
  await db.write(async (tx) => {
    await sql`insert into accounts (handle, name, email, billing_email, ecommerce_address, payment_address, plan, api_key,
      api_token_hash, api_token_encrypted, next_order_number, created_at)
      values ('bench', '', '', '', '', '', 'unlimited', 'k', '', '', 10_000_001, 0)`.execute(tx);
    await sql`${numbers(products)} insert into products (account_id, sku, name, guid, created_at)
      select 1, 'SKU-' || i, 'Product ' || i, 'guid-' || i, 0 from n`.execute(tx);
    await sql`${numbers(orders)} insert into orders (account_id, public_id, guid, title, first_name, last_name, email,
      email_search, name_search, surname_search, source, expires_at, created_at)
      select 1, 'order-' || i, 'guid-' || i, '', 'First' || (i % 100), 'Last' || i, 'person' || i || '@example.com',
        'person' || i || '@example.com', 'first' || (i % 100) || ' last' || i, 'last' || i || ' first' || (i % 100), 'api',
        ${sql.lit(now)} + (case i % 2 when 0 then 1 else -1 end) * cast(${sql.lit(hour)} as bigint), 0 from n`.execute(
      tx,
    );
    await sql`${numbers(orders)} insert into order_items (order_id, product_id, guid, quantity, keys_assigned, created_at)
      select i, 1 + i % ${sql.lit(products)}, 'item-' || i, 1, case when i % 1000 = 0 then 0 else 1 end, 0 from n`.execute(
      tx,
    );
    await sql`${numbers(orders / 10)} insert into order_index_usage (order_id, usage, account_id, created_at, state)
      select i * 10, 'never_downloaded', 1, 0, 'delivered' from n`.execute(tx);
    await sql`${numbers(100)} insert into order_index_usage (order_id, usage, account_id, created_at, state)
      select i * 1000, 'many_addresses', 1, 0, 'delivered' from n`.execute(tx);
    await sql`${numbers(keys)} insert into license_keys (account_id, product_id, key, order_item_id, assigned_at,
      created_at) select 1, 1 + i * 10 % ${sql.lit(products)}, 'KEY-' || i, i * 10, 0, 0 from n`.execute(tx);
  });
}
