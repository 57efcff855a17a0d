import { describe, expect, test } from "bun:test";
import { endEvent, insertEvent, postponeEvent } from "../../../src/messages/connection-events/events.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createVault } from "../../../src/platform/vault.ts";
import { changeConnection, createConnection } from "../../../src/shops/connections/connections.ts";
import { lockShopOrder } from "../../../src/shops/connections/known/shop-orders.ts";
import { createRetry, retryWaiting } from "../../../src/shops/connections/retry-after-change.ts";
import { accountByHandle } from "../../../src/store/accounts/queries.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const vault = createVault({ current: "a secret for tests", old: null });

describe.each(databasesUnderTest)("what waits for a connection that is changed, on $name,", ({ create }) => {
  /** Two connections, each with orders that match nothing, events that failed, and events that wait. No server runs. */
  async function waiting(count: number) {
    const db = await (await create()).open();
    const account = (await accountByHandle(db.read, "demo"))?.account;
    if (!account) throw new Error("There is no account.");
    const now = instantNow();
    const connections: number[] = [];
    for (const _ of [1, 2]) {
      connections.push((await db.write((tx) => createConnection(tx, vault, account, { kind: "woocommerce" }, now))).id);
    }
    const event = (connectionId: number, externalId: string | null) => ({
      ...{ accountId: account.id, connectionId, externalId, source: "hook" as const, topic: "order.updated" },
      ...{ headers: {}, body: Buffer.from("{}"), state: "pending" as const },
    });
    const ended = { note: "No.", orderId: null };
    await db.write(async (tx) => {
      for (let number = 0; number < count; number++) {
        for (const connectionId of connections) {
          const externalId = String(number);
          const eventId = await insertEvent(tx, event(connectionId, externalId), now);
          await endEvent(tx, eventId, { ...ended, state: "needs_attention" });
          await lockShopOrder(tx, { accountId: account.id, connectionId, externalId }, { eventId, now });
          const failed = await insertEvent(tx, event(connectionId, null), now);
          await endEvent(tx, failed, { ...ended, state: "failed" });
          const later = await insertEvent(tx, event(connectionId, null), now);
          await postponeEvent(tx, later, "No.", instant(now + 3_600_000));
        }
      }
      await tx.updateTable("connection_orders").set({ problem: "unmatched" }).execute();
    });
    const due = async (connectionId: number) => {
      const rows = db.read.selectFrom("connection_events").select("id").where("connection_id", "=", connectionId);
      const found = await rows.where("state", "=", "pending").where("next_attempt_at", "<=", instantNow()).execute();
      return found.length;
    };
    const [changed = 0, other = 0] = connections;
    return { db, account, changed, other, due };
  }

  test("becomes due a few at a time, and another server goes on where one ended", async () => {
    const { db, changed, other, due } = await waiting(70);
    expect(await createRetry(db)(instantNow())).toBe(false);
    await db.write((tx) => retryWaiting(tx, changed, instantNow()));
    expect(await due(changed)).toBe(0);
    let before = 0;
    // Each server ends after a step.
    while (await createRetry(db)(instantNow())) {
      const after = await due(changed);
      expect(after - before).toBeLessThanOrEqual(20);
      before = after;
    }
    expect(before).toBe(210);
    expect(await due(other)).toBe(0);
  });

  test("is looked at from its beginning if the connection is changed meanwhile", async () => {
    const { db, changed, due } = await waiting(30);
    const retry = createRetry(db);
    await db.write((tx) => retryWaiting(tx, changed, instantNow()));
    await retry(instantNow());
    expect(await due(changed)).toBe(20);
    await db.write((tx) => tx.updateTable("connection_events").set({ state: "needs_attention" }).execute());
    await db.write((tx) => retryWaiting(tx, changed, instantNow()));
    await retry(instantNow());
    expect(await due(changed)).toBe(20);
    while (await retry(instantNow()));
    expect(await due(changed)).toBe(30);
  });

  test("of several, all take turns", async () => {
    const { db, changed, other, due } = await waiting(30);
    const retry = createRetry(db);
    for (const id of [changed, other]) await db.write((tx) => retryWaiting(tx, id, instantNow()));
    await retry(instantNow());
    await retry(instantNow());
    expect([await due(changed), await due(other)]).toEqual([20, 20]);
    while (await retry(instantNow()));
    expect([await due(changed), await due(other)]).toEqual([90, 90]);
  });

  test("is looked at after changes that may matter only", async () => {
    const { db, account, changed } = await waiting(0);
    const change = async (changes: Parameters<typeof changeConnection>[4]) =>
      (await db.write((tx) => changeConnection(tx, vault, account.id, changed, changes, instantNow()))).mayMatter;
    const settings = { apiUrl: "https://shop.example" };
    expect(await change({ name: "New", test: false, polling: true, settings: {} })).toBe(false);
    expect(await change({ settings })).toBe(true);
    expect(await change({ settings })).toBe(false);
    expect(await change({ secret: "new" })).toBe(true);
    expect(await change({ secret: "new" })).toBe(false);
    expect(await change({ access: { key: "key" } })).toBe(true);
    expect(await change({ test: true })).toBe(true);
  });
});
