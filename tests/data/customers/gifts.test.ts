import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { rowsHolding } from "../../support/rows-holding.ts";
import { type Service, until } from "../../support/service.ts";
import { startForPeople } from "../../support/sign-in.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const inADay = new Date(Date.now() + 24 * 3_600_000).toISOString();

describe.each(databasesUnderTest)("recipients of gifts on $name", ({ name, create }) => {
  let service: Service;
  let db: Database;
  beforeAll(async () => {
    const database = await create();
    service = await startForPeople(database);
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map" });
    await v3(service, "PUT", "skuproducts/MAP", { price: 9.5 });
    await v3(service, "POST", "products/1/license_keys", { license_keys: ["KEY-1", "KEY-2", "KEY-3", "KEY-4"] });
  });

  const give = async (buyer: string, recipient: string, fields: object = {}) => {
    const body = {
      ...{ email: buyer, first_name: "Bob", order_items: [{ item_sku: "MAP" }] },
      ...{ recipient_email: recipient, recipient_name: "Zenobia", gift_message: "Whispered words" },
      ...fields,
    };
    const answer = await v3(service, "POST", "orders", body);
    expect(answer.status).toBe(201);
    return answer.body.order;
  };
  const exported = (address: string) => v3(service, "GET", `customers/${address}/export`);
  const erase = (address: string) => v3(service, "DELETE", `customers/${address}`);
  const orderOf = async (id: number) => (await v3(service, "GET", `orders/${id}`)).body.order;
  const emailsOf = async (id: number) => (await v3(service, "GET", `emails?order_id=${id}`)).body.emails;
  const nothingLeft = async (texts: string[]) => {
    let found: string[] = [];
    const isGone = async () => {
      found = await rowsHolding(db, name, texts);
      return found.length === 0;
    };
    await until("nothing is left", isGone).catch((error) => {
      throw new Error(`${error.message} ${found}`);
    });
  };
  const kept = (id: number) =>
    until("the emails are kept", async () => {
      const emails = await emailsOf(id);
      return emails.length > 0 && emails.every(({ status }: { status: string }) => status === "kept");
    });

  test("are exported with what they got, without the buyer's data, and erased without touching the buyer's order", async () => {
    const events = ["order.created", "order.updated", "email.sent"];
    await v3(service, "POST", "webhook_endpoints", { url: "https://hooks.example.com/", events });
    const given = await give("bob@buys.example", "Zen@gets.example");
    await kept(given.id);
    const link = new URL(given.order_items[0].download_url).pathname;
    const from = { "x-forwarded-for": "203.0.113.66", "user-agent": "SecretBrowser" };
    expect((await service.get(link, { headers: from })).status).toBe(200);
    await v3(service, "POST", `orders/${given.id}/expire`);
    await service.get(`${new URL(given.download_url).pathname}/renewal`, {
      method: "POST",
      headers: { ...browser, ...from, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ message: "Hidden reasons" }).toString(),
    });
    const links = new URLSearchParams({ email: "zen@gets.example" });
    expect((await service.get("/links", { method: "POST", body: links })).status).toBe(303);

    const { body } = await exported("zen@GETS.example");
    expect(body.customer).toMatchObject({ name: "Zenobia", orders: 0, totals: [] });
    expect(body.orders).toEqual([]);
    expect(body.gifts).toEqual([
      {
        id: given.id,
        recipient_email: "Zen@gets.example",
        recipient_name: "Zenobia",
        gift_message: "Whispered words",
        deliver_at: null,
        created_at: given.created_at,
        download_url: given.download_url,
        order_items: [
          {
            ...{ id: given.order_items[0].id, item_id: 1, item_sku: "MAP", product_name: "Item MAP", quantity: 1 },
            license_keys: ["KEY-1"],
          },
        ],
      },
    ]);
    expect(body.downloads).toMatchObject([{ ip_address: "203.0.113.66" }]);
    expect(body.emails).toMatchObject([{ kind: "delivery", recipient: "Zen@gets.example" }]);
    expect(body.renewal_requests).toMatchObject([{ message: "Hidden reasons", email: "Zen@gets.example" }]);
    for (const { html_body, ...fields } of body.emails) expect(JSON.stringify(fields)).not.toContain("buys.example");
    const buyers = (await exported("bob@buys.example")).body;
    expect(buyers).toMatchObject({ customer: { orders: 1 }, gifts: [], downloads: [], renewal_requests: [] });
    expect(buyers.emails).toMatchObject([{ kind: "gift_confirmation", recipient: "bob@buys.example" }]);

    const stats = async () => JSON.stringify((await v3(service, "GET", "stats?from=2020-01-01&to=2099-12-31")).body);
    const before = await stats();
    expect((await erase("ZEN@gets.example")).status).toBe(204);
    const personal = ["zen@gets", "Zenobia", "Whispered words", "Hidden reasons", "203.0.113.66", "SecretBrowser"];
    await nothingLeft(personal);
    expect(await stats()).toBe(before);
    expect(await orderOf(given.id)).toMatchObject({
      ...{ email: "bob@buys.example", first_name: "Bob", total: 9.5, download_count: 1 },
      ...{ recipient_email: null, recipient_name: null, gift_message: null, deliver_at: null },
      order_items: [{ license_keys: ["KEY-1"] }],
    });
    expect((await exported("zen@gets.example")).status).toBe(404);
    expect((await erase("zen@gets.example")).status).toBe(404);
    expect((await exported("bob@buys.example")).body.customer).toMatchObject({ orders: 1, totals: [{ amount: 9.5 }] });
  });

  test("who are erased before the day get no email, and the order sends none by itself", async () => {
    const waits = await give("sue@buys.example", "late@gets.example", { deliver_at: inADay });
    const held = await give("sue@buys.example", "late@gets.example", { hold: true });
    expect((await emailsOf(waits.id)).map(({ status }: { status: string }) => status)).toContain("queued");
    expect((await erase("late@gets.example")).status).toBe(204);
    for (const { id } of [waits, held]) {
      expect(await orderOf(id)).toMatchObject({ email: "sue@buys.example", recipient_email: null, deliver_at: null });
    }
    await v3(service, "POST", `orders/${held.id}/release`);
    const statuses = (await emailsOf(waits.id)).map(({ kind, status }: { kind: string; status: string }) => [
      kind,
      status,
    ]);
    expect(statuses).toContainEqual(["delivery", "cancelled"]);
    expect(await emailsOf(held.id)).toEqual([]);
    await nothingLeft(["late@gets"]);
  });

  test("are found among the customers, and shown with their notes, as long as they have a gift", async () => {
    const found = async (q: string) => (await v3(service, "GET", `customers?q=${encodeURIComponent(q)}`)).body;
    const { id } = await give("eve@buys.example", "Yara@gets.example", { recipient_name: "Yara Quill" });
    await until("the search knows her", async () => (await found("uill")).total === 1);
    const nothing = { orders: 0, first_order_at: null, last_order_at: null };
    const yara = { email: "Yara@gets.example", name: "Yara Quill", ...nothing };
    for (const q of ["quill yar", "ara@gets", "ya", "YARA Q"]) {
      expect([q, await found(q)]).toMatchObject([q, { total: 1, customers: [yara] }]);
    }
    expect((await found("eve@buys")).customers).toMatchObject([{ email: "eve@buys.example", orders: 1 }]);
    const all = (await v3(service, "GET", "customers?page_size=100")).body.customers;
    expect(all.map(({ email }: { email: string }) => email)).not.toContain("Yara@gets.example");

    expect((await v3(service, "PUT", "customers/yara@gets.example", { notes: "Likes maps." })).status).toBe(200);
    const { body } = await v3(service, "GET", "customers/YARA@gets.example");
    expect(body.customer).toEqual({ ...yara, totals: [], notes: "Likes maps." });
    expect((await v3(service, "POST", "customers/yara@gets.example/resend")).status).toBe(200);
    const waits = await give("bob@buys.example", "zeno@gets.example", { deliver_at: inADay });
    const early = await v3(service, "POST", "customers/zeno@gets.example/resend");
    expect(early).toMatchObject({ status: 409, body: { detail: expect.stringContaining("still to come") } });
    await v3(service, "PUT", `orders/${waits.id}`, { deliver_at: null });
    expect((await v3(service, "POST", "customers/zeno@gets.example/resend")).status).toBe(200);
    await kept(id);
    await v3(service, "DELETE", `orders/${id}`);
    expect((await v3(service, "GET", "customers/yara@gets.example")).status).toBe(404);
    await nothingLeft(["yara@gets", "Likes maps."]);
  });

  test("get another address, and with it their gifts, also those to come, and the links to them", async () => {
    const got = await give("gus@buys.example", "old@gets.example");
    await kept(got.id);
    const waits = await give("gus@buys.example", "OLD@gets.example", { deliver_at: inADay });
    const own = await give("old@gets.example", "else@gets.example");
    await v3(service, "PUT", "customers/old@gets.example", { notes: "Moved once." });
    const { status, body } = await v3(service, "PUT", "customers/old@gets.example", { email: "new@gets.example" });
    expect([status, body.customer]).toMatchObject([
      200,
      { email: "new@gets.example", orders: 1, notes: "Moved once." },
    ]);
    for (const { id } of [got, waits]) {
      expect(await orderOf(id)).toMatchObject({ email: "gus@buys.example", recipient_email: "new@gets.example" });
    }
    expect(await orderOf(own.id)).toMatchObject({ email: "new@gets.example", recipient_email: "else@gets.example" });
    const listed = (await v3(service, "GET", "orders?recipient_email=new@gets.example")).body.orders;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([waits.id, got.id]);
    expect((await v3(service, "GET", "customers/old@gets.example")).status).toBe(404);

    await v3(service, "PUT", `orders/${waits.id}`, { deliver_at: null });
    await kept(waits.id);
    const sent = (await emailsOf(waits.id)).filter(({ kind }: { kind: string }) => kind === "delivery");
    expect(sent).toMatchObject([{ recipient: "new@gets.example" }]);
  });

  test("are forgotten with an order that is deleted, and with a buyer who is erased", async () => {
    const links = new URLSearchParams({ email: "once@gets.example" });
    const { id } = await give("ann@buys.example", "once@gets.example");
    await kept(id);
    await service.get("/links", { method: "POST", body: links });
    await v3(service, "DELETE", `orders/${id}`);
    await nothingLeft(["once@gets"]);

    const other = await give("tom@buys.example", "once@gets.example");
    await kept(other.id);
    await service.get("/links", { method: "POST", body: links });
    expect((await erase("tom@buys.example")).status).toBe(204);
    await nothingLeft(["once@gets", "tom@buys"]);
  });
});
