import type { Context } from "hono";
import { type CreatedOrder, createOrder } from "../../../delivery/orders/creating/create-orders.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { KeyTaken, keepAnswer, takeKey } from "../../../store/idempotency/keyed-answers.ts";
import { change } from "../framework/change.ts";
import type { V3Env } from "../framework/environment.ts";
import { writeOnce } from "../framework/idempotency.ts";
import { firstAnswer, type Once, sealAnswer } from "../framework/kept-answer.ts";
import { orderInput } from "./order-input.ts";
import type { NewOrderFields } from "./order-schemas.ts";
import { type PresentedOrder, presentCreatedOrder, presenting } from "./present-order.ts";

/** The response to an order that was sent, and the order's row number. */
interface OrderAnswer {
  body: { order: PresentedOrder };
  location: string;
  orderId: number;
}

type Sent = Pick<OrderAnswer, "body" | "location">;

/**
 * Creates one paid order with all its effects in one transaction, once per `Idempotency-Key`. `part` is its position in
 * a bulk request. Lines with an unknown SKU are skipped (docs/reference/v3-interface.md, Send a paid order).
 */
export async function sendOrder(c: Context<V3Env>, fields: NewOrderFields, part?: number): Promise<Sent> {
  const { account, user, key, now, services, once } = c.var;
  const sendEmail = fields.send_email ?? true;
  // An order sent by a signed-in person was made by hand, regardless of the program they used.
  const source = user ? ("manual" as const) : ("api" as const);
  const hold = fields.hold ?? false;
  const test = key?.isTest || (fields.test ?? false);
  const read = orderInput(fields, { isNew: true });
  const input = { ...read, source, sendEmail, hold, test, checksRules: !user, unknownSku: "skip" as const };
  const order = { account, input, now };
  const create = async (tx: Tx) => answer(c, await createOrder(tx, order));
  if (once) return sendOnce(c, once, create, part);
  if (user && part === undefined) return change(c, create, nameOf);
  return answer(c, await services.orders.write(order, c.req.raw.signal));
}

/**
 * Creates an order of a request with an `Idempotency-Key` and stores the response in the same transaction. `part` distinguishes
 * the orders of one request; it follows a line break, which no header can contain. Throws what `unit` throws. For a part,
 * also throws `invalid` if its key was used with a different one, and `in_use` if its order has been deleted since.
 */
async function sendOnce(
  c: Context<V3Env>,
  once: Once,
  unit: (tx: Tx) => Promise<OrderAnswer>,
  part: number | undefined,
): Promise<Sent> {
  const { services, now } = c.var;
  const { accountId, caller, key, hash } = once.request;
  const request = { accountId, caller, key: part === undefined ? key : `${key}\n${part}`, hash };
  const write = async (tx: Tx) => {
    if (part !== undefined) await takeKey(tx, request, now);
    const { body, location, orderId } = await unit(tx);
    const headers = { "content-type": "application/json", location };
    const answer = sealAnswer(services.vault, { status: 201, headers, body: JSON.stringify(body) });
    await keepAnswer(tx, request, { answer, orderId });
    return { body, location };
  };
  try {
    const sent = await (part === undefined ? change(c, write, nameOf) : writeOnce(c, write));
    once.kept = true;
    return sent;
  } catch (error) {
    if (part === undefined || !(error instanceof KeyTaken)) throw error;
    const { body, headers } = await firstAnswer(services, request, now);
    return { body: JSON.parse(body), location: headers.location ?? "" };
  }
}

const nameOf = ({ body }: Sent) => body.order.id;

async function answer(c: Context<V3Env>, created: CreatedOrder): Promise<OrderAnswer> {
  const order = await presentCreatedOrder(created, presenting(c));
  const { services, account } = c.var;
  const location = `${services.accountUrl(account)}/api/v3/orders/${encodeURIComponent(order.id)}`;
  return { body: { order }, location, orderId: created.order.id };
}
