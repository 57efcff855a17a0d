export const jsonType = { "content-type": "application/json" };
const xmlType = { "content-type": "application/xml" };

/** Null if no answer came. */
export type Send = (
  method: string,
  path: string,
  body?: string | null,
  headers?: Record<string, string>,
) => Promise<Response | null>;

export interface NewOrder {
  vendor_id: string;
  email: string;
  send_email: boolean;
  order_items: { sku: string }[];
}

/** What an acknowledgement shows: the order's license keys, or null if the interface does not show them. */
interface Acknowledged {
  keys: string[] | null;
}

/** Sends an order in one of the ways in which shops do. Resolves with null if it was not acknowledged. */
export type OrderKind = (send: Send, order: NewOrder) => Promise<Acknowledged | null>;

/** Through v3, once. */
export const v3Once: OrderKind = async (send, order) =>
  shownByV3(await send("POST", "/api/v3/orders", JSON.stringify(order), jsonType));

/** Through v3, again and again until it is acknowledged, or known to exist. */
export const v3Repeated: OrderKind = (send, order) =>
  untilAcknowledged(
    () => send("POST", "/api/v3/orders", JSON.stringify(order), jsonType),
    () => send("GET", `/api/v3/vorders/${order.vendor_id}`),
    shownByV3,
  );

/** The same with an `Idempotency-Key`; every tenth order is sent once more after its acknowledgement. */
export const v3WithKey: OrderKind = async (send, order) => {
  const headers = { ...jsonType, "Idempotency-Key": `payment-${order.vendor_id}` };
  const post = () => send("POST", "/api/v3/orders", JSON.stringify(order), headers);
  const find = () => send("GET", `/api/v3/vorders/${order.vendor_id}`);
  const first = await untilAcknowledged(post, find, shownByV3);
  if (Math.random() > 0.1) return first;
  const second = await untilAcknowledged(post, find, shownByV3);
  if (second?.keys?.join() !== first?.keys?.join()) throw new Error(`${order.vendor_id} was carried out twice.`);
  return first;
};

/** Through the unversioned interface, once, with the number that the account gives it. */
export const xmlOnce: OrderKind = async (send, order) =>
  shownByXml(await send("POST", "/api/orders/create", xmlOf(order, ""), xmlType));

/** The same with an ID of its own, again and again. */
export const xmlRepeated: OrderKind = (send, order) =>
  untilAcknowledged(
    () => send("POST", "/api/orders/create", xmlOf(order, `<id>${order.vendor_id}</id>`), xmlType),
    () => send("GET", `/api/orders/${order.vendor_id}`),
    shownByXml,
  );

/** 409: it exists, or another request with its key is at work. */
async function untilAcknowledged(
  post: () => Promise<Response | null>,
  find: () => Promise<Response | null>,
  shown: (answer: Response | null) => Promise<Acknowledged | null>,
): Promise<Acknowledged> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    const answer = await post();
    const acknowledged = (await shown(answer)) ?? (answer?.status === 409 ? await shown(await find()) : null);
    if (acknowledged) return acknowledged;
    if (answer && answer.status < 500 && ![409, 429].includes(answer.status)) {
      throw new Error(`An order was refused: ${answer.status}.`);
    }
    await Bun.sleep(100);
  }
  throw new Error("An order was not acknowledged for five minutes.");
}

const isGood = (answer: Response | null): answer is Response => answer?.status === 201 || answer?.status === 200;

async function shownByV3(answer: Response | null): Promise<Acknowledged | null> {
  if (!isGood(answer)) return null;
  const body = (await answer.json().catch(() => null)) as {
    order: { order_items: { license_keys: string[] }[] };
  } | null;
  return body && { keys: body.order.order_items.flatMap((item) => item.license_keys) };
}

async function shownByXml(answer: Response | null): Promise<Acknowledged | null> {
  if (!isGood(answer)) return null;
  const text = await answer.text().catch(() => "");
  return text.includes("</order>") ? { keys: null } : null;
}

function xmlOf({ email, send_email, order_items }: NewOrder, id: string): string {
  const items = order_items.map(({ sku }) => `<order_item><sku>${sku}</sku></order_item>`).join("");
  const fields = `${id}<email>${email}</email><send_email>${send_email}</send_email>`;
  return `<order>${fields}<order_items type="array">${items}</order_items></order>`;
}
