import { expect, test } from "bun:test";
import { pdfBook } from "../../support/books.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct, send } from "../../support/products.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { connect } from "../../support/shops.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const store = await makeSqliteStore();
const made = async (path: string, fields: object) => {
  const { status, body } = await send(store, "POST", path, fields);
  expect([status, body]).toEqual([201, body]);
  const [of = {}] = Object.values(body) as { id: number }[];
  return `${path}/${(of as { id: number }).id}`;
};
const product = async (fields: object = {}) => `products/${(await makeProduct(store, { ...fields })).id}`;

/** Each makes something and resolves with its path. Orders have tests of their own (delivery/orders/sent-back). */
const things: Record<string, () => Promise<string>> = {
  "a product": () => product(),
  "a product with all settings": () =>
    product({
      ...{
        price: 9.99,
        currency: "EUR",
        order_expiration_in_hours: 5,
        download_limit: 2,
        expires_from: "first_download",
      },
      ...{
        large_file_bytes: 10,
        large_file_download_limit: 1,
        device_limit: 3,
        updates_for_days: 30,
        updates: "licensed",
      },
      ...{ program_ids: ["app"], permalink_enabled: true, stamp: { text: "{{order}}" } },
    }),
  "a product with files and links": async () => {
    const { sku } = await addItem(store, "FILES", { "a.txt": "a", "b.pdf": await pdfBook() });
    const { id } = (await v3(store, "GET", `skuproducts/${sku}`)).body.product;
    await v3(store, "PUT", `products/${id}`, {
      item_urls: [{ url: "https://example.com/a", name: "A" }, { url: "https://example.com/b" }],
      stamp: { text: "{{name}}", position: "top_left", size: 12 },
    });
    return `products/${id}`;
  },
  "a product with keys": async () => {
    const { id } = await makeProduct(store);
    await addKeys(store, id, keysNamed("SENT", 3));
    return `products/${id}`;
  },
  "a product with made keys": () => product({ license_source: "made", license_pattern: "*****-*****-*****-*****" }),
  "a product with signed keys": () => product({ license_source: "signed" }),
  "a bundle": async () => {
    const { sku } = await makeProduct(store);
    return product({ contents: [{ sku, quantity: 2 }] });
  },
  "an archived product": async () => {
    const path = await product();
    await v3(store, "PUT", path, { archived_at: "2026-01-01T00:00:00Z" });
    return path;
  },
  "an archived bundle of an archived product": async () => {
    const { id, sku } = await makeProduct(store);
    const path = await product({ contents: [{ sku }] });
    for (const one of [path, `products/${id}`]) await v3(store, "PUT", one, { archived_at: "2026-01-01T00:00:00Z" });
    return path;
  },
  "the account": async () => {
    await v3(store, "PUT", "account", { order_expiration_in_hours: 5, download_limit_per_item: 3 });
    return "account";
  },
  "a webhook endpoint": () =>
    made("webhook_endpoints", { url: "https://example.com/hooks", events: ["order.created"], headers: { "x-a": "b" } }),
  "a connection": async () =>
    `connections/${(await connect(store, { kind: "woocommerce", name: "Shop", subscription_grace_in_hours: 5 })).id}`,
  "a mail hook": () => made("mail_hooks", { service: "mailgun", secret: "of mailgun" }),
};

for (const [thing, make] of Object.entries(things)) {
  test(`${thing} that is sent back as it was read stays what it is`, async () => {
    const path = await make();
    const before = (await send(store, "GET", path)).body;
    const [inner] = Object.values(before);
    for (const sent of [inner, before]) {
      const { status, body } = await send(store, "PUT", path, sent);
      expect([status, body]).toEqual([200, body]);
      expect((await send(store, "GET", path)).body).toEqual(before);
    }
    const { product } = before as { product?: { id: number; sku: string } };
    for (const other of product ? [`/api/items/${product.sku}`, `/api/v2/products/${product.id}`] : []) {
      const xml = await (await store.api(other)).text();
      const headers = { "content-type": "application/xml" };
      expect((await store.api(other, { method: "PUT", headers, body: xml })).status).toBe(200);
      expect([other, (await send(store, "GET", path)).body]).toEqual([other, before]);
    }
  });
}
