import type { Context } from "hono";
import { type CreatedOrder, createOrder } from "../../delivery/orders/create-orders.ts";
import type { V3Env } from "./environment.ts";
import { type UnitAnswer, writeWithAnswer } from "./idempotency.ts";
import { orderInput } from "./order-input.ts";
import type { NewOrderFields } from "./order-schemas.ts";
import { type PresentedOrder, presentCreatedOrder, presenting } from "./present-order.ts";

type OrderAnswer = UnitAnswer<{ order: PresentedOrder }>;

/**
 * Creates one paid order with all its effects in one transaction, once per `Idempotency-Key`. `part` is its position in
 * a bulk request. Lines with an unknown SKU are skipped (docs/v3-interface.md, Send a paid order).
 */
export async function sendOrder(
  c: Context<V3Env>,
  fields: NewOrderFields,
  part?: number,
): Promise<Pick<OrderAnswer, "body" | "location">> {
  const { account, user, key, now, services, once } = c.var;
  const sendEmail = fields.send_email ?? true;
  // An order sent by a signed-in person was made by hand, whatever program they used.
  const source = user ? ("manual" as const) : ("api" as const);
  const hold = fields.hold ?? false;
  const test = key?.isTest || (fields.test ?? false);
  const read = orderInput(fields, { isNew: true });
  const input = { ...read, source, sendEmail, hold, test, checksRules: !user, unknownSku: "skip" as const };
  const order = { account, input, now };
  if (!once) return answer(c, await services.orders.write(order, c.req.raw.signal));
  return writeWithAnswer(c, async (tx) => answer(c, await createOrder(tx, order)), part);
}

async function answer(c: Context<V3Env>, created: CreatedOrder): Promise<OrderAnswer> {
  const order = await presentCreatedOrder(created, presenting(c));
  const { services, account } = c.var;
  const location = `${services.accountUrl(account)}/api/v3/orders/${encodeURIComponent(order.id)}`;
  return { status: 201, body: { order }, location, orderId: created.order.id };
}
