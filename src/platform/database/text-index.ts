import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database, Reader, Tx } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";

/**
 * An index of all sequences of three characters (trigrams) in `order_texts`. On SQLite it is an FTS5 table, from which each
 * deleted text must be removed explicitly. On PostgreSQL it is an index of the extension pg_trgm; without the extension there is
 * none.
 */

/** The shortest text that the index finds, in characters. */
export const shortestPart = 3;

/** For the migration that creates `order_texts`. */
export async function createTextIndex(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    await sql`create virtual table order_text_index using fts5(
      text, content = 'order_texts', content_rowid = 'order_id', tokenize = 'trigram case_sensitive 1')`.execute(db);
    // Removed text is overwritten at once, without waiting for a merge: it may be a person's address.
    await setOption(db, "secure-delete", 1);
    // Automatic merges would block the event loop: see `mergeTextIndex`.
    await setOption(db, "automerge", 0);
    await setOption(db, "crisismerge", 200);
    return;
  }
  // Any role that may create tables can install the extension if the server has it. If not, the service starts anyway.
  await sql`do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`.execute(db);
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass
    join pg_namespace on pg_namespace.oid = opcnamespace where opcname = 'gin_trgm_ops'`.execute(db);
  const [found] = rows;
  if (!found) return;
  const operators = sql.id(found.schema, "gin_trgm_ops");
  await sql`create index order_texts_trigrams on order_texts using gin (text ${operators})`.execute(db);
}

async function setOption(db: Kysely<unknown>, name: string, value: number): Promise<void> {
  await sql`insert into order_text_index (order_text_index, rank) values (${name}, ${value})`.execute(db);
}

/** Pages per merge: a few milliseconds of work, and more pages than 25 orders write. */
const mergedPages = 24;

/** Merges a few pages of the index, so that searches read fewer parts. Call it about once for 25 orders whose texts change. */
export async function mergeTextIndex(db: Pick<Database, "read" | "writeUnsynced">): Promise<void> {
  if (isPostgres(db.read)) return;
  await db.writeUnsynced((tx) => setOption(tx as unknown as Kysely<unknown>, "merge", mergedPages));
}

/** A text of an order (row number). */
export interface IndexedText {
  id: number;
  text: string;
}

/** Call when rows of `order_texts` change, with the old contents of the removed rows, and with the new rows. */
export async function changeTextIndex(tx: Tx, before: IndexedText[], after: IndexedText[]): Promise<void> {
  if (isPostgres(tx)) return;
  for (const { id, text } of before) {
    await sql`insert into order_text_index (order_text_index, rowid, text) values ('delete', ${id}, ${text})`.execute(
      tx,
    );
  }
  for (const { id, text } of after) {
    await sql`insert into order_text_index (rowid, text) values (${id}, ${text})`.execute(tx);
  }
}

/** Newest rows to scan before the index is used. */
const lookedAt = 5_000;

/** Maximum number of rows that PostgreSQL takes from the index, which returns them in no particular order. */
const mostTaken = 2_000;

/**
 * The row numbers of the account's newest orders whose texts contain all of these parts. Each part has at least three
 * characters. `marker` is a part that all texts of the account contain, and no others. Crosses domains: each database
 * has its own way to find parts of a text.
 */
export async function ordersWithTexts(
  reader: Reader,
  { accountId, marker, parts }: { accountId: number; marker: string; parts: string[] },
  limit: number,
): Promise<number[]> {
  if (!isPostgres(reader)) {
    const phrases = [marker, ...parts].map((part) => `"${part.replaceAll('"', '""')}"`).join(" AND ");
    // FTS5 starts with the newest row and stops after the last one needed.
    const { rows } = await sql<{ id: number }>`select rowid as id from order_text_index
      where order_text_index match ${phrases}
      order by rowid desc limit ${sql.lit(limit)}`.execute(reader);
    return rows.map(({ id }) => id);
  }
  const newest = await fromNewest(reader, accountId, parts, limit);
  if (newest.length === limit || (await misleads(reader, accountId, parts, newest.length))) return newest;
  const { rows } = await sql<{ id: number }>`select id from (
      select order_id as id from order_texts
      where account_id = ${accountId} and ${containsAll([marker, ...parts])} limit ${sql.lit(mostTaken)}
    ) as found order by id desc limit ${sql.lit(limit)}`.execute(reader);
  return [...new Set([...newest, ...rows.map(({ id }) => id)])].slice(0, limit);
}

/** Maximum number of rows that the index may lead to, unless a tenth of the newest match. */
const mostLedTo = 250;

/**
 * Whether the index leads to many rows, few of which match. It knows only letters and digits: it would lead to most orders for
 * `com-1`, and to all of them for punctuation. `found` is the number of matches among the newest.
 */
async function misleads(reader: Reader, accountId: number, parts: string[], found: number): Promise<boolean> {
  const words = parts.flatMap((part) => part.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ""));
  if (words.length === parts.length && words.every((word, index) => word === parts[index])) return false;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${newestTexts(accountId)}) as newest
    where ${containsAll(words)}`.execute(reader);
  const ledTo = rows[0]?.count ?? 0;
  return ledTo > mostLedTo && found * 10 < ledTo;
}

/** Crosses domains: see `ordersWithTexts`. */
const newestTexts = (accountId: number) => sql`select order_id, text from order_texts where account_id = ${accountId}
  order by order_id desc limit ${sql.lit(lookedAt)}`;

/** Parts that many orders contain are found quickly among the newest. The index would first collect all matches. */
async function fromNewest(reader: Reader, accountId: number, parts: string[], limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select order_id as id from (${newestTexts(accountId)}) as newest
    where ${containsAll(parts)} order by order_id desc limit ${sql.lit(limit)}`.execute(reader);
  return rows.map(({ id }) => id);
}

function containsAll(parts: string[]): RawBuilder<boolean> {
  if (parts.length === 0) return sql<boolean>`true`;
  const conditions = parts.map((part) => sql`text like ${`%${part.replace(/[\\%_]/g, "\\$&")}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
