import type { Kysely } from "kysely";
import type { OnProgress } from "./copy-tables.ts";
import { countRows, sumOf } from "./copy-tables.ts";
import { rowsOf } from "./rows.ts";
import type { Table } from "./tables.ts";

/** What two tables with the same rows have in common, in whatever order these come. */
interface Digest {
  rows: number;
  /** The SHA-256 hashes of all rows, added up as numbers. */
  sum: bigint;
}

const modulus = 2n ** 256n;

/** Reads every row of the tables on both sides again. Throws with the name of a table whose rows differ. */
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
    const [one, other] = [await digestOf(from, table, count), await digestOf(to, table, count)];
    if (one.rows !== other.rows) {
      throw new Error(`The table ${table.name} has ${one.rows} rows, and its copy ${other.rows}.`);
    }
    if (one.sum !== other.sum) throw new Error(`The table ${table.name} and its copy differ in the content of rows.`);
  }
}

async function digestOf(db: Kysely<never>, table: Table, count: (rows: number) => void): Promise<Digest> {
  const digest: Digest = { rows: 0, sum: 0n };
  for await (const rows of rowsOf(db, table)) {
    for (const row of rows) {
      const values = JSON.stringify(table.columns.map((column) => row[column]));
      const hash = new Bun.CryptoHasher("sha256").update(values).digest("hex");
      digest.sum = (digest.sum + BigInt(`0x${hash}`)) % modulus;
    }
    digest.rows += rows.length;
    count(rows.length);
  }
  return digest;
}
