import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { Database, Reader, Tx } from "./database.ts";

/*
 * An index of all sequences of three characters (trigrams) of `order_texts`. On SQLite it is a table of FTS5, which has to
 * be told each text that goes; on PostgreSQL an index of the extension pg_trgm. Without the extension there is none.
 */

// biome-ignore lint/suspicious/noExplicitAny: a schema that no type describes.
const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** The shortest text that the index finds, in characters. */
export const shortestPart = 3;

/** For the migration that creates `order_texts`. */
export async function createTextIndex(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    await sql`create virtual table order_text_index using fts5(
      text, content = 'order_texts', content_rowid = 'order_id', tokenize = 'trigram case_sensitive 1')`.execute(db);
    // What is removed is overwritten, and does not wait for the pages to be merged: it may be a person's address.
    await setOption(db, "secure-delete", 1);
    // By itself it would merge so much at once that the event loop is held: see `mergeTextIndex`.
    await setOption(db, "automerge", 0);
    await setOption(db, "crisismerge", 200);
    return;
  }
  // Any role that may create tables in the database may install it, if the server has it. It is no reason not to start.
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

/** Pages that are merged at once: a few milliseconds of work, and more than 25 orders write. */
const mergedPages = 24;

/**
 * Merges a few pages of what was written to the index, so that searches have few parts of it to look into. Call now and
 * then, about as often as texts of 25 orders change.
 */
export async function mergeTextIndex(db: Pick<Database, "read" | "write">): Promise<void> {
  if (isPostgres(db.read)) return;
  await db.write((tx) => setOption(tx as unknown as Kysely<unknown>, "merge", mergedPages));
}

/** A text of an order (row number). */
export interface IndexedText {
  id: number;
  text: string;
}

/** Call when rows of `order_texts` change: with those that are no longer there as they were, and with those that came. */
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

/** Rows that are looked at one by one, from the newest on, before the index is asked. */
const lookedAt = 5_000;

/** Rows that PostgreSQL takes from the index, whose rows have no sequence. */
const mostTaken = 2_000;

/**
 * The row numbers of the account's newest orders whose texts contain all of these parts. Each part has three characters
 * or more. `marker` is a part that all texts of the account contain, and no others.
 * Crosses domains: each database finds parts of a text in its own way.
 */
export async function ordersWithTexts(
  reader: Reader,
  { accountId, marker, parts }: { accountId: number; marker: string; parts: string[] },
  limit: number,
): Promise<number[]> {
  if (!isPostgres(reader)) {
    const phrases = [marker, ...parts].map((part) => `"${part.replaceAll('"', '""')}"`).join(" AND ");
    // FTS5 goes from the newest row on and ends with the last one that is wanted.
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

/** Of the rows looked at one by one: so many may be led to by the index, unless a tenth of them match. */
const mostLedTo = 250;

/**
 * Whether the index leads to very many rows of which few match: it knows letters and digits only, and would look at most orders
 * for `com-1`, and at all of them for signs alone. `found` is how many of the newest match.
 */
async function misleads(reader: Reader, accountId: number, parts: string[], found: number): Promise<boolean> {
  const words = parts.flatMap((part) => part.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ""));
  if (words.length === parts.length && words.every((word, index) => word === parts[index])) return false;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${newestTexts(accountId)}) as newest
    where ${containsAll(words)}`.execute(reader);
  const ledTo = rows[0]?.count ?? 0;
  return ledTo > mostLedTo && found * 10 < ledTo;
}

/** Crosses domains: as `ordersWithTexts`. */
const newestTexts = (accountId: number) => sql`select order_id, text from order_texts where account_id = ${accountId}
  order by order_id desc limit ${sql.lit(lookedAt)}`;

/** What many orders contain is found soon in the newest ones, and the index would first collect all of them. */
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
