import { Database as SqliteConnection } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { FileLink } from "../../../src/delivery/downloads/link.ts";
import { mayRepeat, takeRepeat } from "../../../src/delivery/downloads/second-requests.ts";
import { countAddresses } from "../../../src/delivery/order-index/downloads.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const file = { id: 1, version: 1, sizeBytes: 1 };
const links = {
  order: { file, productId: 1, ordered: { orderId: 1, itemId: 1 } },
  client: { file, productId: 1 },
};

for (const { name, create } of databasesUnderTest) {
  test(`on ${name}, the newest downloads of an order or client are read from the end of an index, whatever their number`, async () => {
    const db = await (await create()).open();
    if (name === "postgres") await fill(db);
    for (const [of, link] of Object.entries(links)) {
      const plans = await plansOf(db, () => repeat(db, link as FileLink), "sent_downloads");
      expect(plans).toHaveLength(2);
      for (const plan of plans) expectEndOfIndex(plan, of === "order" ? "downloads_order" : "downloads_client");
    }
    const counted = await plansOf(db, () => countAddresses(db.read, 1), "ip_address");
    expect(counted).toHaveLength(1);
    for (const plan of counted) expectEndOfIndex(plan, "downloads_order");
  });

  const expectEndOfIndex = (plan: string, index: string) => {
    if (name === "sqlite") expect(plan).toContain(`SEARCH downloads USING INDEX ${index} (`);
    else expect(plan).toContain(`Index Scan Backward using ${index} on downloads`);
    expect(plan).not.toMatch(/Bitmap|Sort Key: downloads/);
  };
}

/** One order has most of the downloads, and the statistics are of a time when each had ten. */
async function fill(db: Database): Promise<void> {
  const insert = (orders: string) =>
    sql`insert into downloads (account_id, product_id, order_id, order_item_id, file_id, downloaded_at, lacks_first_part,
      file_version, size_bytes, filename, user_agent, ip_address)
      select 1, 1, ${sql.raw(orders)}, ${sql.raw(orders)}, 1, n, 0, 1, 1, '', '', '10.0.0.' || n % 2000 from generate_series(1, 20000) as n`;
  await db.write(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await insert("n % 2000 + 1").execute(tx);
    await sql`analyze downloads`.execute(tx);
    await insert("1").execute(tx);
  });
}

/** Both queries of a request. */
async function repeat(db: Database, link: FileLink): Promise<void> {
  const client = { ipAddress: "10.0.0.1", userAgent: "", country: null };
  const request = { link, client, now: instantNow() };
  await mayRepeat(db, request, { waits: false, caller: new AbortController().signal });
  await db.write((tx) => takeRepeat(tx, request));
}

/** How the database finds the rows, for each query that `ask` makes and whose text has this word. */
async function plansOf(db: Database, ask: () => Promise<unknown>, word: string): Promise<string[]> {
  const spies = [spyOn(SqliteConnection.prototype, "query"), spyOn(pg.Client.prototype, "query")];
  await ask();
  const [onSqlite = [], onPostgres = []] = spies.map((spy) => spy.mock.calls as unknown[][]);
  for (const spy of spies) spy.mockRestore();
  const looks = (text: string) => text.includes(word);
  if (onSqlite.length > 0) {
    const texts = onSqlite.map(([text]) => text as string).filter(looks);
    return Promise.all(texts.map((text) => explained(db, sql.raw(`explain query plan ${text.replaceAll("?", "1")}`))));
  }
  const named = onPostgres.map(([statement]) => statement as { text?: string; values: unknown[] });
  const asked = named.filter(({ text }) => text && looks(text));
  return Promise.all(
    asked.map(({ text = "", values }) => {
      const parts = text.split(/\$\d+/).map((part, n) => sql`${n === 0 ? sql`` : values[n - 1]}${sql.raw(part)}`);
      return explained(db, sql`explain ${sql.join(parts, sql``)}`);
    }),
  );
}

async function explained(db: Database, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await query.execute(db.read);
  return rows.map((row) => Object.values(row as object).at(-1)).join("\n");
}
