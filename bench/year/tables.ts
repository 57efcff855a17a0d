import { type Kysely, sql } from "kysely";

export const smallStores = 20;
const productsOfLarge = 400;
const productsOfSmall = 10;
const products = productsOfLarge + smallStores * productsOfSmall;

/** How busy each of twelve equal parts of the year is. Two are filled at a time. */
const season = [8, 8, 8, 8, 7, 7, 6, 6, 8, 9, 12, 13];
const busyness = season.reduce((sum, one) => sum + one, 0);

const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
];

interface Year {
  downloads: number;
  orders: number;
  /** Milliseconds since 1970. */
  from: number;
  until: number;
}

/** A part of the year: its orders and downloads are numbered from the given numbers on. */
interface Part {
  from: number;
  length: number;
  orders: { first: number; count: number };
  downloads: { first: number; count: number };
}

/** Writes what the service would have written in a year, many rows at a time, and then builds the indexes. */
export async function fillTables(db: Kysely<never>, year: Year): Promise<void> {
  const tables = ["orders", "order_items", "allowances", "emails", "downloads"];
  const indexes = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = current_schema()
      and tablename in (${sql.join(tables)})
      and not exists (select from pg_constraint where conindid = indexname::regclass)`.execute(db);
  for (const { name } of indexes.rows) await timed(db, sql`drop index ${sql.ref(name)}`);
  await timed(db, catalog(year));
  await inTwos(db, partsOf(year), async (connection, part) => {
    await timed(connection, orders(part));
    await timed(connection, items(part));
    await timed(connection, emails(part));
    await timed(connection, downloadsOf(part));
  });
  await inTwos(db, [allowances], timed);
  await inTwos(db, indexes.rows, (connection, { definition }) => timed(connection, sql.raw(definition)));
  await timed(db, countedProducts);
  await timed(db, countedAccounts);
  await timed(db, countedRevenue);
  for (const table of ["products", "files", "orders", "order_items", "emails", "downloads"]) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    );
  }
  await sql`update accounts set next_order_number = (select max(id) + 1 from orders)`.execute(db);
  await timed(db, sql`vacuum analyze`);
}

function partsOf({ downloads, orders, from, until }: Year): Part[] {
  const parts: Part[] = [];
  let done = 0;
  const range = (total: number, share: number) => {
    const first = Math.round((total * done) / busyness);
    return { first: first + 1, count: Math.round((total * (done + share)) / busyness) - first };
  };
  const length = (until - from) / season.length;
  for (const [index, share] of season.entries()) {
    parts.push({
      from: from + index * length,
      length,
      orders: range(orders, share),
      downloads: range(downloads, share),
    });
    done += share;
  }
  return parts;
}

/** Runs `work` on each of the list, in order, on two connections, which check no references. */
async function inTwos<T>(db: Kysely<never>, list: T[], work: (connection: Kysely<never>, one: T) => Promise<void>) {
  const left = [...list];
  const one = () =>
    db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      await sql`set max_parallel_workers_per_gather = 0`.execute(connection);
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(connection, next);
      await sql`reset all`.execute(connection);
    });
  await Promise.all([one(), one()]);
}

async function timed(db: Kysely<never>, statement: ReturnType<typeof sql>): Promise<void> {
  const began = performance.now();
  await statement.execute(db);
  const text = statement.compile(db).sql.trim().replaceAll(/\s+/g, " ").slice(0, 80);
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(8)} s  ${text}\n`);
}

/** From 0 to 1, spread evenly, and the same for the same number. */
const spread = (number: string, factor: number) =>
  `(${number} * ${factor}::float8 - floor(${number} * ${factor}::float8))`;

/** Every tenth order is of a small store. */
const accountOf = (order: string) => `case when ${order} % 10 = 0 then 2 + ${order} / 10 % ${smallStores} else 1 end`;

/** A few products of each store sell most. */
const productOf = (item: string, order: string) => `case when ${order} % 10 = 0
  then ${productsOfLarge + 1} + ${order} / 10 % ${smallStores} * ${productsOfSmall} + floor(${productsOfSmall} * ${spread(item, 0.6180339887)})::int
  else 1 + floor(${productsOfLarge} * power(${spread(item, 0.6180339887)}, 2.2))::int end`;

/** Most customers have one address. */
const addressOf = (order: string) => `host('1.0.0.0'::inet + (${spread(order, 0.7548776662)} * 3700000000)::bigint)`;
const nameOf = (names: string[], order: string, factor: number) =>
  `(array['${names.join("','")}'])[1 + floor(${names.length} * ${spread(order, factor)})::int]`;
