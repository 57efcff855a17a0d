import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { askLicense, sellLicense } from "../../support/licenses.ts";
import { send, wrongFields } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const day = 24 * 3_600_000;
const from = Date.now();
const at = (days: number) => `${new Date(from + days * day).toISOString().slice(0, 19)}+00:00`;

describe.each(databasesUnderTest)("on $name, an order whose access is paid until a date", ({ makeStore }) => {
  let store: Store;
  beforeAll(async () => {
    store = await makeStore();
    await addItem(store, "MAP", { "map.txt": "the map" });
    await v3(store, "PUT", "account", { order_expiration_in_hours: 72 });
  });

  const order = async (fields: object) => {
    const sent = { email: "ann@example.com", send_email: false, order_items: [{ sku: "MAP", price: 10 }], ...fields };
    const { status, body } = await v3(store, "POST", "orders", sent);
    expect(status).toBe(201);
    return body.order;
  };
  const read = async (id: number) => (await v3(store, "GET", `orders/${id}`)).body.order;
  const change = async (id: number, fields: object) => {
    const { status, body } = await v3(store, "PUT", `orders/${id}`, fields);
    expect(status).toBe(200);
    return body.order;
  };
  const renew = (id: number, fields: object) => send(store, "POST", `orders/${id}/renew`, fields);
  const page = async (url: string, language = "en") => {
    const answer = await store.get(new URL(url).pathname, { headers: { ...browser, "accept-language": language } });
    return { status: answer.status, html: await answer.text() };
  };
  const download = async (its: { order_items: { download_url: string }[] }) =>
    (await store.get(new URL(its.order_items[0]?.download_url ?? "").pathname)).status;
  const revenue = async () => {
    const { totals } = (await v3(store, "GET", "stats")).body.stats;
    return totals.revenue.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
  };

  test("has no default expiration, and the earlier of two ends counts", async () => {
    const until = at(30);
    const made = await order({ access_until: until, subscription_id: "sub_1" });
    expect(made).toMatchObject({
      access_until: until,
      subscription_id: "sub_1",
      expiration_date: null,
      status: "open",
    });
    expect(made.expiration_hours_from_first_download).toBeNull();
    expect((await page(made.download_url)).html).toContain(until.slice(0, 4));
    const own = at(-1);
    expect(await change(made.id, { expiration_date: own })).toMatchObject({
      status: "expired",
      state: "expired",
      expiration_date: own,
      access_until: until,
    });
    expect(await download(made)).toBe(410);
    // Reopening takes the order's own date away, not what was paid.
    const reopened = await v3(store, "POST", `orders/${made.id}/reopen`);
    expect(reopened.body.order).toMatchObject({ status: "open", expiration_date: null, access_until: until });
    expect(await download(made)).toBe(200);
    const ended = await change(made.id, { access_until: at(-1), expiration_date: at(5) });
    expect(ended).toMatchObject({ status: "expired", expiration_date: at(5).slice(0, 10) && expect.any(String) });
    expect(await download(made)).toBe(410);
    const reopenedLate = await v3(store, "POST", `orders/${made.id}/reopen`);
    expect(reopenedLate.body.order).toMatchObject({ status: "expired", expiration_date: null });
    expect(await change(made.id, { access_until: null })).toMatchObject({ status: "open", access_until: null });
  });

  test("loses its earlier default when access is paid for later", async () => {
    const made = await order({});
    expect(made.expiration_date).not.toBeNull();
    const until = at(30);
    expect(await change(made.id, { access_until: until })).toMatchObject({
      expiration_date: null,
      access_until: until,
    });
    const own = at(10);
    const other = await order({});
    expect(await change(other.id, { access_until: until, expiration_date: own })).toMatchObject({
      expiration_date: own,
      access_until: until,
    });
    // What an update leaves out stays.
    expect(await change(other.id, { access_until: at(40) })).toMatchObject({ expiration_date: own });
    expect(await change(other.id, { first_name: "Ann" })).toMatchObject({ expiration_date: own });
    // Clients of the XML interface send back what they read.
    const xml = await (await store.api(`/api/orders/${made.id}`)).text();
    expect(xml).toContain("<expiration_date");
    expect(xml).not.toContain(until.slice(0, 10));
  });

  test("keeps its paid date through a hold, while its own date moves", async () => {
    const [own, until] = [at(10), at(30)];
    const made = await order({ access_until: until, expiration_date: own });
    await v3(store, "POST", `orders/${made.id}/hold`);
    expect(await download(made)).toBe(403);
    const { order: released } = (await v3(store, "POST", `orders/${made.id}/release`)).body;
    expect(released.access_until).toBe(until);
    expect(Date.parse(released.expiration_date)).toBeGreaterThanOrEqual(Date.parse(own));
    const paid = await order({ access_until: until, hold: true });
    const { order: after } = (await v3(store, "POST", `orders/${paid.id}/release`)).body;
    expect(after).toMatchObject({ access_until: until, expiration_date: null });
  });

  test("is prolonged by a payment, which counts once, on its day", async () => {
    const made = await order({ access_until: at(-1), download_limit: 1 });
    const before = await revenue();
    const until = at(29);
    const payment = { access_until: until, payment_id: `in_${made.id}`, total: 7.25 };
    const { status, body } = await renew(made.id, payment);
    expect([status, body.order]).toMatchObject([200, { access_until: until, status: "open" }]);
    expect(await download(made)).toBe(200);
    expect((await read(made.id)).state).toBe("used_up");
    expect(await revenue()).toBe(before + 7.25);

    // Again, changed or not: nothing.
    for (const payment_id of [payment.payment_id, ` in_\u200b${made.id} `]) {
      const again = await renew(made.id, { ...payment, payment_id });
      expect(again).toMatchObject({ status: 200, body: { order: { access_until: until } } });
    }
    const later = await renew(made.id, { ...payment, access_until: at(60), total: 99 });
    expect(later).toMatchObject({ status: 200, body: { order: { access_until: until, state: "used_up" } } });
    expect(await revenue()).toBe(before + 7.25);

    // The next one gives the downloads back.
    const next = await renew(made.id, { access_until: at(59), payment_id: `next_${made.id}`, currency: "USD" });
    expect(next.body.order).toMatchObject({ state: "open", access_until: at(59).slice(0, 10) && expect.any(String) });
    expect(await revenue()).toBe(before + 7.25);
    const { timeline } = (await v3(store, "GET", `orders/${made.id}/timeline`)).body;
    const renewals = timeline.filter(({ kind }: { kind: string }) => kind === "order.renewed");
    expect(renewals.map(({ summary }: { summary: string }) => summary)).toEqual([
      expect.stringMatching(/^Paid again \(next_\d+\): access until \d{4}-\d\d-\d\d$/),
      expect.stringContaining(`(in_${made.id}): 7.25 ${made.currency}, access until ${until.slice(0, 10)}`),
    ]);

    // A revoked order has earned nothing, and what it earned comes back with it.
    await v3(store, "POST", `orders/${made.id}/revoke`);
    expect(await revenue()).toBe(before - 10);
    expect(await renew(made.id, { access_until: at(90), payment_id: "late" })).toMatchObject({ status: 409 });
    await v3(store, "POST", `orders/${made.id}/restore`);
    expect(await revenue()).toBe(before + 7.25);
    await v3(store, "DELETE", `orders/${made.id}`);
    expect(await revenue()).toBe(before - 10);
  });

  test("is never shortened by a payment, and a payment renews one order", async () => {
    const until = at(30);
    const made = await order({ access_until: until });
    const early = await renew(made.id, { access_until: at(29), payment_id: "early" });
    expect([early.status, wrongFields(early)]).toEqual([422, ["access_until"]]);
    expect((await renew(made.id, { access_until: until, payment_id: "same-day" })).status).toBe(200);
    const endless = await order({});
    const refused = await renew(endless.id, { access_until: at(365), payment_id: "endless" });
    expect([refused.status, wrongFields(refused)]).toEqual([422, ["access_until"]]);
    for (const [fields, wrong] of [
      [{ payment_id: "p" }, ["access_until"]],
      [{ access_until: at(60) }, ["payment_id"]],
      [{ access_until: "soon", payment_id: "", total: -1, currency: "EURO" }, 4],
      [{ access_until: at(60), payment_id: "x".repeat(256) }, ["payment_id"]],
    ] as const) {
      const answer = await renew(made.id, fields);
      expect(answer.status).toBe(422);
      if (typeof wrong === "number") expect(wrongFields(answer)).toHaveLength(wrong);
      else expect(wrongFields(answer)).toEqual([...wrong]);
    }
    expect((await read(made.id)).access_until).toBe(until);

    // Twice at once, for two orders at once.
    const others = await Promise.all([1, 2, 3, 4].map(() => order({ access_until: until })));
    const answers = await Promise.all(
      [...others, ...others].map(({ id }) => renew(id, { access_until: at(60), payment_id: "at-once", total: 5 })),
    );
    const renewed = await Promise.all(others.map(({ id }) => read(id)));
    expect(renewed.filter(({ access_until }) => access_until !== until)).toHaveLength(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
    const same = await Promise.all(
      Array.from({ length: 8 }, () => renew(made.id, { access_until: at(90), payment_id: "eight", total: 3 })),
    );
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("says how its subscription stands, which lists find and sort by their ends", async () => {
    const [late, soon, gone, endless] = [
      await order({ access_until: at(40), subscription_status: "payment_failed" }),
      await order({ access_until: at(20) }),
      await order({ access_until: at(-2) }),
      await order({}),
    ];
    const shown = [late, soon, gone, endless].map((one) => one.subscription_status);
    expect(shown).toEqual(["payment_failed", "active", "ended", null]);
    await change(soon.id, { subscription_status: "payment_failed" });
    const found = async (query: string) => {
      const { orders } = (await v3(store, "GET", `orders?page_size=500&${query}`)).body;
      return orders.map(({ id }: { id: number }) => id);
    };
    const failed = "subscription_status=payment_failed";
    expect(await found(`${failed}&sort=access_until`)).toEqual([soon.id, late.id]);
    expect(await found(`${failed}&sort=-access_until`)).toEqual([late.id, soon.id]);
    expect(await found(`${failed}&usage=never_downloaded&q=ann`)).toEqual([soon.id, late.id]);
    expect(await found("subscription_status=ended")).toContain(gone.id);
    expect(await found("subscription_status=active&sort=access_until")).not.toContain(soon.id);
    const { failed_subscriptions } = (await v3(store, "GET", "attention")).body.attention;
    expect(failed_subscriptions).toEqual({ total: 2 });
    const { rows } = await exportCsv(store, `orders.csv?${failed}`);
    expect(rows.map(({ id, subscription_status }) => [Number(id), subscription_status])).toEqual([
      [late.id, "payment_failed"],
      [soon.id, "payment_failed"],
    ]);
    // Paid, it goes on.
    await renew(soon.id, { access_until: at(90), payment_id: `paid_${soon.id}` });
    await change(late.id, { subscription_status: "canceled" });
    expect([(await read(soon.id)).subscription_status, (await read(late.id)).subscription_status]).toEqual([
      "active",
      "canceled",
    ]);
    await v3(store, "POST", `orders/${late.id}/revoke`);
    expect((await read(late.id)).subscription_status).toBe("ended");
    expect(await found("subscription_status=canceled")).not.toContain(late.id);
    await change(soon.id, { access_until: null });
    expect((await read(soon.id)).subscription_status).toBeNull();
    // An end that comes back does not bring an earlier status.
    await change(soon.id, { access_until: at(9) });
    expect((await read(soon.id)).subscription_status).toBe("active");
  });

  test("has no status without an end of access, and no list is sorted by what it does not have", async () => {
    const endless = await order({});
    const answers = [
      await send(store, "POST", "orders", {
        ...{ email: "ann@example.com", order_items: [{ sku: "MAP" }], subscription_status: "canceled" },
      }),
      await send(store, "PUT", `orders/${endless.id}`, { subscription_status: "payment_failed" }),
      await send(store, "PUT", `orders/${endless.id}`, { subscription_status: "ended", access_until: at(3) }),
    ];
    for (const answer of answers) expect([answer.status, wrongFields(answer)]).toEqual([422, ["subscription_status"]]);
    const sorted = await send(store, "GET", "orders?sort=access_until");
    expect([sorted.status, wrongFields(sorted)]).toEqual([422, ["sort"]]);
    expect((await send(store, "GET", "orders?subscription_status=paused")).status).toBe(422);
  });

  test("tells programs when its licenses end, and closes them then", async () => {
    const { product, order: sold, key } = await sellLicense(store, "ENDS-0001", { device_limit: 2 });
    const asked = { key, product: product.sku, device_id: "mac" };
    const until = at(3);
    await change(sold.id, { access_until: until });
    const valid = await askLicense(store, "activate", asked);
    expect(valid).toMatchObject({ code: "valid", expires_at: until, check_again_at: until });
    const year = at(365);
    expect((await renew(sold.id, { access_until: year, payment_id: "year" })).status).toBe(200);
    const longer = await askLicense(store, "validate", asked);
    expect([longer.expires_at, Date.parse(longer.check_again_at) - Date.parse(longer.at)]).toEqual([year, 14 * day]);
    await change(sold.id, { access_until: at(-1) });
    expect(await askLicense(store, "validate", asked)).toMatchObject({ code: "expired", valid: false });
    expect(await askLicense(store, "activate", { ...asked, device_id: "pc" })).toMatchObject({ code: "expired" });
    const form = new URLSearchParams({
      edd_action: "check_license",
      license: key,
      item_name: product.sku,
      url: "mac",
    });
    const edd = await (await store.get(`/?${form}`)).json();
    expect(edd).toMatchObject({
      license: "expired",
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const gumroad = await store.get("/v2/licenses/verify", {
      method: "POST",
      body: new URLSearchParams({ product_id: product.sku, license_key: key }),
    });
    expect([gumroad.status, await gumroad.text()]).toEqual([404, expect.stringContaining("has expired")]);
    const keygen = await store.get("/v1/licenses/actions/validate-key", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ meta: { key } }),
    });
    expect(await keygen.json()).toMatchObject({
      meta: { code: "EXPIRED", valid: false },
      data: { attributes: { status: "EXPIRED", suspended: false, expiry: expect.any(String) } },
    });
    // What expires is access: an order's links may end earlier.
    await change(sold.id, { access_until: until, expiration_date: at(-1) });
    expect(await askLicense(store, "validate", asked)).toMatchObject({ code: "valid", expires_at: until });
  });

  test("says in each language that only a payment opens it again", async () => {
    await v3(store, "PUT", "account", { self_service_renewals: 3 });
    const made = await order({ access_until: at(-1) });
    for (const [language, words] of Object.entries({
      en: "Your access has ended",
      de: "Ihr Zugang ist abgelaufen",
      es: "Su acceso ha terminado",
      fr: "Votre accès a pris fin",
    })) {
      const { html } = await page(made.download_url, language);
      expect(html).toContain(words);
      expect(html).not.toContain('<form class="renewal"');
    }
    const item = await page(made.order_items[0].download_url);
    expect([item.status, item.html]).toEqual([410, expect.stringContaining("Your access was paid for until")]);
    const asked = await store.get(`${new URL(made.download_url).pathname}/renewal`, { method: "POST" });
    expect(asked.status).toBe(303);
    expect((await read(made.id)).status).toBe("expired");
    expect((await v3(store, "GET", "renewal_requests?status=all")).body.total).toBe(0);
    await v3(store, "PUT", "account", { self_service_renewals: 0 });
  });

  test("goes through files, the customer's export and erasure", async () => {
    const until = at(30);
    const made = await order({ email: "carla@example.com", access_until: until, subscription_id: "sub_9" });
    await renew(made.id, { access_until: at(60), payment_id: "in_9", total: 4 });
    const { payments } = (await v3(store, "GET", "customers/carla@example.com/export")).body;
    expect(payments).toMatchObject([{ order_id: made.id, payment_id: "in_9", total: 4, currency: made.currency }]);
    const { rows } = await exportCsv(store, "orders.csv");
    const row = rows.find(({ email }) => email === "carla@example.com");
    expect(row).toMatchObject({ subscription_id: "sub_9", expiration_date: "never" });
    expect(row?.access_until?.slice(0, 10)).toBe(at(60).slice(0, 10));

    const before = await revenue();
    await v3(store, "DELETE", "customers/carla@example.com");
    expect(await revenue()).toBe(before);
    // Erased, its payment is nobody's.
    const other = await order({ access_until: until });
    expect((await renew(other.id, { access_until: at(60), payment_id: "in_9" })).status).toBe(200);

    const file = csvLines(
      "email,skus,access_until,subscription_id,subscription_status",
      `dora@example.com,MAP,${until},sub_10,payment_failed`,
    );
    expect((await importCsv(store, "orders", file)).status).toBe(200);
    const [imported] = (await v3(store, "GET", "orders?email=dora@example.com")).body.orders;
    expect(imported).toMatchObject({
      access_until: until,
      subscription_id: "sub_10",
      subscription_status: "payment_failed",
    });
    expect(imported.expiration_date).toBeNull();
  });
});
