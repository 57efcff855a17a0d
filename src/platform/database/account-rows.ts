import { type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { type ColumnType, valueSet } from "./row-set.ts";
import type { Schema } from "./schema.ts";
import { changeTextIndex, type IndexedText } from "./text-index.ts";

type Table = keyof Schema;

/** Where an account's rows are: rows whose `column` refers to a row of the table `of`. */
interface Place {
  of: Table;
  column: string;
  /** The column with the key of the row's bytes in the file store; null in a row without bytes. */
  bytes?: string;
}

const own: Place = { of: "accounts", column: "account_id" };
const under = (of: Table, column: string): Place => ({ of, column });

/**
 * An account's rows in every table, in the order of deletion: each before the rows it refers to. Rows that belong to rows of
 * another table are deleted with these. Null: not deleted here, for the reason given at the end.
 */
const places: Record<Table, Place | null> = {
  // Work that programs and workers would continue.
  move_runs: own,
  imports: own,
  announcements: own,
  announcement_recipients: under("announcements", "announcement_id"),
  erasures: own,
  emails: own,
  email_tries: under("emails", "email_id"),
  email_openings: under("emails", "email_id"),
  message_removals: under("emails", "email_id"),
  webhook_events: own,
  webhook_endpoints: own,
  webhook_deliveries: under("webhook_endpoints", "endpoint_id"),
  webhook_attempts: under("webhook_deliveries", "delivery_id"),
  connection_order_names: own,
  connection_order_addresses: own,
  connections: own,
  connection_events: under("connections", "connection_id"),
  connection_orders: under("connections", "connection_id"),
  connection_mappings: under("connections", "connection_id"),
  mail_hooks: own,
  mail_servers: own,
  api_keys: own,
  api_key_secrets: under("api_keys", "api_key_id"),
  api_requests: own,
  moves: own,
  moved: under("moves", "move_id"),
  uploads: own,
  // Rows that belong to orders.
  idempotency_keys: own,
  library_links: own,
  downloads: own,
  partial_downloads: under("downloads", "download_id"),
  license_devices: own,
  license_keys: own,
  license_key_hashes: own,
  renewal_requests: own,
  subscription_payments: own,
  order_visits: own,
  order_previews: own,
  customer_index_orders: own,
  customer_index: own,
  customer_counts: own,
  order_index_usage: own,
  order_index: own,
  order_texts: own,
  orders: own,
  order_items: under("orders", "order_id"),
  allowances: under("order_items", "order_item_id"),
  stamped_files: { ...under("orders", "order_id"), bytes: "storage_key" },
  order_index_products: under("orders", "order_id"),
  rule_holds: under("orders", "order_id"),
  // The catalog.
  transfer_days: own,
  product_days: own,
  products: { ...own, bytes: "cover_storage_key" },
  product_files: under("products", "product_id"),
  product_program_ids: own,
  file_releases: own,
  key_handouts: under("products", "product_id"),
  files: { ...own, bytes: "storage_key" },
  file_versions: { ...under("files", "file_id"), bytes: "storage_key" },
  // The account's own rows.
  customer_notes: own,
  license_secrets: own,
  undeliverable_addresses: own,
  update_opt_outs: own,
  wordings: own,
  translated_wordings: own,
  account_days: own,
  revenue_days: own,
  email_allowances: own,
  retention_progress: own,
  activities: own,
  invitations: own,
  sessions: own,
  domain_claims: own,
  former_handles: own,
  // At the very end, by accounts/removed-accounts.ts.
  accounts: null,
  // People may belong to other accounts too: people/members.ts.
  members: null,
  users: null,
  credentials: null,
  two_factors: null,
  devices: null,
  verifications: null,
  // Unfinished uploads are ended by catalog/upload-sweep.ts, which finds no upload for them.
  upload_objects: null,
  upload_parts: null,
  // Notes for the index worker, which removes them if it finds no order for them.
  order_changes: null,
  // Ranges of numbers that include those of all accounts.
  sent_downloads: null,
  // Rows that belong to no account, or that disappear by themselves.
  file_removals: null,
  removal_holds: null,
  backup_failures: null,
  installation_marks: null,
  bounce_mailboxes: null,
  order_index_progress: null,
  recounts: null,
  orphan_sweeps: null,
  rate_limits: null,
};

/**
 * Tables that the index worker also writes, only in its turn (order-index/progress.ts), and the table of orders, which it reads.
 */
export const tablesOfIndex: Table[] = [
  "customer_index_orders",
  "customer_index",
  "customer_counts",
  "order_index_usage",
  "order_index",
  "order_texts",
  "orders",
];

/** The tables whose rows name their account, in an order in which they can be deleted. */
export const tablesOfAccounts = (Object.keys(places) as Table[]).filter((table) => places[table]?.of === "accounts");

/**
 * Deletes about `most` of the account's rows in one of `tablesOfAccounts`, and of the rows that belong to them. Returns whether
 * there may be more, and the keys of bytes in the file store that no row uses now. Only in `writeUnchecked`. Crosses domains:
 * only a list of all tables shows that none is forgotten.
 */
export async function removeAccountRows(
  tx: Tx,
  table: Table,
  { accountId, most, ids }: { accountId: number; most: number; ids?: number[] },
): Promise<{ more: boolean; bytes: string[] }> {
  // To find a few among many rows, PostgreSQL would read the table from its start, where other accounts' rows are.
  if (isPostgres(tx)) await sql`set local enable_seqscan = off`.execute(tx);
  const keys: string[] = [];
  const left = await removeRows(tx, table, { parents: [accountId], most, only: ids, keys });
  return { more: left <= 0, bytes: await unnamed(tx, keys) };
}

/** Whether the account has any rows besides its own. */
export async function hasAccountRows(tx: Tx, accountId: number): Promise<boolean> {
  const tables: Table[] = [...tablesOfAccounts, "members"];
  const left = tables.map((table) => sql`exists (select 1 from ${sql.table(table)} where account_id = ${accountId})`);
  const { rows } = await sql<{ left: unknown }>`select 1 as "left" where ${sql.join(left, sql` or `)}`.execute(tx);
  return rows.length > 0;
}

/** The contents of an account, for a person who decides about removing it. `bytes` includes earlier versions of files. */
export interface AccountContents {
  orders: number;
  /**
   * As in the list of customers: each person once, however the address is spelled. May lack the orders of the last few seconds.
   */
  customers: number;
  products: number;
  files: number;
  bytes: number;
  members: number;
}

/** Counts everything that is not deleted. Reads many rows: use it only with `Database.scan`. */
export async function contentsOfAccount(scan: Reader, accountId: number): Promise<AccountContents> {
  const count = (table: Table, what = sql`count(*)`, and = sql``) =>
    sql`(select coalesce(${what}, 0) from ${sql.table(table)} where account_id = ${accountId} ${and})`;
  const isLive = sql`and deleted_at is null`;
  const isStored = sql`and storage_key is not null`;
  const size = sql`sum(size_bytes)`;
  const { rows } = await sql<Record<keyof AccountContents, number>>`select
    ${count("orders", undefined, isLive)} as orders,
    ${count("customer_index")} as customers,
    ${count("products", undefined, isLive)} as products,
    ${count("files", undefined, sql`and deleted_at is null and storage_key is not null`)} as files,
    ${count("files", size, isLive)} + ${count("file_versions", size, isStored)} as bytes,
    ${count("members")} as members`.execute(scan);
  const found = rows[0] as AccountContents;
  const numbers = Object.entries(found).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(numbers) as AccountContents;
}

interface Removal {
  /** Row numbers of the rows that these rows belong to. */
  parents: number[];
  most: number;
  /** If set, only the rows with these numbers. */
  only?: number[] | undefined;
  /** Collects the keys of bytes. */
  keys: string[];
}

/** Returns how much of `most` is unused; 0 if there may be more rows. */
async function removeRows(tx: Tx, table: Table, removal: Removal): Promise<number> {
  const { column, bytes } = places[table] as Place;
  const { parents, most, only, keys } = removal;
  const children = (Object.keys(places) as Table[]).filter((name) => places[name]?.of === table);
  const [parent] = parents;
  // With a list, PostgreSQL does not know that it has only one value, and compares whole tables with it.
  const isTheirs =
    parents.length === 1
      ? sql`${sql.ref(column)} = ${parent}`
      : sql`${sql.ref(column)} in ${set(tx, "integer", parents)}`;
  if (table === "order_texts") return most - (await removeTexts(tx, table, isTheirs, most));
  if (children.length === 0 && !bytes) return most - (await removeLeaves(tx, table, isTheirs, most));
  const isWanted = only ? sql`${isTheirs} and id in ${set(tx, "integer", only)}` : isTheirs;
  const { rows } = await sql<{ id: number; bytes: string | null }>`
    select id, ${bytes ? sql.ref(bytes) : sql`null`} as bytes from ${sql.table(table)}
    where ${isWanted} limit ${sql.lit(most)}`.execute(tx);
  if (rows.length === 0) return most;
  const ids = rows.map(({ id }) => id);
  let left = most;
  for (const child of children) {
    left = await removeRows(tx, child, { parents: ids, most: left, keys });
    if (left <= 0) return 0;
  }
  await sql`delete from ${sql.table(table)} where id in ${set(tx, "integer", ids)}`.execute(tx);
  keys.push(...rows.flatMap((row) => row.bytes ?? []));
  return most === rows.length ? 0 : Math.max(0, left - rows.length);
}

/** Returns how many rows were deleted. Uses the database's row ID, because the tables have different keys. */
async function removeLeaves(tx: Tx, table: Table, isTheirs: RawBuilder<unknown>, most: number): Promise<number> {
  const row = sql.ref(isPostgres(tx) ? "ctid" : "rowid");
  const theirs = sql`select ${row} from ${sql.table(table)} where ${isTheirs} limit ${sql.lit(most)}`;
  const isOne = isPostgres(tx) ? sql`${row} = any(array(${theirs}))` : sql`${row} in (${theirs})`;
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${isOne}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Removes each deleted text from the text index. Returns how many rows were deleted. */
async function removeTexts(tx: Tx, table: Table, isTheirs: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<IndexedText>`
    select order_id as id, text from ${sql.table(table)} where ${isTheirs} limit ${sql.lit(most)}`.execute(tx);
  await changeTextIndex(tx, rows, []);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await sql`delete from ${sql.table(table)} where order_id in ${set(tx, "integer", ids)}`.execute(tx);
  }
  return rows.length;
}

/** Returns the keys of bytes that no row of any account refers to. */
async function unnamed(tx: Tx, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const named = Object.entries(places).flatMap(([table, place]) => {
    if (!place?.bytes) return [];
    const column = sql.ref(place.bytes);
    return [sql`select ${column} as key from ${sql.table(table)} where ${column} in ${set(tx, "text", keys)}`];
  });
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union `)}`.execute(tx);
  const still = new Set(rows.map(({ key }) => key));
  return [...new Set(keys)].filter((key) => !still.has(key));
}

const set = (tx: Reader, type: ColumnType, values: (number | string)[]) => valueSet(tx, type, JSON.stringify(values));