const firstNames = ["Ann", "Ben", "Chloe", "David", "Emma", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Kim", "Lena"];
const lastNames = ["Smith", "Meyer", "Silva", "Rossi", "Novak", "Khan", "Lopez", "Dubois", "Jensen", "Sato", "Ali"];
const filename = "'track-' || f || '-master-recording.flac'";
const sizeOf = (file: string) => `(5000000 + ${file} * 12345)`;

const catalog = ({ from }: Year) => sql`
  with product as (insert into products (id, account_id, sku, name, guid, sku_search, name_search, created_at)
    overriding system value
    select p, ${sql.raw(`case when p <= ${productsOfLarge} then 1 else 2 + (p - ${productsOfLarge} - 1) / ${productsOfSmall} end`)},
      'SKU-' || p, 'Product ' || p, md5('product' || p), 'sku-' || p, 'product ' || p, ${sql.lit(from)}::bigint
    from generate_series(1, ${sql.lit(products)}) as p returning id, account_id),
  file as (insert into files (id, account_id, filename, size_bytes, content_type, sha256, storage_key, created_at)
    overriding system value
    select f, account_id, ${sql.raw(filename)}, ${sql.raw(sizeOf("f"))}, 'audio/flac', repeat('0', 64), 'none/' || f, ${sql.lit(from)}::bigint
    from product, lateral (values (id * 2 - 1), (id * 2)) as file(f) returning id)
  insert into product_files (product_id, file_id, position) select (id + 1) / 2, id, 1 - id % 2 from file`;

const orders = ({ from, length, orders: { first, count } }: Part) =>
  sql.raw(`
  insert into orders (id, account_id, public_id, vendor_id, guid, title, first_name, last_name, email, source, currency,
    expires_at, download_limit, created_at, email_search, name_search, surname_search, vendor_number, vendor_search)
  overriding system value
  select o, ${accountOf("o")}, o::text, 'SHOP-' || o, md5('order' || o), '', first, last, email, 'api', 'USD',
    at + 30 * 86400000::bigint, 1000, at, lower(email), lower(first || ' ' || last), lower(last || ' ' || first), o::text, 'shop' || o
  from (select o, ${nameOf(firstNames, "o", 0.5698402909)} as first, ${nameOf(lastNames, "o", 0.8191725134)} || '-' || o % 997 as last,
    'customer' || floor(${first + count} * 0.6 * ${spread("o", 0.6710436067)})::int || '@example.com' as email,
    ${from} + ((o - ${first}) * ${length / count}::float8)::bigint as at
    from generate_series(${first}::bigint, ${first + count - 1}) as o offset 0) as ordered`);

/** Orders have one item or two, with the numbers 2o - 1 and 2o. */
const items = ({ from, length, orders: { first, count } }: Part) =>
  sql.raw(`
  insert into order_items (id, order_id, product_id, guid, quantity, price, download_count, created_at)
  overriding system value
  select i, o, ${productOf("i", "o")}, md5('item' || i), 1, 9.5, 7, ${from} + ((o - ${first}) * ${length / count}::float8)::bigint
  from generate_series(${first}::bigint, ${first + count - 1}) as o,
    lateral generate_series(2 * o - 1, case when o % 5 < 2 then 2 * o else 2 * o - 1 end) as i`);

const emails = ({ from, length, orders: { first, count } }: Part) =>
  sql.raw(`
  insert into emails (account_id, order_id, recipient, status, attempts, next_attempt_at, message_id, subject, created_at, sent_at)
  select ${accountOf("o")}, o, 'customer' || floor(${first + count} * 0.6 * ${spread("o", 0.6710436067)})::int || '@example.com',
    'sent', 1, at, md5('email' || o) || '@downloads.example', 'Your order ' || o, at, at + 900
  from (select o, ${from} + ((o - ${first}) * ${length / count}::float8)::bigint as at
    from generate_series(${first}::bigint, ${first + count - 1}) as o offset 0) as ordered`);

/** Most soon after the order, some weeks later. One of ten is a download by a permalink. */
const downloadsOf = ({ from, length, orders, downloads: { first, count } }: Part) =>
  sql.raw(`
  insert into downloads (id, account_id, product_id, order_id, order_item_id, file_id, filename, size_bytes, ip_address,
    user_agent, downloaded_at) overriding system value
  select d, account, p, case when permalink then null else o end, case when permalink then null else i end, f,
    ${filename}, ${sizeOf("f")}, address, agent, at
  from (select *, 2 * p - d % 2 as f from (select d, o, i, at, permalink, address, agent, ${accountOf("o")} as account,
    ${productOf("i", "o")} as p from (
    select d, o, at, d % 10 = 3 as permalink, case when o % 5 < 2 and d % 3 = 0 then 2 * o else 2 * o - 1 end as i,
      case when d % 7 = 0 then ${addressOf("d")} else ${addressOf("o")} end as address,
      (array['${agents.join("','")}'])[1 + o % ${agents.length}] as agent
    from (select d, ${from} + ((d - ${first}) * ${length / count}::float8)::bigint as at,
      greatest(1, ${orders.first} + floor((d - ${first}) * ${orders.count / count}::float8
        + ln(1 - random()) * ${orders.count / 3})::bigint) as o
      from generate_series(${first}::bigint, ${first + count - 1}) as d offset 0) as timed offset 0) as ordered offset 0) as sold offset 0) as named`);

const allowances = sql`
  insert into allowances (order_item_id, file_id, taken)
  select order_item_id, file_id, count(*) from downloads where order_item_id is not null group by 1, 2`;

const countedProducts = sql`
  insert into product_days (account_id, product_id, day, orders, downloads, bytes, kept_items)
  select account_id, product_id, day, sum(orders), sum(downloads), sum(bytes), sum(orders) from (
    select account_id, product_id, downloaded_at / 86400000 as day, 0 as orders, count(*) as downloads, sum(size_bytes) as bytes
    from downloads group by 1, 2, 3
    union all select product.account_id, item.product_id, item.created_at / 86400000, count(*), 0, 0
    from order_items as item join products as product on product.id = item.product_id group by 1, 2, 3) as counted
  group by 1, 2, 3`;

const countedAccounts = sql`
  insert into account_days (account_id, day, orders, emails)
  select account_id, created_at / 86400000, count(*), count(*) from orders group by 1, 2`;

/** Each item costs 9.50 USD. */
const countedRevenue = sql`
  insert into revenue_days (account_id, day, currency, amount)
  select account_id, orders.created_at / 86400000, 'USD', count(*) * 95000
  from orders join order_items on order_items.order_id = orders.id group by 1, 2`;
