import { describe, expect, test } from "bun:test";
import { type RootOperationNode, SqliteQueryCompiler, sql } from "kysely";
import { searchOrders } from "../../../src/delivery/order-index/search.ts";
import type { Order } from "../../../src/delivery/orders/order-columns.ts";
import { listOrders, withItems } from "../../../src/delivery/orders/queries.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { afterTests } from "../../support/cleanup.ts";
import { openDatabase } from "../../support/opened-database.ts";
import { createSqlite } from "../../support/sqlite.ts";

describe("on SQLite", () => {
  test("no search for orders, no count of all, and no look at an order reads everything that was ever ordered", async () => {
    const db = await openDatabase(await createSqlite());
    afterTests(() => db.close());
    const nodes: RootOperationNode[] = [];
    const reader = db.read.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const page = { now: instantNow(), offset: 0, limit: 50 };
    for (const search of [
      { text: "ann" },
      { text: "ann lee" },
      { text: "Novák O’Brien" },
      { text: "Order (#EN-1001)" },
      { text: "ann", email: "ann@example.com" },
      { text: "ann", status: "open" as const },
      { email: "ann@example.com" },
      { recipient: "ann@example.com" },
      { sku: "A", status: "open" as const },
      { waitingForKeys: true },
    ]) {
      await searchOrders(reader, 1, { status: "all", ...search }, page);
    }
    const plans = await Promise.all(nodes.map(planOf));
    // Two for each address: its spellings are found first.
    expect(plans).toHaveLength(13);
    for (const plan of plans) {
      expect(plan).toMatch(/^(CO-ROUTINE \(subquery-\d+\)\n)?SEARCH orders/);
      // Only what the subquery found, and a list of values, may be read from one end to the other.
      expect(plan).not.toMatch(/\bSCAN (?!\(subquery|json_each VIRTUAL)|(orders|found) USING [\w ]+ \(account_id=\?\)/);
    }
    nodes.length = 0;
    await searchOrders(reader, 1, { status: "all" }, page);
    expect(await planOf(nodes[0])).toBe("SEARCH orders USING COVERING INDEX orders_newest (account_id=?)");
    nodes.length = 0;
    await searchOrders(reader, 1, { status: "open" }, page);
    expect(await planOf(nodes[0])).toContain("USING COVERING INDEX orders_newest (account_id=?");
    expect(await planOf(nodes[1])).toBe("SEARCH orders USING INDEX orders_newest (account_id=?)");
    nodes.length = 0;
    for (const filter of [undefined, "manual"] as const) {
      await listOrders(reader, 1, page.now, { filter, after: { createdAt: instant(1), id: 1 } as Order, limit: 50 });
      const index = filter ? "orders_manual" : "orders_newest";
      const [same, rest] = await Promise.all(nodes.splice(0).map(planOf));
      expect(same).toBe(`SEARCH orders USING INDEX ${index} (account_id=? AND created_at=? AND id<?)`);
      expect(rest).toBe(`SEARCH orders USING INDEX ${index} (account_id=? AND created_at<?)`);
    }
    await withItems(reader, [{ id: 1 } as Order]);
    expect(await planOf(nodes[0])).toStartWith("SEARCH item USING INDEX order_items_order (order_id=? AND id>?)");

    /** A prepared query has placeholders in place of its values. */
    function exampleOf(parameter: unknown): unknown {
      return typeof parameter === "object" ? 1 : parameter;
    }

    async function planOf(node: RootOperationNode | undefined): Promise<string> {
      if (!node) throw new Error("There is no query.");
      const query = new SqliteQueryCompiler().compileQuery(node, { queryId: "" });
      const parts = query.sql
        .split("?")
        .map((text, n) => (n === 0 ? sql.raw(text) : sql`${exampleOf(query.parameters[n - 1])}${sql.raw(text)}`));
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.join(parts, sql.raw(""))}`.execute(
        db.read,
      );
      return rows.map(({ detail }) => detail).join("\n");
    }
  });
});
