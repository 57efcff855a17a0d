import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Kysely, KyselyPlugin } from "kysely";
import { copySaved } from "../src/database/copy/copy-saved.ts";
import { openPostgres } from "../src/database/postgres.ts";
import { readSaved } from "../src/database/saved-database.ts";
import { databasesUnderTest } from "./_databases.ts";

const [sqlite, postgres] = ["sqlite", "postgres"].map((name) =>
  databasesUnderTest.find((one) => one.name === name),
) as [(typeof databasesUnderTest)[number], (typeof databasesUnderTest)[number]];

test("a source that is slower than PostgreSQL's limit for idle transactions is copied and compared", async () => {
  const { folder } = await sqlite.create();
  const { setting } = await postgres.createEmpty();
  // A migration may take longer than the limit.
  await (await openPostgres(setting)).close();
  const limited = new URL(setting);
  limited.searchParams.set("idle_in_transaction_session_timeout", "100");
  const target = await openPostgres(limited.href);
  const saved = readSaved(join(folder, "waybill.sqlite"));
  const compared: string[] = [];
  try {
    const tables = slowed(saved.tables);
    await copySaved({ tables }, target, { copying() {}, comparing: ({ table }) => void compared.push(table) });
    const { handle } = await target.read.selectFrom("accounts").select("handle").executeTakeFirstOrThrow();
    expect(handle).toBe("demo");
    expect(compared).toContain("accounts");
  } finally {
    await saved.close();
    await target.close();
  }
});

/** Rows of accounts arrive later than the limit allows. */
function slowed(db: Kysely<never>): Kysely<never> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => "handle" in row)) await Bun.sleep(300);
      return result;
    },
  };
  return db.withPlugin(plugin);
}
