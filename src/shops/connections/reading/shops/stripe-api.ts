import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { AccessMissing, type ShopQuestion } from "../shop.ts";
import { parseAnswer } from "../shop-json.ts";

const usualApi = "https://api.stripe.com";

export const sessionTopics = new Set(["checkout.session.completed", "checkout.session.async_payment_succeeded"]);

/** Events to ask for, because a webhook may have been lost. */
const polledTopics = [
  ...sessionTopics,
  "checkout.session.async_payment_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
  "refund.failed",
  "review.closed",
  "radar.early_fraud_warning.created",
  "invoice.paid",
  "invoice_payment.paid",
  "invoice.payment_failed",
  "customer.subscription.updated",
  "customer.subscription.deleted",
];

/** Stripe's own record of its events, which it keeps for 30 days (https://docs.stripe.com/api/events/list). */
export async function* eventsSince(question: ShopQuestion, since: number) {
  if (!question.access.key) throw new AccessMissing("Enter a restricted key. It must be allowed to read Events, too.");
  let last: string | null = null;
  for (;;) {
    const query: [string, string][] = [
      ...polledTopics.map((type): [string, string] => ["types[]", type]),
      ["created[gte]", String(Math.floor(since / 1000))],
      ["limit", "100"],
      ...(last === null ? [] : [["starting_after", last] as [string, string]]),
    ];
    const page = await readStripe(question, "/v1/events", query);
    const events = listOf(at(page, "data"));
    yield events.map((event) => ({ headers: {}, body: JSON.stringify(event) }));
    last = textOf(at(events.at(-1), "id"));
    if (at(page, "has_more") !== true || last === null) return;
  }
}

/** Line items per page; the most that Stripe allows. */
const linesAtOnce = 100;

/** JSON: all line items of the session. */
export async function linesOfSession(question: ShopQuestion, session: string): Promise<string> {
  const lines: Json[] = [];
  for (;;) {
    const after = textOf(at(lines.at(-1), "id"));
    const page = await readStripe(question, `/v1/checkout/sessions/${encodeURIComponent(session)}/line_items`, {
      limit: String(linesAtOnce),
      "expand[]": "data.price.product",
      ...(after === null ? {} : { starting_after: after }),
    });
    const found = listOf(at(page, "data"));
    lines.push(...found);
    if (at(page, "has_more") !== true || found.length === 0) return JSON.stringify(lines);
  }
}

/** Maximum number of prices of one invoice to ask for. A subscription has at most 20. */
const mostPrices = 20;

/** Prices to ask for at the same time. */
const pricesAtOnce = 4;

/** JSON: these prices by their IDs, with their products. Leaves out prices that the key cannot read, or that no longer exist. */
export async function pricesNamed(question: ShopQuestion, ids: string[]): Promise<string> {
  const prices: Record<string, Json> = {};
  const read = async (id: string) => {
    const answer = await askStripe(question, `/v1/prices/${encodeURIComponent(id)}`, { "expand[]": "product" });
    if (answer.status === 200) prices[id] = parseAnswer(answer.text, "Stripe");
    else if (![401, 403, 404].includes(answer.status)) throw new Error(`Stripe answered ${answer.status}`);
  };
  const asked = ids.slice(0, mostPrices);
  for (let start = 0; start < asked.length; start += pricesAtOnce) {
    await Promise.all(asked.slice(start, start + pricesAtOnce).map(read));
  }
  return JSON.stringify(prices);
}

function askStripe(
  { fetch, access, settings }: ShopQuestion,
  path: string,
  query: Record<string, string> | [string, string][],
): ReturnType<ShopQuestion["fetch"]> {
  const url = new URL(path, settings.apiUrl ?? usualApi);
  url.search = new URLSearchParams(query).toString();
  return fetch(url, { headers: { authorization: `Bearer ${access.key}` } });
}

/** Reads from Stripe's API. Throws `AccessMissing` if Stripe refuses the key, and an error for any other refusal. */
async function readStripe(
  question: ShopQuestion,
  path: string,
  query: Record<string, string> | [string, string][],
): Promise<Json> {
  const { status, text } = await askStripe(question, path, query);
  if (status === 401 || status === 403) {
    throw new AccessMissing(
      "Stripe refuses the restricted key. It must be allowed to read Checkout Sessions, Prices and Products.",
    );
  }
  if (status !== 200) throw new Error(`Stripe answered ${status}`);
  return parseAnswer(text, "Stripe");
}
