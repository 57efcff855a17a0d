import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addKeys as addKeysTo } from "../../../src/delivery/licenses/change-pool.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import {
  addKeys,
  countEmails,
  emailsOf,
  keysNamed,
  keysOf,
  listKeys,
  type Order,
  pool,
  readOrder,
  sendOrder,
  untilAllSent,
} from "../../support/keys.ts";
import { insertAccount, insertOrder, outboxOf } from "../../support/mail.ts";
import { makeProduct, send } from "../../support/products.ts";

describe.each(databasesUnderTest)("on $name", async ({ create, makeStore }) => {
  const service = await makeStore();

  test("200 orders at once on 150 keys get each key once; 50 wait, and get theirs oldest first, with one email each", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, keysNamed("K", 150));
    const orders = await Promise.all(Array.from({ length: 200 }, () => sendOrder(service, { [product.sku]: 1 })));
    const given = orders.flatMap(keysOf);
    expect(given.toSorted()).toEqual(keysNamed("K", 150));
    expect(await pool(service, product)).toEqual([0, 50]);
    // Oldest keys to the oldest order items, whatever the order of the answers.
    const assigned = await listKeys(service, product.id);
    expect(assigned.map(({ order_item_id }) => order_item_id)).toEqual(
      assigned.map(({ order_item_id }) => order_item_id).toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    );
    await untilAllSent(service);
    const before = await countEmails(service, "kept");

    expect((await addKeys(service, product.id, keysNamed("LATER", 50))).body.added).toBe(50);
    expect(await pool(service, product)).toEqual([0, 0]);
    const waiting = orders
      .filter((order) => keysOf(order).length === 0)
      .map(({ order_items }) => order_items[0]?.id ?? 0);
    const later = (await listKeys(service, product.id)).filter(({ key }) => key.startsWith("LATER"));
    expect(later.map(({ order_item_id }) => order_item_id ?? 0)).toEqual(waiting.toSorted((one, other) => one - other));
    await untilAllSent(service);
    expect((await countEmails(service, "kept")) - before).toBe(50);
    const one = orders.find((order) => keysOf(order).length === 0) as Order;
    const emails = await emailsOf(service, one);
    expect(emails).toHaveLength(2);
    const [key = ""] = keysOf(await readOrder(service, one.id));
    expect(emails[0]?.text_body).not.toContain("License key");
    expect(emails[1]?.text_body).toContain(key);
    expect(emails[1]?.html_body).toContain(key);
  });

  test("a customer who waits for thousands of keys gets them all, the first hundred in the email", async () => {
    const product = await makeProduct(service);
    const order = await sendOrder(service, { [product.sku]: 2_500 });
    await untilAllSent(service);
    await addKeys(service, product.id, keysNamed("STEP", 2_600));
    expect(keysOf(await readOrder(service, order.id))).toEqual(keysNamed("STEP", 2_500));
    expect(await pool(service, product)).toEqual([100, 0]);
    const last = (await emailsOf(service, order)).at(-1);
    expect([...(last?.text_body.match(/STEP-\d+/g) ?? [])]).toEqual(keysNamed("STEP", 100));
    expect(last?.text_body).toMatch(/\n\d+ more on your order page\.\n/);
  });

  test("orders of two products in opposite order, and keys for both, all succeed", async () => {
    const one = await makeProduct(service);
    const other = await makeProduct(service);
    const rounds = Array.from({ length: 20 }, (_, round) => [
      sendOrder(service, { [one.sku]: 2, [other.sku]: 1 }),
      sendOrder(service, { [other.sku]: 1, [one.sku]: 2 }),
      addKeys(service, one.id, keysNamed(`ONE-${round}`, 4)),
      addKeys(service, other.id, keysNamed(`OTHER-${round}`, 2)),
    ]);
    for (const answer of await Promise.all(rounds.flat())) if ("headers" in answer) expect(answer.status).toBe(200);
    expect([await pool(service, one), await pool(service, other)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("a product that gets its first keys amid orders has given each order its own", async () => {
    const product = await makeProduct(service);
    const adding: Promise<unknown>[] = [];
    const sending = Array.from({ length: 200 }, (_, n) => {
      if (n % 50 === 20) adding.push(addKeys(service, product.id, keysNamed(`FIRST-${n}`, 60)));
      return sendOrder(service, { [product.sku]: 1 }, { send_email: false });
    });
    const orders = await Promise.all(sending);
    await Promise.all(adding);
    expect(await pool(service, product)).toEqual([40, 0]);
    const read = await Promise.all(orders.map(({ id }) => readOrder(service, id)));
    expect(read.map((order) => keysOf(order).length)).toEqual(orders.map(() => 1));
    expect(new Set(read.flatMap(keysOf)).size).toBe(orders.length);
  });

  test("whatever happens at once, no key is assigned twice, and none lies idle while an order waits", async () => {
    const quantity = fc.integer({ min: 1, max: 3 });
    const step = fc.oneof(
      fc.record({ does: fc.constant("order" as const), quantity }),
      fc.record({ does: fc.constant("change" as const), quantity, which: fc.nat(20) }),
      fc.record({ does: fc.constant("delete" as const), which: fc.nat(20) }),
      fc.record({ does: fc.constant("add" as const), first: fc.nat(40), count: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ does: fc.constant("remove" as const), first: fc.nat(40), count: fc.integer({ min: 1, max: 6 }) }),
    );
    const steps = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, async (rounds) => {
        const product = await makeProduct(service);
        const orders: Order[] = [];
        const take = async (one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) => {
          const target = "which" in one ? orders[one.which % Math.max(1, orders.length)] : undefined;
          const named = "first" in one ? keysNamed("P", one.first + one.count).slice(one.first) : [];
          if (one.does === "order") {
            orders.push(await sendOrder(service, { [product.sku]: one.quantity }, { send_email: false }));
          } else if (one.does === "add") await addKeys(service, product.id, named);
          else if (one.does === "remove") {
            await send(service, "DELETE", `products/${product.id}/license_keys`, { license_keys: named });
          } else if (target && one.does === "change") {
            const order_items = [{ item_sku: product.sku, quantity: one.quantity }];
            await send(service, "PUT", `orders/${target.id}`, { order_items });
          } else if (target) await send(service, "DELETE", `orders/${target.id}`);
        };
        for (const round of rounds) await Promise.all(round.map(take));

        const keys = await listKeys(service, product.id);
        expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
        const now = await Promise.all(
          orders.map(({ id }) => send<{ order: Order | null }>(service, "GET", `orders/${id}`)),
        );
        const shown = now.flatMap(({ body }) => (body.order ? keysOf(body.order) : []));
        expect(new Set(shown).size).toBe(shown.length);
        const assigned = new Set(keys.filter(({ assigned_at }) => assigned_at !== null).map(({ key }) => key));
        expect(shown.filter((key) => !assigned.has(key))).toEqual([]);
        const [available, waiting] = await pool(service, product);
        expect(available).toBe(keys.length - assigned.size);
        if (available > 0) expect(waiting).toBe(0);
      }),
      { numRuns: 12 },
    );
  });

  test("keys that come before the delivery email is written go into that email, and later ones into another", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db);
    const { id: order_id } = await insertOrder(db, account);
    const item = db.read.selectFrom("order_items").selectAll().where("order_id", "=", order_id);
    const { id, product_id } = await item.executeTakeFirstOrThrow();
    await db.write((tx) => tx.updateTable("order_items").set({ quantity: 3 }).where("id", "=", id).execute());
    await addKeysTo(db, account, product_id, ["A"], instant(1));
    expect(await outboxOf(db)).toHaveLength(1);
    await db.write((tx) => tx.updateTable("emails").set({ attempts: 1 }).execute());
    await addKeysTo(db, account, product_id, ["B"], instant(2));
    await addKeysTo(db, account, product_id, ["C"], instant(3));
    expect(await outboxOf(db)).toHaveLength(2);
    expect((await item.executeTakeFirstOrThrow()).keys_assigned).toBe(3);
  });
});
