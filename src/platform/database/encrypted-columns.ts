import { type RawBuilder, sql } from "kysely";
import type { Cipher } from "../cipher.ts";
import { inBatches } from "./batches.ts";
import type { Database, Reader, Tx } from "./database.ts";
import type { Schema } from "./schema.ts";

/** Encrypted columns of a table. Used to change the secret, to give up lost values, and by doctor and restore. */
export interface EncryptedColumns<Lost = unknown> {
  table: keyof Schema;
  columns: readonly string[];
  /** False if a value was encrypted with a secret that the cipher does not have. */
  opens(reader: Reader): Promise<boolean>;
  /**
   * In batches, rows with a value that was not encrypted with the current secret. Encrypts the value and returns a
   * function that writes it, unless it has changed since. Rejects if the cipher cannot decrypt it.
   */
  outdated(reader: Reader): AsyncGenerator<(() => Promise<Write>)[]>;
  /** Gives up rows with a value that the cipher cannot decrypt, in small steps. Returns what to tell people about each. */
  giveUpLost(db: Pick<Database, "read" | "write">): Promise<Lost[]>;
}

export type Write = (tx: Tx) => Promise<void>;

interface Declaration<T extends keyof Schema, Key extends keyof Schema[T], Lost> {
  columns: (keyof Schema[T] & string)[];
  /** Columns that identify a row; default: `id`. */
  key?: (Key & string)[];
  /** Texts in these columns that are not encrypted, as patterns for SQL's LIKE. */
  plain?: string[];
  /** Rows per query, if values are long. */
  atOnce?: number;
  /** Further columns derived from a value and the current secret. */
  madeOf?(value: string): { [column in keyof Schema[T]]?: string };
  /** Removes values from a row that can no longer be decrypted. Returns what to tell people about it. */
  giveUp(tx: Tx, row: { [column in Key]: Exclude<Schema[T][column], { __select__: unknown }> }): Promise<Lost>;
}

type Row = Record<string, string | number | null>;
type Test = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Defines which columns of a table are encrypted, and how. */
export function encryptedColumns<
  T extends keyof Schema,
  Lost,
  Key extends keyof Schema[T] = Extract<"id", keyof Schema[T]>,
>(table: T, cipher: Cipher, declaration: Declaration<T, Key, Lost>): EncryptedColumns<Lost> {
  const { columns, key: keys = ["id"], plain = [], atOnce, madeOf } = declaration;
  const keyColumns = sql.join(keys.map((name) => sql.ref(name)));
  const keyOf = (row: Row) => sql`(${sql.join(keys.map((name) => row[name]))})`;
  const none =
    (patterns: string[]): Test =>
    (column) =>
      sql`(${sql.join(
        [...plain, ...patterns].map((pattern) => sql`${column} not like ${pattern}`),
        sql` and `,
      )})`;
  const ofSecrets = cipher.prefixes.map((prefix) => `${prefix}%`);

  /** Rows with a value that passes the test. Their other values are null. */
  async function select(reader: Reader, test: Test, { last, limit }: { last?: Row | undefined; limit: number }) {
    const passes = columns.map((name) => test(sql.ref(name)));
    const values = columns.map(
      (name, at) => sql`case when ${passes[at]} then ${sql.ref(name)} end as ${sql.ref(name)}`,
    );
    const { rows } = await sql<Row>`
      select ${keyColumns}, ${sql.join(values)} from ${sql.table(table)}
      where (${sql.join(passes, sql` or `)}) ${last ? sql`and (${keyColumns}) > ${keyOf(last)}` : sql``}
      order by ${keyColumns} limit ${sql.lit(limit)}`.execute(reader);
    return rows;
  }

  const outdatedRows = (reader: Reader) =>
    inBatches<Row>((batch) => select(reader, none([`${cipher.prefixes[0]}%`]), batch), atOnce);

  async function open(row: Row) {
    const values: { column: string; stored: string; text: string }[] = [];
    for (const column of columns) {
      const stored = row[column];
      if (typeof stored === "string") values.push({ column, stored, text: await cipher.decrypt(stored) });
    }
    return values;
  }

  const opensRow = (row: Row) =>
    open(row).then(
      () => true,
      () => false,
    );

  async function encryptAnew(row: Row): Promise<Write> {
    const updates: RawBuilder<unknown>[] = [];
    for (const { column, stored, text } of await open(row)) {
      const anew = Object.entries({ [column]: await cipher.encrypt(text), ...madeOf?.(text) });
      const set = sql.join(anew.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
      const isAsRead = sql`(${keyColumns}) = ${keyOf(row)} and ${sql.ref(column)} = ${stored}`;
      updates.push(sql`update ${sql.table(table)} set ${set} where ${isAsRead}`);
    }
    return async (tx) => {
      for (const update of updates) await update.execute(tx);
    };
  }

  return {
    table,
    columns,
    async opens(reader) {
      return (await select(reader, none(ofSecrets), { limit: 1 })).length === 0;
    },
    async *outdated(reader) {
      for await (const rows of outdatedRows(reader)) yield rows.map((row) => () => encryptAnew(row));
    },
    async giveUpLost(db) {
      const told: Lost[] = [];
      for await (const rows of outdatedRows(db.read)) {
        const lost: Row[] = [];
        for (const row of rows) if (!(await opensRow(row))) lost.push(row);
        if (lost.length === 0) continue;
        const given = await db.write(async (tx) => {
          const some: Lost[] = [];
          for (const row of lost) some.push(await declaration.giveUp(tx, row as never));
          return some;
        });
        told.push(...given);
      }
      return told;
    },
  };
}
