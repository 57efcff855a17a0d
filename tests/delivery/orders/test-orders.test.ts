import { beforeAll, describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import type { Finding } from "../../../src/operations/doctor/finding.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { connect, sendStripe, sendWoo, stripeEvent, stripeSession, wooOrder } from "../../support/shops.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("test orders on $name", ({ create }) => {
  let service: Service;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  const read = async (path: string) => (await v3(service, "GET", path)).body;
  const made = async (vendorId: string) => {
    const path = `vorders/${encodeURIComponent(vendorId)}`;
    await until(`${vendorId} is here`, async () => (await read(path)).order !== null);
    return (await read(path)).order;
  };
  const recipientOf = async ({ id }: { id: number }) => {
    const email = async () => (await read(`emails?order_id=${id}`)).emails[0];
    await until("the email is sent", async () => (await email())?.status === "sent");
    return (await email()).recipient;
  };

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const environment = { WAYBILL_SMTP: smtp.url() };
    service = await startService({ database: await create(), environment });
    await addItem(service, "MAP", { "map.txt": "a map" });
    await v3(service, "PUT", "skuproducts/MAP", { price: 9.5, currency: "USD" });
  });

  test("are marked, email only the owner, and no figure holds them", async () => {
    const owner = (await read("account")).account.email;
    const fields = { email: "buyer@example.com", order_items: [{ item_sku: "MAP" }] };
    const { order } = (await v3(service, "POST", "orders", { ...fields, test: "true" })).body;
    expect(order).toMatchObject({ test: true, email: "buyer@example.com", total: 9.5 });
    // From the first moment on, also while the email waits.
    expect((await read(`emails?order_id=${order.id}`)).emails[0].recipient).toBe(owner);
    expect(await recipientOf(order)).toBe(owner);
    const link = new URL(order.order_items[0].download_url).pathname;
    expect((await service.get(link, { headers: { accept: "*/*" } })).status).toBe(200);
    expect((await v3(service, "POST", `orders/${order.id}/revoke`)).status).toBe(200);
    expect((await v3(service, "POST", `orders/${order.id}/restore`)).status).toBe(200);
    expect((await read("stats")).stats.totals).toMatchObject({
      orders: 0,
      downloads: 0,
      bytes: 0,
      emails: 0,
      revenue: [],
    });
    expect((await read("customers/buyer@example.com")).customer.totals).toEqual([]);
    expect((await v3(service, "DELETE", `orders/${order.id}`)).status).toBe(204);
    expect((await read("stats")).stats.totals).toMatchObject({ orders: 0, revenue: [] });
    const real = (await v3(service, "POST", "orders", fields)).body.order;
    expect(real.test).toBe(false);
    expect(await recipientOf(real)).toBe("buyer@example.com");
    expect((await read("stats")).stats.totals).toMatchObject({
      orders: 1,
      emails: 1,
      revenue: [{ currency: "USD", amount: 9.5 }],
    });
  });

  test("come from a connection in test mode, and from events that say so", async () => {
    const woo = await connect(service, { kind: "woocommerce", test: true });
    const order = wooOrder();
    await sendWoo(service, woo, order);
    expect(await made(`woocommerce:${order.id}`)).toMatchObject({ test: true, email: order.billing.email });
    const stripe = await connect(service, {
      kind: "stripe",
      secret: "whsec_x",
      mappings: [{ external_id: "plink_1", sku: "MAP" }],
    });
    const event = stripeEvent("checkout.session.completed", stripeSession("trial"), { livemode: false });
    await sendStripe(service, stripe, event);
    expect((await made("stripe:pi_trial")).test).toBe(true);
    expect((await read("stats")).stats.totals.orders).toBe(1);
  });

  test("are left out where doctor compares rows with figures", async () => {
    const { stdout } = await service.run("doctor", "--json");
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    const counts = findings.filter(({ check }) => check === "counts");
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.filter(({ status }) => status !== "ok")).toEqual([]);
  });

  test("say at the top of their emails, in any words and to either person of a gift, that they are tests", async () => {
    const notice = "This is the email of a test order. It goes to you alone, not to the customer.";
    const mailsOf = async (name: string, fields: object) => {
      const order = { vendor_id: name, email: "buyer@example.com", order_items: [{ item_sku: "MAP" }], ...fields };
      expect((await v3(service, "POST", "orders", order)).status).toBe(201);
      const its = () => smtp.received.filter(({ raw }) => raw.includes(name));
      await until("the emails are sent", () => its().length === ("recipient_email" in fields ? 2 : 1));
      return Promise.all(its().map(({ raw }) => PostalMime.parse(raw)));
    };
    const gift = { recipient_email: "friend@example.com", recipient_name: "Flo" };
    const own = { wording: { source: "<p>{{ order.url }}</p>" } };
    const builtIn = await mailsOf("T-built-in", { test: true });
    const given = await mailsOf("T-gift", { test: true, ...gift });
    expect((await v3(service, "PUT", "wordings/email_html", own)).status).toBe(200);
    const worded = await mailsOf("T-worded", { test: true });
    expect((await v3(service, "PUT", "wordings/email_html", { wording: { source: null } })).status).toBe(200);
    for (const { text, html } of [...builtIn, ...given, ...worded]) {
      expect(text?.replaceAll(/\s+/g, " ")).toStartWith(notice);
      const start = html?.slice(Math.max(0, html.indexOf("<body"))).replace(/^<body[^>]*>/, "");
      expect(start?.replace(/^<div[^>]*>/, "")).toStartWith(notice);
    }
    const [real] = await mailsOf("T-real", {});
    expect((real?.text ?? "") + real?.html).not.toContain("test order");
  });
});
