import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys } from "../../support/keys.ts";
import { makeProduct, send } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

const from = Date.now();
const archived = "2026-03-04T05:06:07+00:00";
const inDays = (days: number) => `${new Date(from + days * 24 * 3_600_000).toISOString().slice(0, 19)}+00:00`;

describe.each(databasesUnderTest)(
  "on $name, a store that moves to another installation by its files",
  ({ makeStore }) => {
    let [old, moved]: Store[] = [];
    const stores = () => [old, moved] as [Store, Store];
    const sell = async (store: Store, email: string, skus: string[], fields: object = {}) => {
      const order_items = skus.map((sku) => ({ sku, price: 10 }));
      const { status, body } = await v3(store, "POST", "orders", { email, order_items, send_email: false, ...fields });
      expect(status).toBe(201);
      return body.order;
    };
    const orderOf = async (store: Store, email: string) =>
      (await v3(store, "GET", `orders/${(await v3(store, "GET", `orders?email=${email}`)).body.orders[0].id}`)).body
        .order;
    const act = async (store: Store, id: number, action: string) => {
      const { status, body } = await v3(store, "POST", `orders/${id}/${action}`);
      expect([action, status]).toEqual([action, 200]);
      return body.order;
    };
    const emailsTo = async (store: Store, { id }: { id: number }) =>
      (await v3(store, "GET", `emails?order_id=${id}`)).body.emails.length;
    const moveFile = async (kind: "products" | "orders" | "license_keys") => {
      const { bytes } = await exportCsv(stores()[0], `${kind}.csv`);
      return { bytes, report: (await importCsv(stores()[1], kind, bytes)).body.import };
    };
    const notes = (text: string) => expect.stringContaining(text);
    let orderReport: { notes: string[] };

    const customers = ["held", "mailed", "revoked", "partly", "early", "waits", "made", "gift", "plain", "served"];
    const before = new Map<string, Awaited<ReturnType<typeof orderOf>>>();

    beforeAll(async () => {
      [old, moved] = await Promise.all([makeStore(), makeStore()]);
      await makeProduct(old, { sku: "MAP" });
      await makeProduct(old, { sku: "BOOK" });
      await makeProduct(old, { sku: "BOX", contents: [{ sku: "MAP" }, { sku: "BOOK", quantity: 2 }] });
      await makeProduct(old, { sku: "MADE", license_source: "made" });
      const free = await makeProduct(old, { sku: "FREE", permalink_enabled: false });
      await addKeys(old, free.id, ["F-1", "F-2", "F-3"]);
      await sell(old, "served@example.com", ["FREE"], { vendor_id: "V-1" });
      const { id } = await makeProduct(old, { sku: "KEYED" });
      await sell(old, "early@example.com", ["KEYED", "MAP"]);
      await send(old, "POST", `products/${id}/license_keys`, { license_keys: ["K-1", "K-2"], earlier_orders: "skip" });
      await sell(old, "held@example.com", ["MAP", "KEYED"], { hold: true, expiration_date: inDays(5) });
      await sell(old, "mailed@example.com", ["MAP"], { hold: true, send_email: true });
      const revoked = await sell(old, "revoked@example.com", ["KEYED", "MADE"]);
      await act(old, revoked.id, "revoke");
      const partly = await sell(old, "partly@example.com", ["MAP", "BOX", "KEYED"]);
      for (const item of partly.order_items
        .filter(({ item_sku }: { item_sku: string }) => ["BOX", "KEYED"].includes(item_sku))
        .slice(0, 2))
        expect((await v3(old, "POST", `order_items/${item.id}/revoke`)).status).toBe(200);
      await sell(old, "waits@example.com", ["KEYED"]);
      await sell(old, "made@example.com", ["MADE", "MADE"]);
      const gift = { recipient_email: "eve@example.com", deliver_at: inDays(30), send_email: true };
      await sell(old, "gift@example.com", ["MAP"], gift);
      await sell(old, "plain@example.com", ["MAP"]);
      for (const name of customers) before.set(name, await orderOf(old, `${name}@example.com`));

      await send(old, "PUT", `products/${id}`, { archived_at: archived });
      const early = (await importCsv(moved, "orders", (await exportCsv(old, "orders.csv")).bytes)).body.import;
      expect(early.notes).toContain("6 SKUs of this file have no product here. Import the products first.");
      expect((await moveFile("products")).report.applied).toBe(true);
      const { report } = await moveFile("orders");
      expect(report).toMatchObject({ rows: customers.length, refused: [], applied: true });
      orderReport = report;
      const keys = (await moveFile("license_keys")).report;
      expect(keys).toMatchObject({ refused: [], applied: true });
      // Each order has its own: nobody gets a free one, or an email.
      expect(keys.notes.join(" ")).not.toContain("earlier order");
    });

    test("keeps what is on hold and revoked, each license key, and who gets none", async () => {
      for (const name of customers) {
        const shown = (order: { order_items: Record<string, unknown>[]; [field: string]: unknown }) => ({
          ...{
            id: order.id,
            vendor_id: order.vendor_id,
            state: order.state,
            held_at: order.held_at,
            revoked_at: order.revoked_at,
          },
          ...{ expiration_date: order.expiration_date, total: order.total, deliver_at: order.deliver_at },
          items: order.order_items.map(
            ({ item_sku, quantity, license_keys, license_keys_due, license_keys_omitted, ...rest }) => ({
              ...{ item_sku, quantity, license_keys, license_keys_due, license_keys_omitted },
              isRevoked: rest.revoked_at !== null,
            }),
          ),
        });
        expect([name, shown(await orderOf(moved as Store, `${name}@example.com`))]).toEqual([
          name,
          shown(before.get(name) as never),
        ]);
      }
      const totals = async (store: Store) => (await v3(store, "GET", "stats")).body.stats.totals;
      expect(await totals(moved as Store)).toEqual(await totals(old as Store));
      expect(before.get("early")).toMatchObject({ order_items: [{ license_keys_omitted: "earlier_order" }, {}] });
      expect(before.get("waits")).toMatchObject({ order_items: [{ license_keys: [], license_keys_due: 1 }] });
    });

    test("keeps archived products archived, and permalinks off", async () => {
      const shown = async (sku: string) => (await v3(moved as Store, "GET", `skuproducts/${sku}`)).body.product;
      expect(await shown("KEYED")).toMatchObject({ archived_at: archived, permalink_enabled: true });
      expect(await shown("FREE")).toMatchObject({ archived_at: null, permalink_enabled: false });
      const [store] = stores();
      const rows = new TextDecoder().decode((await exportCsv(store, "products.csv")).bytes);
      const changed = rows.replace(archived, "never").replace(/(FREE.*),false,/, "$1,true,");
      const { notes } = (await importCsv(store, "products", changed)).body.import;
      expect(notes).toContain("2 rows change: permalink_enabled in 1 row, archived_at in 1 row.");
      const back = async (sku: string) => (await v3(store, "GET", `skuproducts/${sku}`)).body.product;
      expect(await back("KEYED")).toMatchObject({ archived_at: null });
      expect(await back("FREE")).toMatchObject({ permalink_enabled: true });
    });

    test("is told what a file of orders that exist cannot change", async () => {
      const [store] = stores();
      const { bytes } = await exportCsv(store, "orders.csv?email=plain@example.com");
      const changed = new TextDecoder().decode(bytes).replace(/,10,USD,open,false,,/, ",12,USD,open,false,2026-01-01,");
      const { notes, applied } = (await importCsv(store, "orders", changed)).body.import;
      expect([notes, applied]).toEqual([expect.arrayContaining([expect.stringContaining("0 of them differ")]), true]);
      expect(notes).toContain("A file cannot change total in 1 row, held_at in 1 row. Use the order's page.");
      const wrongKind = await importCsv(store, "orders", "sku,name\r\nA,B\r\n");
      expect([wrongKind.status, wrongKind.body.detail]).toEqual([
        422,
        expect.stringContaining("It looks like a file of products."),
      ]);
    });

    test("is told what the files do before they do it", () => {
      expect(orderReport.notes).toEqual(
        expect.arrayContaining([
          notes("2 orders are on hold, and delivered when released."),
          notes("1 order is revoked, as in the file."),
          notes("1 order has revoked products."),
          notes("send_email is true in 2 rows: their customers get the delivery email"),
          notes("The orders have 6 license keys of their own. Import the file of license keys next."),
        ]),
      );
    });

    test("mails a gift on its day and an order when it is released, and nobody else", async () => {
      const emails = async (name: string) =>
        emailsTo(moved as Store, await orderOf(moved as Store, `${name}@example.com`));
      expect(await Promise.all(customers.map(emails))).toEqual([0, 0, 0, 0, 0, 0, 0, 2, 0, 0]);
      const [held, mailed] = [before.get("held"), before.get("mailed")];
      await addKeys(moved as Store, (await v3(moved as Store, "GET", "skuproducts/KEYED")).body.product.id, ["K-3"]);
      expect((await orderOf(moved as Store, "waits@example.com")).order_items[0].license_keys).toEqual(["K-3"]);
      expect((await orderOf(moved as Store, "early@example.com")).order_items[0].license_keys).toEqual([]);
      const released = await act(moved as Store, held.id, "release");
      expect(released.held_at).toBeNull();
      expect(Date.parse(released.expiration_date)).toBeGreaterThanOrEqual(Date.parse(held.expiration_date));
      await act(moved as Store, mailed.id, "release");
      expect(await Promise.all([emails("held"), emails("mailed")])).toEqual([0, 1]);
      await act(moved as Store, before.get("revoked").id, "restore");
      expect((await orderOf(moved as Store, "revoked@example.com")).order_items).toMatchObject(
        before.get("revoked").order_items.map(({ license_keys }: { license_keys: string[] }) => ({ license_keys })),
      );
    });

    test("is told of cells that contradict each other", async () => {
      const file = csvLines(
        "email,skus,held_at,revoked_at,revoked_skus,license_keys",
        "a@example.com,MAP,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,,",
        "b@example.com,MAP,,,BOOK,",
        "c@example.com,MAP*3,,,MAP*2,",
        "d@example.com,MAP;BOOK,,,,1;1;1",
        `e@example.com,MAP,${inDays(1)},,,`,
        "f@example.com,MAP,,soon,,some",
      );
      expect((await importCsv(moved as Store, "orders", file)).body.import).toMatchObject({
        applied: false,
        refused: [
          { row: 2, field: "held_at", reason: "must be empty if revoked_at is not" },
          { row: 3, field: "revoked_skus", reason: 'contains "BOOK", which is not in skus' },
          {
            row: 4,
            field: "revoked_skus",
            reason: "must name a product with all of its units: none is revoked in part",
          },
          { row: 5, field: "license_keys", reason: "must be one number, or one for each of the 2 SKUs" },
          { row: 6, field: "held_at", reason: "must not be in the future" },
          { row: 7, field: "revoked_at" },
          { row: 7, field: "license_keys" },
        ],
      });
    });

    test("takes no keys from orders that wait, and revokes an order with its last product", async () => {
      const { sku, id } = await makeProduct(moved as Store, { sku: "BUSY" });
      await addKeys(moved as Store, id, ["B-1"]);
      await sell(moved as Store, "busy-1@example.com", [sku]);
      const waiting = await sell(moved as Store, "busy-2@example.com", [sku]);
      const file = csvLines("email,skus,license_keys", "g@example.com,BUSY,none");
      expect((await importCsv(moved as Store, "orders", file)).body.import.refused).toMatchObject([
        {
          row: 2,
          field: "license_keys",
          reason: 'cannot be none for "BUSY": other orders here lack keys of this product',
        },
      ]);
      await addKeys(moved as Store, id, ["B-2"]);
      expect((await orderOf(moved as Store, "busy-2@example.com")).id).toBe(waiting.id);
      const whole = csvLines(
        "email,skus,revoked_skus",
        "h@example.com,BOX,BOX",
        "i@example.com,MADE;BOX,BOX",
        "j@example.com,MAP; BOOK*2 ,BOOK*2",
      );
      expect((await importCsv(moved as Store, "orders", whole)).body.import.applied).toBe(true);
      expect(await orderOf(moved as Store, "h@example.com")).toMatchObject({ state: "revoked" });
      const spaced = await orderOf(moved as Store, "j@example.com");
      expect(spaced.order_items).toMatchObject([{ revoked_at: null }, { revoked_at: expect.any(String) }]);
      const some = await orderOf(moved as Store, "i@example.com");
      expect(some.revoked_at).toBeNull();
      expect(
        some.order_items.map(({ item_sku, revoked_at }: { item_sku: string; revoked_at: string | null }) => [
          item_sku,
          revoked_at !== null,
        ]),
      ).toEqual([
        ["MADE", false],
        ["BOX", true],
        ["MAP", true],
        ["BOOK", true],
      ]);
    });
  },
);
