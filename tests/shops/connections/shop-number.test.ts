import { beforeAll, expect, test } from "bun:test";
import { openArea } from "../../support/area.ts";
import { addKeys } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { connect, sendWoo, wooOrder } from "../../support/shops.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const service = await makeSqliteStore();
const read = async (path: string) => (await v3(service, "GET", path)).body;

let keyed: number;
let order: Awaited<ReturnType<typeof read>>["order"];

beforeAll(async () => {
  await addItem(service, "MAP", { "map.txt": "a map" });
  ({ id: keyed } = await makeProduct(service, { sku: "KEYED" }));
  await addKeys(service, keyed, ["AAAA-0001"]);
  const shop = await connect(service, { kind: "woocommerce" });
  await sendWoo(service, shop, wooOrder({ id: 77_001, number: "5001" }));
  await until("the order is here", async () => {
    ({ order } = await read(`vorders/${encodeURIComponent("woocommerce:77001")}`));
    return order !== null;
  });
});

test("customers read the shop's number on their page and in the email, and not the ID here", async () => {
  const html = await (await service.get(new URL(order.download_url).pathname)).text();
  expect(html).toContain("<bdi>5001</bdi>");
  expect(html).not.toContain("woocommerce:77001");
  const email = async () => (await read(`emails?order_id=${order.id}`)).emails[0];
  await until("the email is written", async () => (await email())?.subject !== null);
  const { subject, id } = await email();
  expect(subject).toEndWith("(order 5001)");
  const { text_body, html_body } = (await read(`emails/${id}`)).email;
  for (const body of [text_body, html_body]) {
    expect(body).toContain("order 5001");
    expect(body).not.toContain("woocommerce:77001");
  }
});

test("v3 tells it wherever it tells of the order, and finds the order and its emails by it", async () => {
  expect(order).toMatchObject({ vendor_id: "woocommerce:77001", shop: "WooCommerce", shop_number: "5001" });
  await service.get(new URL(order.order_items[0].download_url).pathname, { headers: { accept: "*/*" } });
  await v3(service, "POST", `orders/${order.id}/hold`);
  expect((await read("downloads")).downloads[0].order_shop_number).toBe("5001");
  expect((await read("attention")).attention.held_orders.orders[0].shop_number).toBe("5001");
  await v3(service, "POST", `orders/${order.id}/release`);
  expect((await read("emails?q=5001")).emails.map((email: { order_id: number }) => email.order_id)).toContain(order.id);
  const { results } = await read("search?q=5001");
  expect(results[0].title).toBe(`Order 5001, ${order.id}`);
  const { timeline } = await read(`orders/${order.id}/timeline`);
  expect(timeline.at(-1)).toMatchObject({ kind: "order.created", actor: "WooCommerce, order 5001" });
  const { connection_events } = await read(`connection_events?order_id=${order.id}`);
  expect(connection_events).toMatchObject([
    { order_id: order.id, order_vendor_id: "woocommerce:77001", order_shop_number: "5001" },
  ]);
});

test("another order has none, whatever its title, and its customers read your order ID", async () => {
  const fields = {
    email: "bo@example.com",
    vendor_id: "M-1001",
    title: "Order 7",
    order_items: [{ item_sku: "MAP" }, { item_sku: "KEYED" }],
  };
  const other = (await v3(service, "POST", "orders", fields)).body.order;
  expect(other).toMatchObject({ shop: null, shop_number: null });
  await service.get(new URL(other.order_items[0].download_url).pathname, { headers: { accept: "*/*" } });
  const html = await (await service.get(new URL(other.download_url).pathname)).text();
  expect(html).toContain("<bdi>M-1001</bdi>");
  expect(html).toContain("<bdi>Order 7</bdi>");
});

test("words that the store writes as the title of a shop's order are not taken for a number", async () => {
  expect(
    (await v3(service, "PUT", `orders/${order.id}`, { title: "For the school" })).body.order.shop_number,
  ).toBeNull();
  expect((await v3(service, "PUT", `orders/${order.id}`, { title: "5001" })).body.order.shop_number).toBe("5001");
});

test("screens lead with it, show the ID here small, and say where the order came from", async () => {
  const page = await (await openArea(service)).newPage();
  await page.goto(`${service.url}/admin/orders/${order.id}`);
  await page.getByRole("heading", { name: "Order 5001" }).waitFor();
  await page.getByText(`ID here ${order.id}`).waitFor();
  await page.getByRole("link", { name: "WooCommerce", exact: true }).waitFor();
  await page.getByRole("link", { name: "order 5001", exact: true }).click();
  await page.getByRole("link", { name: "View order 5001" }).waitFor();
  await page.goto(`${service.url}/admin/orders`);
  const row = page.getByRole("row", { name: /5001/ });
  await row.getByRole("link", { name: "5001", exact: true }).waitFor();
  await row.getByText(String(order.id), { exact: true }).waitFor();
  for (const [path, table] of [
    ["downloads", "Downloads"],
    ["emails", "Delivery emails"],
    [`customers/${encodeURIComponent(order.email)}`, "Orders"],
  ] as const) {
    await page.goto(`${service.url}/admin/${path}`);
    const list = page.getByRole("table", { name: table, exact: true });
    await list.getByRole("link", { name: "5001", exact: true }).first().waitFor();
  }
});

test("screens call an order without one by your order ID, as its customers do, with the ID here small", async () => {
  const other = (await read("vorders/M-1001")).order;
  await v3(service, "POST", `orders/${other.id}/expire`);
  await service.get(`${new URL(other.download_url).pathname}/renewal`, { method: "POST" });
  const page = await (await openArea(service)).newPage();
  await page.goto(`${service.url}/admin/orders/${other.id}`);
  await page.getByRole("heading", { name: "Order M-1001", exact: true }).waitFor();
  await page.getByText(`ID here ${other.id}`).waitFor();
  for (const [path, table] of [
    ["orders", "Orders"],
    ["renewals", "Requests for new links"],
    ["downloads", "Downloads"],
    ["emails", "Delivery emails"],
    [`customers/${encodeURIComponent(other.email)}`, "Orders"],
    [`customers/${encodeURIComponent(other.email)}`, "Downloads"],
    [`products/${keyed}?tab=keys`, "License keys"],
  ] as const) {
    await page.goto(`${service.url}/admin/${path}`);
    const list = page.getByRole("table", { name: table, exact: true });
    await list.getByRole("link", { name: "M-1001", exact: true }).first().waitFor();
    await list.getByText(String(other.id), { exact: true }).first().waitFor();
  }
});
