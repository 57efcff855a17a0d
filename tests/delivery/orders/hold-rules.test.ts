import { beforeAll, describe, expect, test } from "bun:test";
import { HoldWatch } from "../../../src/delivery/downloads/hold-watch.ts";
import { holdByRule } from "../../../src/delivery/orders/changing/hold-and-revoke.ts";
import { tellOfHeldOrders } from "../../../src/operations/housekeeping/tell-of-held-orders.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { type Instant, instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { addKeys, keysNamed, pool } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const minute = 60_000;

describe.each(databasesUnderTest)("rules that hold orders, on $name,", ({ create }) => {
  let service: Service;
  let db: Database;

  beforeAll(async () => {
    const database = await create();
    const environment = { WAYBILL_TRUSTED_PROXIES: "127.0.0.0/8,::1", WAYBILL_COUNTRY_HEADER: "CF-IPCountry" };
    service = await startService({ database, environment });
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map of the south" });
  });

  let customers = 0;
  const customer = () => `customer-${++customers}@example.com`;
  const rules = async (hold_rules: object | null) => {
    const { status, body } = await v3(service, "PUT", "account", { hold_rules });
    expect(status).toBe(200);
    return body.account.hold_rules;
  };
  const onlyRules = async (hold_rules: object) => {
    await rules(null);
    return rules(hold_rules);
  };
  const send = async (fields: object = {}) => {
    const order = { email: customer(), send_email: false, order_items: [{ item_sku: "MAP", price: 10 }], ...fields };
    const { status, body } = await v3(service, "POST", "orders", order);
    expect(status).toBe(201);
    return body.order;
  };
  const read = async (id: number) => (await v3(service, "GET", `orders/${id}`)).body.order;
  const release = async (id: number) => (await v3(service, "POST", `orders/${id}/release`)).body.order;
  const heldBy = ({ state, held_by, held_at }: { state: string; held_by: string[]; held_at: string | null }) => {
    expect(state === "on_hold").toBe(held_at !== null);
    return held_by;
  };
  const pathOf = (url: string) => new URL(url).pathname;
  const fileOf = async (order: { order_items: { id: number; download_url: string }[] }) => {
    const [item] = order.order_items;
    const { body } = await v3(service, "GET", `order_items/${item?.id}/files`);
    return `${pathOf(item?.download_url ?? "")}/${body.files[0].id}/map.txt`;
  };
  const from = (address: string, country?: string) => ({
    headers: { "x-forwarded-for": address, ...(country ? { "cf-ipcountry": country } : {}) },
  });
  const get = async (path: string, init: RequestInit) => {
    const answer = await service.get(path, init);
    return { status: answer.status, text: await answer.text() };
  };

  test("are off at first, change one by one, and refuse what they cannot use", async () => {
    const off = { many_addresses: null, countries: [], total: null, many_orders: null, email_domains: [] };
    const { account } = (await v3(service, "GET", "account")).body;
    expect([account.hold_rules, account.country_header]).toEqual([off, "CF-IPCountry"]);
    expect(heldBy(await send({ country: "NG", currency: "USD" }))).toEqual([]);
    // Each owner changes another rule: none is lost.
    await Promise.all([
      rules({ countries: ["ng", "RU", "NG"] }),
      rules({ total: { above: "500", currency: "usd" } }),
      rules({ many_orders: { more_than: 3, hours: 24 } }),
      rules({ email_domains: ["@Spam.Example"] }),
    ]);
    const all = {
      ...off,
      countries: ["NG", "RU"],
      total: { above: 500, currency: "USD" },
      many_orders: { more_than: 3, hours: 24 },
      email_domains: ["spam.example"],
    };
    expect(await rules({})).toEqual(all);
    for (const wrong of [
      { countries: ["Nigeria"] },
      { country: ["NG"] },
      { total: { above: -1, currency: "USD" } },
      { total: { above: 1 } },
      { many_orders: { more_than: 0, hours: 24 } },
      { many_addresses: { more_than: 5, hours: 721 } },
      { email_domains: ["ann@spam.example"] },
      [],
    ]) {
      const { status, body } = await v3(service, "PUT", "account", { hold_rules: wrong });
      expect([status, body.errors[0].field]).toEqual([422, expect.stringMatching(/^hold_rules/)]);
    }
    expect(await rules({ countries: null, total: null, email_domains: [] })).toEqual({
      ...off,
      many_orders: { more_than: 3, hours: 24 },
    });
    expect(await rules(null)).toEqual(off);
  });

  test("hold a new order by its total, country or email domain, with all its keys and its email for later", async () => {
    await onlyRules({ countries: ["NG"], total: { above: 50, currency: "USD" }, email_domains: ["spam.example"] });
    const product = await makeProduct(service);
    await addKeys(service, product.id, keysNamed(product.sku, 1));
    const order_items = [{ item_sku: product.sku, quantity: 1, price: 50.01 }];
    const held = await send({
      order_items,
      currency: "USD",
      country: "ng",
      send_email: true,
      email: "a@x.spam.example",
    });
    expect(heldBy(held)).toEqual(["total", "countries", "email_domains"]);
    expect(held).toMatchObject({ email_status: null, country: "NG", order_items: [{ license_keys: [] }] });
    expect(await read(held.id)).toEqual(held);
    expect((await v3(service, "GET", `orders?state=on_hold&email=${held.email}`)).body.orders).toEqual([held]);
    expect(await pool(service, product)).toEqual([1, 0]);
    const { timeline } = (await v3(service, "GET", `orders/${held.id}/timeline`)).body;
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: "order.held_by_rule",
        actor: "Waybill",
        summary:
          "Put on hold by your rules: a total above your amount, a country on your list, an email domain on your list",
      }),
    );
    const page = await get(pathOf(held.download_url), { headers: browser });
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("You will get an email")]);
    const released = await release(held.id);
    expect(heldBy(released)).toEqual([]);
    expect(released.order_items[0].license_keys).toEqual([`${product.sku}-0001`]);
    expect(["queued", "kept"]).toContain(released.email_status);
    const others: [object, string[]][] = [
      [{ order_items: [{ item_sku: "MAP", price: 50 }], currency: "USD" }, []],
      [{ order_items: [{ item_sku: "MAP", price: 99 }], currency: "EUR" }, []],
      [{ order_items: [{ item_sku: "MAP", price: 25.01, quantity: 2 }], currency: "USD" }, ["total"]],
      [{ email: "a@notspam.example", country: "DE" }, []],
      [{ email: "A@SPAM.example" }, ["email_domains"]],
      // The shop's own hold is no rule's.
      [{ country: "NG", hold: true }, []],
    ];
    for (const [fields, expected] of others) {
      expect([fields, heldBy(await send(fields))]).toEqual([fields, expected]);
    }
    const { id } = await createOrder(service, { skus: ["MAP"] });
    expect((await read(Number(id))).held_at).toBeNull();
  });

  test("hold the orders after so many of one customer, however they arrive", async () => {
    await onlyRules({ many_orders: { more_than: 3, hours: 24 } });
    const email = customer();
    const before = await send({ email });
    const earlier = instant(instantNow() - 25 * 60 * minute);
    await db.write((tx) =>
      tx.updateTable("orders").set({ created_at: earlier }).where("public_id", "=", String(before.id)).execute(),
    );
    const orders = await Promise.all(
      Array.from({ length: 10 }, (_, number) => send({ email: number % 2 ? email : email.toUpperCase() })),
    );
    expect(orders.filter((order) => heldBy(order).includes("many_orders"))).toHaveLength(7);
    expect(heldBy(await send())).toEqual([]);
    const bulk = { orders: Array.from({ length: 6 }, () => ({ email: "bulk@example.com", send_email: false })) };
    const { results } = (await v3(service, "POST", "orders/bulk", bulk)).body;
    const held = results.map(({ order }: { order: { held_by: string[] } }) => order.held_by.length);
    expect(held).toEqual([0, 0, 0, 1, 1, 1]);
  });

  test("hold an order that is downloaded from many networks, and what has begun ends", async () => {
    await onlyRules({ many_addresses: { more_than: 3, hours: 24 } });
    const order = await send({ download_limit: "unlimited" });
    const file = await fileOf(order);
    const download = (address: string) => get(file, from(address));
    // One network: an IPv4 address, or 64 bits of IPv6.
    for (const address of ["203.0.113.1", "203.0.113.1", "2001:db8::1", "2001:db8::2", "198.51.100.1"]) {
      expect((await download(address)).status).toBe(200);
    }
    const watch = new HoldWatch({ db, log: createLog("silent") });
    const account = { id: 1, handle: "demo", holdRules: { manyAddresses: { moreThan: 3, hours: 24 } } };
    const { id: orderId } = await db.read
      .selectFrom("orders")
      .select("id")
      .where("public_id", "=", String(order.id))
      .executeTakeFirstOrThrow();
    watch.counted(account as never, orderId);
    await watch.stop();
    expect((await read(order.id)).held_at).toBeNull();
    const all = await Promise.all(Array.from({ length: 20 }, (_, number) => download(`192.0.2.${number}`)));
    expect(all.filter(({ status, text }) => status === 200 && text === "the map of the south").length).toBeGreaterThan(
      0,
    );
    await until("it is held", async () => (await read(order.id)).held_at !== null);
    const held = await read(order.id);
    expect(heldBy(held)).toEqual(["many_addresses"]);
    expect(held.download_count).toBe(5 + all.filter(({ status }) => status === 200).length);
    expect((await download("203.0.113.1")).status).toBe(403);
    await release(order.id);
    // Whoever released it has seen it.
    for (const address of ["192.0.2.100", "192.0.2.101"]) expect((await download(address)).status).toBe(200);
    watch.counted(account as never, orderId);
    expect(await holdOnce(orderId, "manyAddresses", 5)).toEqual([null, null, null, null, null]);
    const holds = await db.read.selectFrom("rule_holds").selectAll().where("order_id", "=", orderId).execute();
    expect(holds).toHaveLength(1);
  });

  const holdOnce = (orderId: number, rule: "manyAddresses" | "countries", times: number) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        const accountId = 1;
        const order = await db.write((tx) => holdByRule(tx, { accountId, orderId, rule }, instantNow()));
        return order?.heldAt ?? null;
      }),
    );

  test("a rule that fires many times at once holds an order once, and a rule that is off does not", async () => {
    await onlyRules({ many_addresses: { more_than: 3, hours: 24 } });
    const order = await send({ send_email: true });
    const { id } = await db.read
      .selectFrom("orders")
      .select("id")
      .where("public_id", "=", String(order.id))
      .executeTakeFirstOrThrow();
    expect(await holdOnce(id, "countries", 3)).toEqual([null, null, null]);
    const times = await holdOnce(id, "manyAddresses", 10);
    expect(new Set(times).size).toBe(1);
    expect(times[0]).not.toBeNull();
    expect(await db.read.selectFrom("rule_holds").selectAll().where("order_id", "=", id).execute()).toHaveLength(1);
    const revoked = (await v3(service, "POST", `orders/${order.id}/revoke`)).body.order;
    expect([revoked.state, revoked.held_by]).toEqual(["revoked", []]);
    await v3(service, "POST", `orders/${order.id}/restore`);
    expect(await holdOnce(id, "manyAddresses", 2)).toEqual([null, null]);
    await v3(service, "DELETE", `orders/${order.id}`);
    expect(await db.read.selectFrom("rule_holds").selectAll().where("order_id", "=", id).execute()).toEqual([]);
  });

  test("a country on the list gets neither page nor file of an order, until the store releases it", async () => {
    await onlyRules({ countries: ["NG", "T1"] });
    for (const open of ["page", "file"]) {
      const order = await send();
      const path = open === "page" ? pathOf(order.download_url) : await fileOf(order);
      expect((await get(path, from("203.0.113.9", "DE"))).status).toBe(200);
      expect((await get(path, from("203.0.113.9", "XX"))).status).toBe(200);
      // HEAD shows nothing.
      await service.get(path, { ...from("203.0.113.9", "NG"), method: "HEAD" });
      expect((await read(order.id)).held_at).toBeNull();
      const refused = await get(path, from("203.0.113.9", "ng"));
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("checking this order")]);
      expect(heldBy(await read(order.id))).toEqual(["countries"]);
      expect((await get(path, from("203.0.113.9", "DE"))).status).toBe(403);
      await release(order.id);
      expect((await get(path, from("203.0.113.9", "NG"))).status).toBe(200);
      expect((await read(order.id)).held_at).toBeNull();
    }
    const spared = await send();
    await rules(null);
    expect((await get(pathOf(spared.download_url), from("203.0.113.9", "NG"))).status).toBe(200);
  });

  test("the store is told of orders on hold by one email an hour", async () => {
    await onlyRules({ countries: ["NG"] });
    /** The texts of these emails, oldest first, once the mailbox has them all. */
    const written = async () => {
      const ids = () =>
        db.read.selectFrom("emails").select(["id", "status"]).where("kind", "=", "held_orders").execute();
      await until("they are kept", async () => (await ids()).every(({ status }) => status === "kept"));
      const texts: string[] = [];
      for (const { id } of (await ids()).sort((one, other) => one.id - other.id)) {
        const { message } = (await v3(service, "GET", `mailbox/${id}`)).body;
        texts.push(`To: ${message.recipient}\n${message.subject}\n${message.text_body}`);
      }
      return texts;
    };
    const tell = (now: Instant) =>
      tellOfHeldOrders(
        { db, log: createLog("silent"), url: new URL(service.url), stopping: new AbortController().signal },
        now,
      );
    const ahead = (hours: number) => instant(instantNow() + hours * 60 * minute);
    // Those of the tests before.
    await tell(ahead(2));
    const before = (await written()).length;
    const first = await send({ country: "NG", vendor_id: "HELD-1" });
    const gone = await send({ country: "NG", vendor_id: "HELD-2" });
    await release(gone.id);
    await Promise.all(Array.from({ length: 5 }, () => tell(ahead(4))));
    await send({ country: "NG", vendor_id: "HELD-3" });
    await tell(ahead(4.5));
    const [mail = "", ...others] = (await written()).slice(before);
    expect(others).toEqual([]);
    const { account } = (await v3(service, "GET", "account")).body;
    expect(mail).toStartWith(`To: ${account.email}\nAn order waits for you at ${account.name}\n`);
    expect(mail).toContain(`/admin/orders/${first.id}`);
    expect(mail).toContain("a country on your list");
    expect(mail).not.toContain("HELD-2");
    await tell(ahead(6));
    expect((await written()).at(-1)).toContain("Order HELD-3");
    await tell(ahead(8));
    expect((await written()).length).toBe(before + 2);
  });
});
