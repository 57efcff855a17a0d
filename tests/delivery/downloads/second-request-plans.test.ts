import { Database as SqliteConnection } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { sql } from "kysely";
import type { FileLink } from "../../../src/delivery/downloads/link.ts";
import { mayRepeat } from "../../../src/delivery/downloads/second-requests.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { afterTests } from "../../support/cleanup.ts";
import { openDatabase } from "../../support/opened-database.ts";
import { createSqlite } from "../../support/sqlite.ts";

test("a request is compared with the newest downloads of its order, not with all of its address", async () => {
  const db = await openDatabase(await createSqlite());
  afterTests(() => db.close());
  const query = spyOn(SqliteConnection.prototype, "query");
  afterTests(() => query.mockRestore());
  const link = { file: { id: 1, version: 1, sizeBytes: 1 }, productId: 1, ordered: { orderId: 1, itemId: 1 } };
  const client = { ipAddress: "10.0.0.1", userAgent: "", country: null };
  const request = { link: link as FileLink, client, now: instantNow() };
  expect(await mayRepeat(db, request, { waits: false, caller: new AbortController().signal })).toBeFalse();
  const [looked = "", ...others] = query.mock.calls.map(([text]) => text).filter((text) => text.includes("downloads"));
  expect(others).toEqual([]);
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(looked.replaceAll("?", "1"))}`.execute(
    db.read,
  );
  const plan = rows.map(({ detail }) => detail).filter((detail) => detail.startsWith("SEARCH downloads"));
  expect(plan).toEqual([
    "SEARCH downloads USING INDEX downloads_order (order_id=? AND id>?)",
    "SEARCH downloads USING COVERING INDEX downloads_order (order_id=?)",
  ]);
});
