import { sql } from "kysely";
import { searchDownloads } from "../src/delivery/downloads/search.ts";
import type { Database } from "../src/platform/database/database.ts";
import { dayOf, dayStart } from "../src/platform/days.ts";
import { instantNow } from "../src/platform/instants.ts";
import { totalsByDay, totalsByProduct } from "../src/store/statistics/totals.ts";
import { analyze, onEachDatabase, printBestTimes } from "./_databases.ts";

const downloads = 1_000_000;
const products = 200;
const days = 365;
const rounds = 20;

const accountId = 1;
const to = dayOf(instantNow());
const from = to - days + 1;

await onEachDatabase(measure);

async function measure(name: string, db: Database): Promise<void> {
  await fill(db);
  await analyze(db);
  const page = (offset: number, search = {}) => searchDownloads(db.read, accountId, search, { offset, limit: 50 });
  const one = { productIds: [1] };
  const week = { from: from + 100, to: from + 106 };
  const all = { from, to };
  const measured = {
    "GET stats, 365 days, 200 products": async () => {
      await totalsByDay(db.read, accountId, all);
      await totalsByProduct(db.read, accountId, all, 100);
    },
    "the same, counted from the downloads themselves": () => countAll(db),
    "GET downloads, first page and total": () => page(0),
    "GET downloads, page 10,000 and total": () => page(499_950),
    "GET downloads?sku=, first page and total": () => page(0, one),
    "GET downloads?from=&to=, a week": () => page(0, week),
    "GET downloads?ip_address=": () => page(0, { ipAddress: "10.0.0.77" }),
    "the total alone, counted from the downloads": () =>
      sql`select count(*) from downloads where account_id = ${accountId}`.execute(db.read),
  };
  await printBestTimes(`${name}, ${downloads} downloads`, measured, rounds);
}

/** Rows as they come to be when downloads are recorded one by one, written many at once. */
async function fill(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await sql`insert into accounts (handle, name, email, billing_email, ecommerce_address, payment_address, plan, api_key,
      api_token_hash, api_token_encrypted, next_order_number, created_at)
      values ('bench', '', '', '', '', '', 'unlimited', 'k', '', '', 10_000_001, 0)`.execute(tx);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(products)})
      insert into products (account_id, sku, name, guid, created_at)
      select 1, 'SKU-' || i, 'Product ' || i, 'guid-' || i, 0 from n`.execute(tx);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(products)})
      insert into files (account_id, filename, size_bytes, content_type, sha256, created_at)
      select 1, 'file.bin', 1000, '', '', 0 from n`.execute(tx);
    const step = Math.floor((days * 86_400_000) / downloads);
    await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(downloads - 1)})
      insert into downloads (account_id, product_id, file_id, filename, size_bytes, ip_address, user_agent, downloaded_at)
      select 1, 1 + i % ${sql.lit(products)}, 1 + i % ${sql.lit(products)}, 'file.bin', 1000,
        '10.0.' || (i / 256) % 256 || '.' || i % 256, 'bench', ${sql.lit(dayStart(from))} + cast(i as bigint) * ${sql.lit(step)} from n`.execute(
      tx,
    );
    await sql`insert into product_days (account_id, product_id, day, orders, downloads, bytes)
      select 1, product_id, downloaded_at / 86400000, count(*), count(*), sum(size_bytes)
      from downloads group by product_id, downloaded_at / 86400000`.execute(tx);
    await sql`insert into account_days (account_id, day, orders, emails)
      select 1, day, sum(orders), sum(orders) from product_days group by day`.execute(tx);
  });
}

async function countAll(db: Database): Promise<void> {
  await sql`select downloaded_at / 86400000 as day, count(*), sum(size_bytes) from downloads
    where account_id = ${accountId} and downloaded_at >= ${dayStart(from)} group by 1`.execute(db.read);
  await sql`select product_id, count(*), sum(size_bytes) from downloads
    where account_id = ${accountId} and downloaded_at >= ${dayStart(from)} group by 1`.execute(db.read);
}
