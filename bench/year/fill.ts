import { type Kysely, sql } from "kysely";
import { createAccountWithOwner } from "../../src/access/people/owner.ts";
import { readConfig } from "../../src/config/config.ts";
import { openContext } from "../../src/context.ts";
import { dayMilliseconds } from "../../src/platform/days.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { fillTables, smallStores } from "./tables.ts";

/**
 * Fills an empty PostgreSQL database with a year of one large store and twenty small ones (docs/operate/scale.md):
 *
 *     WAYBILL_DATA=/tmp/year WAYBILL_DATABASE=postgres://… npx bun bench/year/fill.ts [millions of downloads]
 *
 * Without a number 50 million downloads, and a tenth as many orders. It needs 30 GB for them, and a role that may set
 * `session_replication_role`.
 */
const downloads = Number(process.argv[2] ?? 50) * 1_000_000;
const context = await openContext(readConfig(process.env));
const db = context.db.scan as unknown as Kysely<never>;
const passwordHash = await Bun.password.hash("large store");
await context.db.write(async (tx) => {
  const handles = ["large", ...Array.from({ length: smallStores }, (_, index) => `small${index}`)];
  for (const handle of handles) {
    const keys = handle === "large" ? { apiKey: "large-store", apiToken: "large-store" } : {};
    await createAccountWithOwner(tx, context.vault, { handle, ...keys, passwordHash }, instantNow());
  }
});
const { rows } = await sql<{ ids: number[] }>`select array_agg(id::int order by id) as ids from accounts
  where handle = 'large' or handle like 'small%'`.execute(db);
if (rows[0]?.ids.join() !== Array.from({ length: smallStores + 1 }, (_, index) => index + 1).join()) {
  throw new Error("The database must be empty: the accounts are to have the numbers 1 to 21.");
}
const until = Math.floor(instantNow() / dayMilliseconds) * dayMilliseconds;
await fillTables(db, { downloads, orders: downloads / 10, from: until - 365 * dayMilliseconds, until });
await context.close();
