import type { Context } from "hono";
import type { Tx } from "../../database/database.ts";
import type { Answer } from "../../idempotency/write-once.ts";
import { createOrder } from "../../orders/orders.ts";
import type { V3Env } from "./environment.ts";
import { writeOncePerKey } from "./idempotency.ts";
import { orderInput } from "./order-input.ts";
import type { OrderFields } from "./order-schemas.ts";
import { type PresentedOrder, presenting, presentOrder } from "./present-order.ts";

/** Makes one paid order and all its effects in one transaction, once per `Idempotency-Key`; `part` is its place in a bulk. */
export async function sendOrder(
  c: Context<V3Env>,
  fields: OrderFields,
  part?: number,
): Promise<{ order: PresentedOrder }> {
  const { body } = await writeOncePerKey(c, (tx) => orderIn(tx, c, fields), part);
  return body as { order: PresentedOrder };
}

/**
 * Makes one paid order in the caller's transaction; lines with an unknown SKU are skipped (docs/v3-interface.md, Send a
 * paid order).
 */
async function orderIn(tx: Tx, c: Context<V3Env>, fields: OrderFields): Promise<Answer> {
  const { account, user, now } = c.var;
  const sendEmail = fields.send_email ?? true;
  // What a person sends was made by hand, whatever they made it with.
  const source = user ? ("manual" as const) : ("api" as const);
  const input = { ...orderInput(fields, { isNew: true }), source, sendEmail, unknownSku: "skip" as const };
  const { order } = await createOrder(tx, account, input, now);
  return { status: 201, body: { order: await presentOrder(tx, order, presenting(c)) }, orderId: order.id };
}
