import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { about, examineWith } from "../../support/examination.ts";
import { untilAllSent } from "../../support/keys.ts";
import { freePort } from "../../support/ports.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";
import { localWebhooks } from "../../support/webhooks.ts";

/** One installation. Each test makes something else in it wrong than the others look at. */
describe.each(databasesUnderTest)("on $name", ({ name, create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let db: Database;

  beforeAll(async () => {
    database = await create();
    const mail = await startSmtpServer();
    service = await startService({ database, environment: { WAYBILL_SMTP: mail.url(), ...localWebhooks } });
    db = await database.open();
    await makeProduct(service, { sku: "DAYS", price: 9.95, currency: "EUR" });
    await addItem(service, "FILE");
    const { id, links } = await createOrder(service, { skus: ["FILE", "DAYS"] });
    const payment = { access_until: "2031-01-01T00:00:00Z", payment_id: "in_1", total: 5 };
    await v3(service, "PUT", `orders/${id}`, { access_until: "2030-01-01T00:00:00Z" });
    expect((await v3(service, "POST", `orders/${id}/renew`, payment)).status).toBe(200);
    expect((await service.get(links[0] ?? "")).status).toBe(200);
    const gone = await createOrder(service, { skus: ["DAYS"] });
    await untilAllSent(service);
    await service.api(`/api/v3/orders/${gone.id}`, { method: "DELETE" });
  });

  test("keys and downloads of order items that differ from what was counted are named", async () => {
    const found = async () => about(await examineWith(database, {}, "--quick", "--processes", "200"), "counts")[1];
    expect(await found()).toMatchObject({ status: "ok", summary: expect.stringContaining("of all 3 order items are") });
    await until("the list of customers knows the order", async () => {
      const rows = await db.read.selectFrom("customer_index").select("orders").execute();
      return Bun.deepEquals(rows, [{ orders: 1 }]);
    });
    const customers = async () => about(await examineWith(database, {}, "--quick"), "counts").at(-1);
    expect(await customers()).toMatchObject({ status: "ok", summary: expect.stringContaining("all 1 customers") });
    await db.write((tx) => tx.updateTable("customer_index").set({ orders: 3 }).execute());
    await db.write((tx) => tx.updateTable("customer_counts").set({ customers: 2 }).execute());
    const summary = expect.stringMatching(/account \d+ has 1 customers \(2 counted\), 1 of them with other orders/);
    expect(await customers()).toMatchObject({ status: "problem", summary });
    await db.write((tx) => tx.updateTable("order_items").set({ download_count: 0, keys_assigned: 1 }).execute());
    await db.write((tx) => tx.updateTable("allowances").set({ download_count: 0 }).execute());
    expect(await found()).toMatchObject({
      status: "problem",
      summary: expect.stringContaining("item 1 has 0 keys (1 counted) and 1 downloads (0 counted)"),
    });
    const report = await examineWith(database, {}, "--quick", "--processes", "200");
    const connections = about(report, "database").filter(({ summary }) => summary.includes("200 server processes"));
    expect(connections).toHaveLength(name === "postgres" ? 1 : 0);
  });

  test("orders, downloads, emails and revenue of days that differ from what was counted are named", async () => {
    const found = async () => about(await examineWith(database, {}, "--quick"), "counts").slice(2, -1);
    expect(await found()).toEqual([
      expect.objectContaining({
        status: "ok",
        summary: "The orders, downloads, emails and revenue of 1 day are what was counted.",
      }),
    ]);
    const day = new Date().toISOString().slice(0, 10);
    await db.write((tx) => tx.updateTable("account_days").set({ emails: 5 }).execute());
    expect(await found()).toMatchObject([
      { status: "problem", summary: expect.stringContaining(`2 emails of account 1 on ${day} (5 counted)`) },
    ]);
    await db.write(async (tx) => {
      await tx.updateTable("product_days").set({ downloads: 2, bytes: 0 }).where("downloads", ">", 0).execute();
      await tx.updateTable("account_days").set({ orders: 1 }).execute();
      await tx.deleteFrom("revenue_days").execute();
    });
    const [counts, revenue, ...others] = await found();
    expect(others).toEqual([]);
    expect(counts?.status).toBe("problem");
    for (const words of [
      `1 downloads of product 2 on ${day} (2 counted)`,
      `2 orders of account 1 on ${day} (1 counted)`,
    ]) {
      expect(counts?.summary).toContain(words);
    }
    expect(revenue).toMatchObject({
      status: "warning",
      summary: expect.stringContaining(`14.95 in revenue of account 1 on ${day} (0 counted)`),
    });
  });

  test("shops that fail and webhook messages that wait are named", async () => {
    await addItem(service, "WAITING");
    const made = await v3(service, "POST", "connections", { kind: "woocommerce", name: "Old shop" });
    const { id } = made.body.connection;
    const endpoint = { url: `http://127.0.0.1:${await freePort()}/hook`, events: ["order.created"] };
    expect((await v3(service, "POST", "webhook_endpoints", endpoint)).status).toBe(201);
    await createOrder(service, { skus: ["WAITING"] });
    const found = async () => {
      const report = await examineWith(database, {}, "--quick");
      return [...about(report, "connections"), ...about(report, "webhooks")];
    };
    expect((await found()).map(({ status }) => status)).toEqual(["ok", "ok"]);
    await until("the message waits", async () => {
      const rows = await db.read.selectFrom("webhook_deliveries").select("state").execute();
      return rows.some(({ state }) => state === "deferred");
    });
    const hoursAgo = (hours: number) => instant(instantNow() - hours * 3_600_000);
    await db.write(async (tx) => {
      await tx
        .updateTable("webhook_deliveries")
        .set({ created_at: hoursAgo(2) })
        .execute();
      const refused = { refused_since: hoursAgo(5), last_refused_at: hoursAgo(1), refused_count: 9 };
      await tx.updateTable("connections").set(refused).execute();
    });
    const [shop, webhook, ...others] = await found();
    expect(others).toEqual([]);
    expect(shop).toMatchObject({ status: "warning", summary: expect.stringContaining(`Connection ${id} (Old shop)`) });
    expect(webhook).toMatchObject({ status: "warning", summary: expect.stringMatching(/^1 message has waited/) });
    // Sent again, it has not waited for long.
    const [delivery] = (await v3(service, "GET", "webhook_endpoints/1/deliveries")).body.webhook_deliveries;
    expect((await v3(service, "POST", `webhook_deliveries/${delivery.id}/resend`)).status).toBe(200);
    expect((await found()).find(({ check }) => check === "webhooks")?.status).toBe("ok");
  });
});
