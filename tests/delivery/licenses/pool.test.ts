import { expect, test } from "bun:test";
import { sql } from "kysely";
import { oldestFreeKeys, stockedProducts } from "../../../src/delivery/licenses/pool.ts";
import { productsWithKeys } from "../../../src/delivery/licenses/queries.ts";
import type { Tx } from "../../../src/platform/database/database.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertAccount, insertOrder } from "../../support/mail.ts";

const postgres = databasesUnderTest.filter(({ name }) => name === "postgres");

/** Rows of `license_keys` that the connection has read, in this transaction and perhaps in some before. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (seq_tup_read + idx_tup_fetch)::int as count
    from pg_stat_xact_user_tables where relname = 'license_keys'`.execute(tx);
  return rows[0]?.count ?? 0;
}

test.each(postgres)(
  "on $name, an order reads few keys of a large pool, whatever the planner believes of it",
  async (one) => {
    const db = await (await one.create()).open();
    const account = await insertAccount(db);
    await insertOrder(db, account);
    const { id: productId } = await db.read.selectFrom("products").select("id").executeTakeFirstOrThrow();
    await db.write(async (tx) => {
      await sql`alter table license_keys set (autovacuum_enabled = false)`.execute(tx);
      await sql`insert into license_keys (account_id, product_id, key, created_at)
      select ${account.id}, ${productId}, 'KEY ' || n, 0 from generate_series(1, 20000) as n`.execute(tx);
      await sql`analyze license_keys`.execute(tx);
      // Since it was analyzed, nearly all have been assigned.
      await sql`update license_keys set assigned_at = 1
      where id not in (select id from license_keys order by id desc limit 5)`.execute(tx);
    });
    await db.write(async (tx) => {
      const before = await rowsRead(tx);
      const without = productId + 1;
      expect(await productsWithKeys(tx, [productId, without])).toEqual(new Map([[productId, 0]]));
      expect(await stockedProducts(tx, [productId, without])).toEqual(new Set([productId]));
      const keys = await oldestFreeKeys(tx, { productId, most: 2 });
      expect(keys.map(({ key }) => key)).toEqual(["KEY 19996", "KEY 19997"]);
      const read = (await rowsRead(tx)) - before;
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(50);
    });
  },
);
