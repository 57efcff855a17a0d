import type { Context } from "hono";
import { createOrder } from "../../orders/orders.ts";
import type { V3Env } from "./environment.ts";
import { writeWithAnswer } from "./idempotency.ts";
import { orderInput } from "./order-input.ts";
import type { OrderFields } from "./order-schemas.ts";
import { type PresentedOrder, presenting, presentOrder } from "./present-order.ts";

/**
 * Creates one paid order with all its effects in one transaction, once per `Idempotency-Key`. `part` is its position in
 * a bulk request. Lines with an unknown SKU are skipped (docs/v3-interface.md, Send a paid order).
 */
export function sendOrder(
  c: Context<V3Env>,
  fields: OrderFields,
  part?: number,
): Promise<{ body: { order: PresentedOrder }; location: string }> {
  const { account, user, now, services } = c.var;
  const sendEmail = fields.send_email ?? true;
  // An order sent by a signed-in person was made by hand, whatever program they used.
  const source = user ? ("manual" as const) : ("api" as const);
  const input = { ...orderInput(fields, { isNew: true }), source, sendEmail, unknownSku: "skip" as const };
  return writeWithAnswer(
    c,
    async (tx) => {
      const made = await createOrder(tx, account, input, now);
      const order = await presentOrder(tx, made.order, presenting(c));
      const location = `${services.accountUrl(account)}/api/v3/orders/${encodeURIComponent(order.id)}`;
      return { status: 201, body: { order }, location, orderId: made.order.id };
    },
    part,
  );
}
