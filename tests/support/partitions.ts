import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.ts";

/** Records so many downloads of one product, one row after the other. */
export async function addDownloads(db: Database, count: number): Promise<void> {
  await sql`insert into products (account_id, sku, name, guid, created_at) select id, 'PART', 'Part', 'part', 0
    from accounts where not exists (select from products where guid = 'part')`.execute(db.autocommit);
  await sql`insert into downloads (account_id, product_id, file_id, filename, size_bytes, ip_address, user_agent, downloaded_at)
    select account_id, id, 1, 'a.bin', 1, '192.0.2.1', 'agent', n from products, generate_series(1, ${count}::int) as n
    where guid = 'part'`.execute(db.autocommit);
}

/** The smallest and largest number in each partition, and how many rows it has. */
export async function contentOfPartitions(db: Database) {
  const { rows } =
    await sql`select tableoid::regclass::text as name, min(id) as first, max(id) as last, count(*) as rows
    from downloads group by 1 order by 2`.execute(db.read);
  return rows;
}

/** What decides which rows the table and its partitions may hold, and how they are found. */
export async function rulesOf(db: Database, table: string) {
  const { rows: constraints } = await sql<{ rule: string; convalidated: boolean }>`
    select pg_get_constraintdef(oid) as rule, convalidated from pg_constraint
    where conrelid = ${table}::regclass and contype <> 'n' order by 1`.execute(db.read);
  const { rows: indexes } = await sql`
    select regexp_replace(pg_get_indexdef(indexrelid), '.* USING ', '') as columns, indisunique, indisvalid from pg_index
    where indrelid = ${table}::regclass order by 1`.execute(db.read);
  const { rows: columns } = await sql`
    select column_name, data_type, collation_name, is_nullable, column_default
    from information_schema.columns where table_name = ${table} order by ordinal_position`.execute(db.read);
  return { constraints, indexes, columns };
}
