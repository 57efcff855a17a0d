import { beforeAll, expect, test } from "bun:test";
import { browser, fetched, type Ordered, orderFiles } from "../../support/downloads.ts";
import { type Store, until } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

let service: Store;

beforeAll(async () => {
  service = await makeSqliteStore();
});

const pathOf = (url: string) => new URL(url).pathname;

/** The order's page, its item's and its file. */
async function pathsOf({ id, link, files }: Ordered) {
  const { order } = (await v3(service, "GET", `orders/${id}`)).body;
  return { order: pathOf(order.download_url), item: `${link}?page`, file: files[0] ?? "" };
}

/** What a browser gets: the status, and whether the page leads to all purchases from this order, and to the order. */
async function shown(path: string, orderPath: string) {
  const { status, body } = await fetched(service, path, browser);
  const guid = orderPath.split("/").at(-1);
  return [status, body.includes(`href="/library?order=${guid}"`), body.includes(`href="${orderPath}"`)];
}

const act = async (path: string) => {
  const { status } = await v3(service, "POST", path, {});
  expect(status).toBe(200);
};

test("a working order's pages lead to all purchases, and those of its parts to the order", async () => {
  const { order, item } = await pathsOf(await orderFiles(service));
  expect(await shown(order, order)).toEqual([200, true, false]);
  expect(await shown(item, order)).toEqual([200, true, true]);
  expect(await shown(order.replace("orders", "updates"), order)).toEqual([200, true, true]);
  const form = `/links?order=${order.split("/").at(-1)}`;
  expect((await fetched(service, form, browser)).body).toContain(`href="${order}"`);
});

test("expired and used-up links lead to all purchases, and to the order that can be renewed", async () => {
  const expired = await orderFiles(service);
  await act(`orders/${expired.id}/expire`);
  const past = await pathsOf(expired);
  expect(await shown(past.order, past.order)).toEqual([200, true, false]);
  for (const path of [past.item, past.file]) expect(await shown(path, past.order)).toEqual([410, true, true]);
  const spent = await pathsOf(await orderFiles(service, undefined, "<download_limit>0</download_limit>"));
  for (const path of [spent.item, spent.file]) expect(await shown(path, spent.order)).toEqual([403, true, true]);
});

test.each([
  ["hold", 403],
  ["revoke", 410],
])("links after %s lead to all purchases, and not in a circle", async (action, status) => {
  const ordered = await orderFiles(service);
  await act(`orders/${ordered.id}/${action}`);
  const { order, item, file } = await pathsOf(ordered);
  for (const path of [order, item, file]) expect(await shown(path, order)).toEqual([status, true, false]);
});

test("a revoked product's link leads to the rest of its order and to all purchases", async () => {
  for (const sku of ["REVOKED", "KEPT"]) await addItem(service, sku);
  const { id, links } = await createOrder(service, { skus: ["REVOKED", "KEPT"] });
  const { order } = (await v3(service, "GET", `orders/${id}`)).body;
  await act(`order_items/${order.order_items[0].id}/revoke`);
  expect(await shown(`${links[0]}?page`, pathOf(order.download_url))).toEqual([410, true, true]);
});

test("an erased customer's links are unknown, lead to the form, and name the store's address", async () => {
  const ordered = await orderFiles(service);
  const { order, item, file } = await pathsOf(ordered);
  const { email } = (await v3(service, "GET", `orders/${ordered.id}`)).body.order;
  await v3(service, "DELETE", `customers/${email}`);
  await until("the order is erased", async () => (await fetched(service, order, browser)).status === 404);
  const { host } = new URL(service.url);
  for (const path of [order, item, file, "/nowhere", "/library/ended"]) {
    const { status, body } = await fetched(service, path, browser);
    expect([path, status]).toEqual([path, 404]);
    expect(body).toContain('href="/links"');
    expect(body).toMatch(new RegExp(`address is <a href="[^"]+">${host}</a>`));
  }
});
