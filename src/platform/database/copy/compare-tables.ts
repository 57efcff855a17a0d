import type { Kysely } from "kysely";
import type { OnProgress } from "./copy-tables.ts";
import { countRows, sumOf } from "./copy-tables.ts";
import { rowsOf } from "./rows.ts";
import type { Row, Table } from "./tables.ts";

const modulus = 2n ** 256n;

/** Equal for two tables with the same rows, in any order. */
class Digest {
  rows = 0;
  /** The SHA-256 hashes of all rows, added up as numbers. */
  sum = 0n;

  add(rows: Row[], { columns }: Table): void {
    for (const row of rows) {
      const values = JSON.stringify(columns.map((column) => row[column]));
      const hash = new Bun.CryptoHasher("sha256").update(values).digest("hex");
      this.sum = (this.sum + BigInt(`0x${hash}`)) % modulus;
    }
    this.rows += rows.length;
  }
}

/** Reads every row of the tables on both sides again. Throws, naming the table, if rows differ. */
export async function compareTables(
  from: Kysely<never>,
  to: Kysely<never>,
  tables: Table[],
  onProgress: OnProgress = () => {},
): Promise<void> {
  const total = 2 * sumOf(await countRows(from, tables));
  let done = 0;
  for (const table of tables) {
    const count = (rows: number) => {
      done += rows;
      onProgress({ table: table.name, done, total });
    };
    const [one, other] = await digestBoth([from, to], table, count);
    if (one.rows !== other.rows) {
      throw new Error(`The table ${table.name} has ${one.rows} rows, and its copy ${other.rows}.`);
    }
    if (one.sum !== other.sum) throw new Error(`The table ${table.name} and its copy differ in the content of rows.`);
  }
}

/**
 * Reads a batch from each side in turn: PostgreSQL would end a transaction that is idle while a whole table is read on the other
 * side.
 */
async function digestBoth(
  [from, to]: [Kysely<never>, Kysely<never>],
  table: Table,
  count: (rows: number) => void,
): Promise<[Digest, Digest]> {
  const [one, other] = [new Digest(), new Digest()];
  const [batches, others] = [rowsOf(from, table), rowsOf(to, table)];
  for (;;) {
    // If one side has ended, it returns the same result again.
    const [next, another] = await Promise.all([batches.next(), others.next()]);
    if (next.done && another.done) return [one, other];
    one.add(next.value ?? [], table);
    other.add(another.value ?? [], table);
    count((next.value?.length ?? 0) + (another.value?.length ?? 0));
  }
}
