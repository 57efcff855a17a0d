import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { dayOf } from "../../../src/platform/days.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { plans } from "../../../src/store/accounts/plans.ts";
import { setAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { keysNamed } from "../../support/keys.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const quiet = {
  keys_waiting: { total: 0, products: [] },
  keys_running_out: { total: 0, products: [] },
  held_orders: { total: 0, orders: [] },
  failed_subscriptions: { total: 0 },
  connection_events: { total: 0, connection_events: [] },
  failed_emails: { total: 0, emails: [] },
  bounced_emails: { total: 0, emails: [] },
  over_allowance_emails: { total: 0, emails: [] },
  email_allowance: { limit: null, used: 0 },
  unstampable_files: { total: 0, files: [] },
  products_without_files: { total: 0, products: [] },
  renewal_requests: { total: 0, requests: [] },
  failed_wordings: { total: 0, wordings: [] },
};

describe.each(databasesUnderTest)("what needs attention on $name", ({ create }) => {
  let service: Service;
  let db: Database;
  const attention = async () => (await v3(service, "GET", "attention")).body.attention;
  const order = async (sku: string, email = "ann@example.com") =>
    (await v3(service, "POST", "orders", { email, order_items: [{ item_sku: sku }] })).body.order;

  beforeAll(async () => {
    const smtp = await startSmtpServer({
      answers: { recipient: (address) => (address.startsWith("lost") ? "550 5.1.1 No such mailbox" : null) },
    });
    const database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    db = await database.open();
    await addItem(service, "MAP");
  });

  test("a store where all is well needs none", async () => {
    await order("MAP");
    expect(await attention()).toEqual(quiet);
  });

  test("products with too few keys are named with the orders that wait, until there are keys", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "KEY", name: "With keys" })).body;
    const pool = `products/${product.id}/license_keys`;
    await v3(service, "POST", pool, { license_keys: ["A"] });
    for (let count = 0; count < 3; count++) await order("KEY");
    expect((await attention()).keys_waiting).toEqual({
      total: 1,
      products: [{ id: product.id, sku: "KEY", name: "With keys", orders_waiting: 2 }],
    });
    await v3(service, "POST", pool, { license_keys: ["B", "C"] });
    expect((await attention()).keys_waiting).toEqual(quiet.keys_waiting);
  });

  test("products whose keys last less than two weeks are named while there are keys", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "SCARCE", name: "Soon gone" })).body;
    const add = (count: number, prefix: string) =>
      v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: keysNamed(prefix, count) });
    await add(12, "FEW");
    for (let count = 0; count < 4; count++) await order("SCARCE");
    expect((await attention()).keys_running_out).toEqual(quiet.keys_running_out);
    await order("SCARCE");
    expect((await attention()).keys_running_out).toEqual({
      total: 1,
      products: [{ id: product.id, sku: "SCARCE", name: "Soon gone", available: 7, days_left: 1 }],
    });
    await add(100, "MANY");
    expect((await attention()).keys_running_out).toEqual(quiet.keys_running_out);
  });

  test("orders on hold are named until they are released", async () => {
    const held = (
      await v3(service, "POST", "orders", { email: "h@example.com", hold: true, order_items: [{ item_sku: "MAP" }] })
    ).body.order;
    expect((await attention()).held_orders).toEqual({
      total: 1,
      orders: [{ id: held.id, vendor_id: null, shop_number: null, email: "h@example.com", held_at: held.held_at }],
    });
    await v3(service, "POST", `orders/${held.id}/release`);
    expect((await attention()).held_orders).toEqual(quiet.held_orders);
  });

  test("a product is missing its files once it was ordered", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "SOON", name: "Soon" })).body;
    expect((await attention()).products_without_files).toEqual(quiet.products_without_files);
    const { id } = await order("SOON");
    // An email that has not been sent when its product is deleted needs attention itself.
    await until(
      "the email is sent",
      async () => (await v3(service, "GET", `orders/${id}`)).body.order.email_status === "sent",
    );
    const named = [{ id: product.id, sku: "SOON", name: "Soon" }];
    expect((await attention()).products_without_files).toEqual({ total: 1, products: named });
    await v3(service, "DELETE", `products/${product.id}`);
    expect((await attention()).products_without_files).toEqual(quiet.products_without_files);
  });

  test("a failed email counts until another one is sent for its order", async () => {
    const { id, download_url } = await order("MAP", "lost@example.com");
    await until("the email has failed", async () => (await attention()).failed_emails.total === 1);
    const { failed_emails } = await attention();
    expect(failed_emails.emails).toMatchObject([{ order_id: id, recipient: "lost@example.com", status: "failed" }]);
    // That the store was told of a request is no email to the customer.
    await v3(service, "POST", `orders/${id}/expire`);
    await service.get(`${new URL(download_url).pathname}/renewal`, { method: "POST" });
    expect((await attention()).renewal_requests.total).toBe(1);
    expect((await attention()).failed_emails).toEqual(failed_emails);
    expect((await v3(service, "GET", `orders/${id}`)).body.order.email_status).toBe("failed");
    await v3(service, "POST", `orders/${id}/reopen`);
    await v3(service, "PUT", `orders/${id}`, { email: "found@example.com" });
    expect((await v3(service, "POST", `emails/${failed_emails.emails[0].id}/retry`)).status).toBe(201);
    expect((await attention()).failed_emails).toEqual(quiet.failed_emails);
  });

  test("a customer who asks for a new link counts until there is an answer", async () => {
    const { id, download_url } = await order("MAP");
    await v3(service, "POST", `orders/${id}/expire`);
    const answer = await service.get(`${new URL(download_url).pathname}/renewal`, {
      method: "POST",
      body: new URLSearchParams({ message: "Once more, please." }),
    });
    expect(answer.status).toBeLessThan(400);
    const { renewal_requests } = await attention();
    expect(renewal_requests).toMatchObject({
      total: 1,
      requests: [{ order_id: id, message: "Once more, please.", status: "open" }],
    });
    await v3(service, "POST", `renewal_requests/${renewal_requests.requests[0].id}/decline`);
    expect((await attention()).renewal_requests).toEqual(quiet.renewal_requests);
  });

  test("emails are searched by recipient and by order", async () => {
    const { id } = await order("MAP", "Zoe.Search@example.com");
    const found = async (q: string) => (await v3(service, "GET", `emails?q=${encodeURIComponent(q)}`)).body.emails;
    for (const q of ["zoe.s", "ZOE", String(id)]) expect(await found(q)).toMatchObject([{ order_id: id }]);
    await until("the inside of its words is searched", async () => (await found("search"))[0]?.order_id === id);
    expect(await found("searching")).toEqual([]);
  });

  test("emails that the allowance held back count, and how much of it is used", async () => {
    await setAccount(service, "demo", { plan: "standard" });
    const limit = plans.standard.emailsPerDayWhileNew;
    const row = { account_id: 1, day: dayOf(instantNow()), queued: limit - 2 };
    await db.write((tx) => tx.insertInto("email_allowances").values(row).execute());
    expect((await attention()).email_allowance).toEqual({ limit, used: limit - 2 });
    const orders = Array.from({ length: 2 }, () => ({
      email: "many@example.com",
      order_items: [{ item_sku: "MAP" }],
    }));
    expect((await v3(service, "POST", "orders/bulk", { orders })).status).toBe(200);
    expect(await attention()).toMatchObject({
      email_allowance: { limit, used: limit },
      over_allowance_emails: { total: 0 },
    });
    const { id } = await order("MAP");
    const after = await attention();
    expect(after.email_allowance).toEqual({ limit, used: limit });
    expect(after.over_allowance_emails).toMatchObject({ total: 1, emails: [{ order_id: id }] });
    const held = { email_status: "over_allowance", state: "email_failed" };
    expect((await v3(service, "GET", `orders/${id}`)).body.order).toMatchObject(held);
  });
});
