import { at, type Json, listOf } from "../../../../platform/untrusted-json.ts";
import { AccessMissing, type ShopQuestion } from "../shop.ts";
import { parseAnswer, timeOf } from "../shop-json.ts";

/** Orders per page. */
const ordersAtOnce = 50;

/** The orders that were changed since then (https://developer.woocommerce.com/docs/apis/rest-api/v3/orders/#list-all-orders). */
export async function* changedOrders(question: ShopQuestion, since: number) {
  for (let page = 1; ; page++) {
    const modified = new Date(since).toISOString().slice(0, 19);
    const query = { modified_after: modified, dates_are_gmt: "true", order: "asc", per_page: String(ordersAtOnce) };
    const orders = listOf(await readShop(question, "orders", { ...query, page: String(page) }));
    // Older versions ignore the parameter, and return all orders.
    const changed = orders.filter((order) => timeOf(at(order, "date_modified_gmt")) >= since);
    yield changed.map((order) => ({ headers: { "x-wc-webhook-topic": "order.polled" }, body: JSON.stringify(order) }));
    if (orders.length < ordersAtOnce) return;
  }
}

/** Reads from the shop's API. Throws `AccessMissing` if the key is missing or refused, and an error for any other refusal. */
export async function readShop(
  { fetch, access, settings }: ShopQuestion,
  path: string,
  query: Record<string, string> = {},
): Promise<Json> {
  if (!settings.apiUrl || !access.key || !access.secret) {
    throw new AccessMissing("Enter the shop's address, the consumer key and the consumer secret.");
  }
  const url = new URL(`${settings.apiUrl.replace(/\/+$/, "")}/wp-json/wc/v3/${path}`);
  url.search = new URLSearchParams(query).toString();
  const headers = { authorization: `Basic ${btoa(`${access.key}:${access.secret}`)}` };
  const { status, text } = await fetch(url, { headers });
  if (status === 401 || status === 403) throw new AccessMissing("WooCommerce refuses the consumer key.");
  if (status !== 200) throw new Error(`WooCommerce answered ${status}`);
  return parseAnswer(text, "WooCommerce");
}
