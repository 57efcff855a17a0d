import { expect } from "bun:test";
import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.ts";
import type { Instant } from "../../src/platform/instants.ts";
import { browser } from "./downloads.ts";
import { addKeys, untilAllSent } from "./keys.ts";
import { makeProduct } from "./products.ts";
import type { Service } from "./service.ts";
import type { TestSmtpServer } from "./smtp-server.ts";
import { v3 } from "./v3.ts";

export const minute = 60_000;
export const millisecondsOf = (iso: string) => new Date(iso).getTime();
export const pathOf = (url: string) => new URL(url).pathname;
export const keysOf = (order: { order_items: { license_keys: string[] }[] }): string[] =>
  order.order_items.flatMap(({ license_keys }) => license_keys);

/** What tests do with orders that are put on hold or revoked. `running` is asked at each use. */
export function stoppedOrders(running: () => { service: Service; smtp: TestSmtpServer; db: Database }) {
  let customers = 0;
  /** An address of its own, so that its emails can be counted. */
  const customer = () => `customer-${++customers}@example.com`;
  const send = async (skus: string[], fields: object = {}) => {
    const order_items = skus.map((item_sku) => ({ item_sku }));
    const { status, body } = await v3(running().service, "POST", "orders", {
      email: customer(),
      order_items,
      ...fields,
    });
    expect(status).toBe(201);
    return body.order;
  };
  const read = async (id: number) => (await v3(running().service, "GET", `orders/${id}`)).body.order;
  const act = (id: number, action: string) => v3(running().service, "POST", `orders/${id}/${action}`);
  const done = async (id: number, action: string) => {
    const { status, body } = await act(id, action);
    expect(status).toBe(200);
    return body.order;
  };
  const mailsTo = async ({ email }: { email: string }) => {
    await untilAllSent(running().service);
    return running().smtp.received.filter(({ to }) => to.includes(email)).length;
  };
  const heldLonger = ({ id }: { id: number }, by: number) =>
    running().db.write((tx) =>
      tx
        .updateTable("orders")
        .set({ held_at: sql<Instant>`held_at - ${sql.lit(by)}` })
        .where("public_id", "=", String(id))
        .execute(),
    );
  /** A product with license keys, one of which is spent, so that its pool is known and empty. */
  const keyed = async () => {
    const product = await makeProduct(running().service);
    await addKeys(running().service, product.id, [`SPENT-${product.sku}`]);
    await send([product.sku], { send_email: false });
    return product;
  };
  /** Every address of the order that a customer can open, files last. */
  const linksOf = async (order: { download_url: string; order_items: { download_url: string }[] }) => {
    const [page, ...items] = [order.download_url, ...order.order_items.map((item) => item.download_url)].map(pathOf);
    const html = await (await running().service.get(page as string, { headers: browser })).text();
    const files = [...html.matchAll(/href="(\/get\/[^"]+\/\d+\/[^"]+)"/g)].map(([, path = ""]) => path);
    return { page: page as string, items, files };
  };
  return { customer, send, read, act, done, mailsTo, heldLonger, keyed, linksOf };
}
