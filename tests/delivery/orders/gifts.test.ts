import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { addKeys } from "../../support/keys.ts";
import { askLicense } from "../../support/licenses.ts";
import { makeProduct } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const day = 24 * 3_600_000;
const from = Date.now();
const at = (days: number) => `${new Date(from + days * day).toISOString().slice(0, 19)}+00:00`;
/** What each wrong field has to say. */
const sentences = ({ body }: { body: { errors: { field: string; message: string }[] } }) =>
  Object.fromEntries(body.errors.map(({ field, message }) => [field, message]));
const noGift = { recipient_email: null, recipient_name: null, gift_message: null, deliver_at: null };

describe.each(databasesUnderTest)("on $name, a gift", ({ makeStore }) => {
  let store: Store;
  beforeAll(async () => {
    store = await makeStore();
    await addItem(store, "MAP", { "map.txt": "the map" });
    await v3(store, "PUT", "account", { order_expiration_in_hours: 240 });
  });

  const give = async (fields: object, sku = "MAP") => {
    const buyer = { email: "bob@example.com", first_name: "Bob", last_name: "<Giver>" };
    const gift = { recipient_email: "ann@example.com", recipient_name: "Ann", gift_message: "Happy <birthday>!\nBob" };
    const order = { ...buyer, ...gift, send_email: false, order_items: [{ sku }], ...fields };
    return v3(store, "POST", "orders", order);
  };
  const change = (id: number | string, fields: object) => v3(store, "PUT", `orders/${id}`, fields);
  const open = async (url: string, headers: Record<string, string> = browser) => {
    const answer = await store.get(new URL(url).pathname, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  test("cannot end before it is delivered", async () => {
    const message = "must be after the gift is delivered";
    for (const field of ["expiration_date", "access_until"]) {
      const made = await give({ deliver_at: at(15), [field]: at(10) });
      expect([made.status, sentences(made)]).toEqual([422, { [field]: message }]);
      const { order } = (await give({ deliver_at: at(15) })).body;
      const changed = await change(order.id, { [field]: at(10) });
      expect([changed.status, sentences(changed)]).toEqual([422, { [field]: message }]);
      expect((await change(order.id, { [field]: at(16) })).status).toBe(200);
    }
    const { order: paid } = (await give({ deliver_at: at(5), access_until: at(10) })).body;
    const later = await change(paid.id, { deliver_at: at(11) });
    expect([later.status, sentences(later)]).toEqual([422, { deliver_at: "must be before access ends" }]);
    expect((await change(paid.id, { deliver_at: at(11), access_until: at(12) })).status).toBe(200);
    // A gift that is delivered at once may end at any time.
    expect((await give({ expiration_date: at(-1) })).status).toBe(201);

    // A file says what was.
    const { id } = (await give({ deliver_at: at(15), vendor_id: "FILED" })).body.order;
    const [row] = (await v3(store, "GET", "orders?vendor_id=FILED")).body.orders;
    const file = csvLines(
      "download_url,email,skus,expiration_date,deliver_at",
      `${row.download_url},bob@example.com,MAP,${at(3)},${at(15)}`,
    );
    expect((await importCsv(store, "orders", file)).body).toMatchObject({ import: { accepted: 1, refused: [] } });
    expect((await v3(store, "GET", `orders/${id}`)).body.order.expiration_date).toBe(at(3));

    const own = (await give({ deliver_at: at(5), expiration_date: at(8) })).body.order;
    const moved = async (days: number) => {
      const { body } = await change(own.id, { deliver_at: at(days) });
      return Math.round((Date.parse(body.order.expiration_date) - Date.now()) / day);
    };
    expect([await moved(7), await moved(20), await moved(10)]).toEqual([8, 21, 21]);
  });

  test("shows who gets it, and greets them with the giver's words", async () => {
    const { status, body } = await give({});
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      email: "bob@example.com",
      recipient_email: "ann@example.com",
      recipient_name: "Ann",
      gift_message: "Happy <birthday>!\nBob",
      deliver_at: null,
    });
    const page = await open(body.order.download_url);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Ann");
    expect(page.text).toContain("A gift from <bdi>Bob &lt;Giver&gt;</bdi>");
    expect(page.text).toContain("Happy &lt;birthday&gt;!\nBob");
    // The order was not theirs.
    expect(page.text).toContain("Hello <bdi>Ann</bdi>, here is everything your gift includes.");
    expect(page.text).not.toContain("thank you");
    expect(page.text).not.toContain("bob@example.com");
    // What it cost is between the store and the buyer.
    await change(body.order.id, {
      invoice_url: "https://shop.example/invoices/77",
      order_items: [{ sku: "MAP", price: 731.5 }],
    });
    const priced = (await open(body.order.download_url)).text;
    expect([priced.includes("731"), priced.includes("invoices/77")]).toEqual([false, false]);
    const none = await change(body.order.id, { recipient_email: null });
    const own = (await open(body.order.download_url)).text;
    expect([own.includes("731"), own.includes("invoices/77")]).toEqual([true, true]);
    expect(none.body.order).toMatchObject(noGift);
    expect((await open(body.order.download_url)).text).not.toContain("A gift from");
  });

  test("that is still to come has links that say from when on they work, and counts nothing", async () => {
    const later = at(20);
    const { order } = (await give({ deliver_at: later })).body;
    expect(order).toMatchObject({ deliver_at: later });
    expect(Date.parse(order.expiration_date) - Date.parse(later)).toBeLessThan(10 * day + 1000);
    expect(Date.parse(order.expiration_date) - Date.parse(later)).toBeGreaterThan(10 * day - 2000);
    const item = order.order_items[0].download_url;
    for (const url of [order.download_url, item, `${order.download_url}/all.zip`]) {
      const page = await open(url);
      expect([url, page.status]).toEqual([url, 403]);
      expect(page.text).toContain("This gift is not open yet");
      // The script writes it in the reader's time zone.
      expect(page.text).toContain(`<time datetime="${new Date(later).toISOString()}">`);
      const plain = await open(url, {});
      expect([url, plain.status]).toEqual([url, 403]);
      expect(plain.text).toMatch(/^This gift opens on .*\d{4}.*; try the same link then\.\n$/);
    }
    const read = (await v3(store, "GET", `orders/${order.id}`)).body.order;
    expect(read).toMatchObject({ download_count: 0, deliver_at: later });

    // A default expiration moves along, a date of the order's own does not.
    const moved = (await change(order.id, { deliver_at: at(40) })).body.order;
    expect(Date.parse(moved.expiration_date) - Date.parse(moved.deliver_at)).toBeGreaterThan(10 * day - 2000);
    const own = at(60);
    expect((await change(order.id, { expiration_date: own })).body.order.expiration_date).toBe(own);
    expect((await change(order.id, { deliver_at: at(50) })).body.order.expiration_date).toBe(own);
    await change(order.id, { deliver_at: at(-1) });
    expect((await open(item, {})).status).toBe(200);
  });

  test("that is delivered early has as many days from then on as any order", async () => {
    await importCsv(
      store,
      "orders",
      csvLines(
        "id,email,skus,created_at,recipient_email,deliver_at",
        `EARLY,bob@example.com,MAP,${at(-30)},ann@example.com,${at(5)}`,
      ),
    );
    const [found] = (await v3(store, "GET", "orders?vendor_id=EARLY")).body.orders;
    expect(found).toMatchObject({ id: "EARLY", recipient_email: "ann@example.com" });
    const { order } = (await change(found.id, { deliver_at: null })).body;
    expect(Math.round((Date.parse(order.expiration_date) - Date.now()) / day)).toBe(10);
    // A gift that was delivered has had its days.
    const none = (await change(found.id, { recipient_email: null })).body.order;
    expect(none.expiration_date).toBe(order.expiration_date);
  });

  test("tells programs that its key is on hold until it is delivered", async () => {
    const app = await makeProduct(store, { sku: "APP" });
    await addKeys(store, app.id, ["GIFT-KEY-1"]);
    const { order } = (await give({ deliver_at: at(2) }, "APP")).body;
    expect((await askLicense(store, "validate", { key: "GIFT-KEY-1" })).code).toBe("on_hold");
    await change(order.id, { deliver_at: null });
    expect((await askLicense(store, "validate", { key: "GIFT-KEY-1" })).code).toBe("valid");
  });

  test("is refused with a sentence when a field is wrong", async () => {
    const wrong = async (fields: object) => sentences(await give(fields));
    expect(await wrong({ recipient_email: "ann" })).toEqual({
      recipient_email: "must be an email address such as ann@example.com",
    });
    expect(await wrong({ gift_message: "x".repeat(2001) })).toEqual({
      gift_message: "must have at most 2000 characters",
    });
    expect(await wrong({ deliver_at: "tomorrow" })).toMatchObject({ deliver_at: expect.any(String) });
    expect(await wrong({ deliver_at: at(740) })).toEqual({ deliver_at: "must be within two years" });
    const needs = "needs an address of the recipient";
    expect(await wrong({ recipient_email: null, deliver_at: at(1) })).toEqual({
      recipient_name: needs,
      gift_message: needs,
      deliver_at: needs,
    });
    const { order } = (await give({})).body;
    expect(sentences(await change(order.id, { deliver_at: at(1) }))).toEqual({
      deliver_at: "cannot be later any more: the gift has been delivered",
    });
    expect((await v3(store, "GET", `orders/${order.id}`)).body.order).toMatchObject({ recipient_name: "Ann" });
  });
});
