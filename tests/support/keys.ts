import { type Product, readProduct, send } from "./products.ts";
import { type Store, until } from "./service.ts";

export interface LicenseKey {
  id: number;
  key: string;
  product_sku: string;
  order_id: number | string | null;
  order_vendor_id: string | null;
  order_shop_number: string | null;
  order_item_id: number | null;
  assigned_at: string | null;
  replaced_at: string | null;
  replaced_reason: string | null;
  created_at: string;
}

export interface Order {
  id: number;
  download_url: string;
  order_items: {
    id: number;
    item_id: number;
    quantity: number;
    download_url: string;
    license_keys: string[];
    license_keys_due: number;
  }[];
}

export interface Email {
  id: number;
  order_id: number;
  status: string;
  subject: string;
  text_body: string;
  html_body: string;
}

/** `PREFIX-0001` and on. */
export const keysNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(4, "0")}`);

export function addKeys(service: Store, productId: number, license_keys: unknown) {
  return send<{ added: number; duplicates: string[] }>(service, "POST", `products/${productId}/license_keys`, {
    license_keys,
  });
}

/** Every key of the product, oldest first. */
export async function listKeys(service: Store, productId: number, status = "all"): Promise<LicenseKey[]> {
  const keys: LicenseKey[] = [];
  for (let page = 1; ; page++) {
    const query = `status=${status}&page_size=500&page=${page}`;
    const { body } = await send<{ license_keys: LicenseKey[]; total: number }>(
      service,
      "GET",
      `products/${productId}/license_keys?${query}`,
    );
    keys.push(...body.license_keys);
    if (keys.length >= body.total) return keys;
  }
}

/** Sends an order of these quantities by SKU. */
export async function sendOrder(
  service: Store,
  quantities: Record<string, number>,
  fields: object = {},
): Promise<Order> {
  const order_items = Object.entries(quantities).map(([item_sku, quantity]) => ({ item_sku, quantity }));
  const { status, body } = await send<{ order: Order }>(service, "POST", "orders", {
    email: "ann@example.com",
    order_items,
    ...fields,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.order;
}

export async function readOrder(service: Store, id: number): Promise<Order> {
  return (await send<{ order: Order }>(service, "GET", `orders/${id}`)).body.order;
}

/** The keys of an order's only item. */
export const keysOf = (order: Order) => order.order_items[0]?.license_keys ?? [];

/** The product's count of keys left and of orders that wait. */
export async function pool(service: Store, { id }: Product): Promise<[available: number, waiting: number]> {
  const { license_keys_available, orders_waiting_for_keys } = await readProduct(service, id);
  return [license_keys_available, orders_waiting_for_keys];
}

/** How many emails have this status. */
export async function countEmails(service: Store, status: string): Promise<number> {
  return (await send<{ total: number }>(service, "GET", `emails?status=${status}&page_size=1`)).body.total;
}

export async function untilAllSent(service: Store): Promise<void> {
  await until("every email is sent", async () => (await countEmails(service, "queued")) === 0);
}

/** The emails of an order, the first one first, when all of them are sent. */
export async function emailsOf(service: Store, { id }: Order): Promise<Email[]> {
  await untilAllSent(service);
  const { body } = await send<{ emails: Email[] }>(service, "GET", `emails?order_id=${id}`);
  const contents = body.emails.map((email) => send<{ email: Email }>(service, "GET", `emails/${email.id}`));
  return (await Promise.all(contents)).map(({ body }) => body.email).reverse();
}
