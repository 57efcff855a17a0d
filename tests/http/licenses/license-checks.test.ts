import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, listKeys, readOrder } from "../../support/keys.ts";
import { askLicense, licenseKeySet, postLicense, sellLicense, signersOf } from "../../support/licenses.ts";
import { makeProduct, send } from "../../support/products.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name, a program that asks about its license", async ({ makeStore }) => {
  const store = await makeStore();

  test("is told what it needs, signed, and nothing about the customer", async () => {
    const { product, key } = await sellLicense(store, "TOLD-0001", { device_limit: 2 });
    const asked = { key: ` ${key}\u200b `, product: product.sku, nonce: "n-1" };
    const response = await postLicense(store, "validate", asked, { "content-type": "text/plain" });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = JSON.parse(new TextDecoder().decode(bytes));
    expect(body).toEqual({
      code: "valid",
      valid: true,
      product: product.sku,
      devices: { used: 0, limit: 2 },
      expires_at: null,
      updates_until: null,
      check_again_at: expect.any(String),
      device_id: null,
      nonce: "n-1",
      at: expect.any(String),
    });
    expect(Date.parse(body.check_again_at) - Date.parse(body.at)).toBe(14 * 24 * 3_600_000);
    const keys = await licenseKeySet(store);
    const header = response.headers.get("waybill-signature") ?? "";
    expect(signersOf(bytes, header, keys)).toEqual([...keys.keys()]);
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    expect(signersOf(bytes, header, keys)).toEqual([]);
  });

  test("takes a place, keeps it, and gives it back", async () => {
    const { product, key } = await sellLicense(store, "PLACE-0001", { device_limit: 1 });
    const on = (device_id: string) => ({ key, product: product.sku, device_id, device_name: `The ${device_id}` });
    expect(await askLicense(store, "validate", on("one"))).toMatchObject({ code: "not_activated", valid: false });
    for (const _ of [1, 2]) {
      expect(await askLicense(store, "activate", on("one"))).toMatchObject({
        code: "valid",
        device_id: "one",
        devices: { used: 1, limit: 1 },
      });
    }
    expect(await askLicense(store, "activate", on("two"))).toMatchObject({ code: "too_many_devices", valid: false });
    expect(await askLicense(store, "validate", on("two"))).toMatchObject({ code: "not_activated" });
    expect(await askLicense(store, "validate", on("one"))).toMatchObject({ code: "valid" });
    for (const _ of [1, 2]) {
      expect(await askLicense(store, "deactivate", on("one"))).toMatchObject({
        code: "not_activated",
        devices: { used: 0, limit: 1 },
      });
    }
    expect(await askLicense(store, "activate", on("two"))).toMatchObject({ code: "valid" });
  });

  test("gets one of the last places, and only one, when fifty want them at once", async () => {
    const { product, key } = await sellLicense(store, "RACE-0001", { device_limit: 3 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        askLicense(store, "activate", { key, product: product.sku, device_id: `device ${index}` }),
      ),
    );
    expect(answers.filter(({ code }) => code === "valid")).toHaveLength(3);
    expect(answers.filter(({ code }) => code === "too_many_devices")).toHaveLength(47);
    const again = await Promise.all(
      Array.from({ length: 10 }, () =>
        askLicense(store, "activate", {
          key,
          product: product.sku,
          device_id: answers.find(({ valid }) => valid)?.device_id ?? "",
        }),
      ),
    );
    expect(new Set(again.map(({ code, devices }) => `${code} ${devices.used}`))).toEqual(new Set(["valid 3"]));
  });

  test("learns with its next question what happened to the order", async () => {
    const { product, order, key } = await sellLicense(store, "STATE-0001");
    const code = async () => (await askLicense(store, "validate", { key, product: product.sku })).code;
    await send(store, "POST", `orders/${order.id}/hold`);
    expect(await code()).toBe("on_hold");
    expect(await askLicense(store, "activate", { key, device_id: "d" })).toMatchObject({ code: "on_hold" });
    await send(store, "POST", `orders/${order.id}/release`);
    expect(await code()).toBe("valid");
    const [item] = order.order_items;
    await send(store, "POST", `order_items/${item?.id}/revoke`);
    expect(await code()).toBe("revoked");
    await send(store, "POST", `order_items/${item?.id}/restore`);
    // The links of an order expire; what was bought for good does not.
    await send(store, "POST", `orders/${order.id}/expire`);
    expect(await code()).toBe("valid");
    await send(store, "POST", `orders/${order.id}/revoke`);
    expect(await code()).toBe("revoked");
    await send(store, "POST", `orders/${order.id}/restore`);
    await send(store, "DELETE", `orders/${order.id}`);
    expect(await code()).toBe("revoked");
  });

  test("has a key of this store and this product, or none", async () => {
    const { product, key } = await sellLicense(store, "OWN-0001", { device_limit: 5 });
    const other = await makeProduct(store);
    await addKeys(store, other.id, ["FREE-0001"]);
    const neighbor = await makeStore();
    const nothing = { product: null, devices: { used: 0, limit: null }, valid: false };
    expect(await askLicense(store, "validate", { key, product: other.sku })).toMatchObject({
      code: "wrong_product",
      ...nothing,
    });
    expect(await askLicense(store, "validate", { key })).toMatchObject({ code: "valid", product: product.sku });
    for (const unknown of ["FREE-0001", "own-0001", "OWN-0001 x", "a\u0000b"]) {
      expect(await askLicense(store, "validate", { key: unknown })).toMatchObject({ code: "unknown", ...nothing });
    }
    expect(await askLicense(neighbor, "activate", { key, device_id: "d" })).toMatchObject({ code: "unknown" });
  });

  test("is found by a key that two products share", async () => {
    const one = await sellLicense(store, "SHARED-0001");
    const two = await sellLicense(store, "SHARED-0001");
    await send(store, "POST", `orders/${one.order.id}/revoke`);
    const ask = async (product?: string) =>
      (await askLicense(store, "validate", { key: "SHARED-0001", ...(product ? { product } : {}) })).code;
    expect([await ask(one.product.sku), await ask(two.product.sku), await ask()]).toEqual([
      "revoked",
      "valid",
      "valid",
    ]);
  });

  test("may have a key of several lines", async () => {
    const block = "-----BEGIN LICENSE-----\nAbC=\n-----END LICENSE-----";
    const { product } = await sellLicense(store, block);
    const asked = { key: `${block.replaceAll("\n", " \r\n")}\n`, product: product.sku };
    expect(await askLicense(store, "validate", asked)).toMatchObject({ code: "valid" });
  });

  test("is one device by every spelling of a site's address, and local sites take no place", async () => {
    const { product, key } = await sellLicense(store, "SITE-0001", { device_limit: 1 });
    const on = (device_id: string) => askLicense(store, "activate", { key, product: product.sku, device_id });
    expect(await on("https://www.Shop.example.com/")).toMatchObject({ code: "valid", devices: { used: 1 } });
    expect(await on("http://shop.example.com")).toMatchObject({ code: "valid", devices: { used: 1 } });
    for (const local of ["http://localhost:8080", "https://staging.shop.example.com", "http://192.168.0.7/wp"]) {
      expect(await on(local)).toMatchObject({ code: "valid", devices: { used: 1 } });
    }
    expect(await on("http://shop.test")).toMatchObject({ code: "too_many_devices" });
  });

  test("has the limit of its order item before that of its product", async () => {
    const { product, order, key } = await sellLicense(store, "LIMIT-0001", { device_limit: 1 });
    const limit = async () => (await askLicense(store, "validate", { key })).devices.limit;
    const item = `order_items/${order.order_items[0]?.id}`;
    expect((await v3(store, "PUT", item, { device_limit: 5 })).body.order_item.device_limit).toBe(5);
    expect(await limit()).toBe(5);
    await v3(store, "PUT", item, { device_limit: null });
    expect(await limit()).toBe(1);
    await v3(store, "PUT", `products/${product.id}`, { device_limit: null });
    expect(await limit()).toBeNull();
    await addKeys(store, product.id, ["LIMIT-0002"]);
    const line = { item_sku: product.sku, device_limit: 7 };
    const sent = await v3(store, "POST", "orders", { email: "ann@example.com", order_items: [line] });
    expect(sent.body.order.order_items[0].device_limit).toBe(7);
    expect((await askLicense(store, "validate", { key: "LIMIT-0002" })).devices.limit).toBe(7);
    const wrong = await v3(store, "PUT", item, { device_limit: 0 });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, "device_limit"]);
  });

  test("loses its place to the owner, and with the customer's data", async () => {
    const { product, order, key } = await sellLicense(store, "OWNER-0001", { device_limit: 2 });
    for (const device_id of ["a", "b"]) {
      await askLicense(store, "activate", { key, device_id, device_name: `Device ${device_id}` });
    }
    const [licenseKey] = await listKeys(store, product.id);
    const devices = async () => (await v3(store, "GET", `license_keys/${licenseKey?.id}/devices`)).body;
    const { devices: all, total } = await devices();
    expect([total, all.map(({ name }: { name: string }) => name)]).toEqual([2, ["Device a", "Device b"]]);
    expect(all[0]).toMatchObject({ takes_place: true, activated_at: expect.any(String) });
    const ofOrder = (await v3(store, "GET", `orders/${order.id}/devices`)).body.devices;
    expect(ofOrder.map((one: object) => one)).toEqual(
      all.map((one: object) => ({
        ...one,
        license_key_id: licenseKey?.id,
        license_key: key,
        product_name: product.name,
      })),
    );
    const remove = async () =>
      (await v3(store, "DELETE", `license_keys/${licenseKey?.id}/devices/${all[0].id}`)).status;
    expect([await remove(), await remove()]).toEqual([204, 404]);
    expect(await askLicense(store, "validate", { key, device_id: "a" })).toMatchObject({ code: "not_activated" });
    const { email } = (await readOrder(store, order.id)) as unknown as { email: string };
    expect((await v3(store, "DELETE", `customers/${encodeURIComponent(email)}`)).status).toBeLessThan(300);
    expect(await askLicense(store, "validate", { key })).toMatchObject({ code: "revoked", devices: { used: 0 } });
    expect((await devices()).total).toBe(0);
  });

  test("loses its place to the customer, five times in 30 days", async () => {
    const { order, key } = await sellLicense(store, "CUSTOMER-0001", { device_limit: 9 });
    const path = new URL(order.download_url).pathname;
    for (const name of "abcdef")
      await askLicense(store, "activate", { key, device_id: name, device_name: `The ${name}` });
    const shown = async (at = path) => {
      const html = await (await store.get(at, { headers: { accept: "text/html" } })).text();
      return { html, ids: [...html.matchAll(/name="device" value="(\d+)"/g)].map(([, id]) => id) };
    };
    const { html, ids } = await shown();
    expect(ids).toHaveLength(6);
    expect(html).toContain("The f");
    const remove = (device: string | undefined) =>
      store.get(`${path}/devices`, { method: "POST", body: new URLSearchParams({ device: device ?? "" }) });
    for (const id of ids.slice(0, 5)) {
      const response = await remove(id);
      expect([response.status, response.headers.get("location")]).toEqual([303, `${path}?devices=done#devices`]);
    }
    expect((await shown(`${path}?devices=done`)).html).toContain(
      "Removed. You can now use the license on another device.",
    );
    expect((await remove(ids[0])).status).toBe(404);
    const refused = await remove(ids[5]);
    expect(refused.headers.get("location")).toBe(`${path}?devices=tooMany#devices`);
    expect((await shown(`${path}?devices=tooMany`)).html).toContain("too many devices");
    expect((await shown()).ids).toEqual(ids.slice(5));
    expect(await askLicense(store, "validate", { key, device_id: "f" })).toMatchObject({ code: "valid" });
    const other = await sellLicense(store, "CUSTOMER-0002");
    await askLicense(store, "activate", { key: other.key, device_id: "x" });
    const foreign = await store.get(`${new URL(other.order.download_url).pathname}/devices`, {
      method: "POST",
      body: new URLSearchParams({ device: ids[5] ?? "" }),
    });
    expect(foreign.status).toBe(404);
  });

  test("is refused as unknown only so often, and a real key never", async () => {
    const own = await makeStore();
    const { key } = await sellLicense(own, "REAL-0001");
    const guess = async (n: number) =>
      (await postLicense(own, "validate", { key: `GUESS-${n}` }, { "x-forwarded-for": "203.0.113.7" })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) statuses.push(await guess(n));
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    const real = await postLicense(own, "validate", { key }, { "x-forwarded-for": "203.0.113.7" });
    expect(real.status).toBe(200);
    expect(((await real.json()) as { code: string }).code).toBe("valid");
  });

  test("is told what is wrong with its question, and nothing changes", async () => {
    const wrong = [
      ["", "body"],
      ["{", "body"],
      ["[]", "body"],
      [{}, "key"],
      [{ key: 5 }, "key"],
      [{ key: "  " }, "key"],
      [{ key: "K", product: 7 }, "product"],
      [{ key: "K", nonce: "n".repeat(256), device_id: "d" }, "nonce"],
      [{ key: "K" }, "device_id"],
      [{ key: "K", device_id: "a\u0000b" }, "device_id"],
    ] as const;
    for (const [body, field] of wrong) {
      const response = await postLicense(store, "activate", body);
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      expect([response.status, errors[0]?.field]).toEqual([422, field]);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await postLicense(store, "activate", { key: "K".repeat(20_000) })).status).toBe(413);
    expect((await store.get("/licenses/validate")).status).toBe(405);
    expect((await postLicense(store, "nothing", {})).status).toBe(404);
    const preflight = await store.get("/licenses/validate", { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "POST"]);
    expect(preflight.headers.has("access-control-allow-credentials")).toBe(false);
  });

  test("trusts the old key and the new one while the store changes it", async () => {
    const own = await makeStore();
    const { key } = await sellLicense(own, "SIGN-0001");
    const signers = async () => {
      const response = await postLicense(own, "validate", { key });
      const keys = await licenseKeySet(own);
      const header = response.headers.get("waybill-signature") ?? "";
      return signersOf(new Uint8Array(await response.arrayBuffer()), header, keys);
    };
    const [first = ""] = await signers();
    const remove = async (id: string) => (await v3(own, "DELETE", `license_signing_keys/${id}`)).status;
    expect(await remove(first)).toBe(409);
    const both = await Promise.all([1, 2].map(() => v3(own, "POST", "license_signing_keys")));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await signers()).toHaveLength(2);
    expect([await remove(first), await remove(first)]).toEqual([204, 404]);
    const [second] = await signers();
    expect(second).not.toBe(first);
    const listed = await v3(own, "GET", "license_signing_keys");
    expect(listed.body.license_signing_keys.map(({ id }: { id: string }) => id)).toEqual([second]);
  });

  test("has one secret, though many ask a new store at once", async () => {
    const own = await makeStore();
    const sets = await Promise.all(Array.from({ length: 10 }, () => licenseKeySet(own)));
    expect(new Set(sets.flatMap((keys) => [...keys.keys()])).size).toBe(1);
  });
});
