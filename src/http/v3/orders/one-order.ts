import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { requireOrder, requireOrderByVendorId } from "../../../delivery/orders/require-order.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import type { V3Env } from "../framework/environment.ts";
import { noteOrder } from "../framework/idempotency.ts";
import { orderSchema } from "./order-schemas.ts";
import { presenting, presentOrder } from "./present-order.ts";

// Shared by the routes of orders.

export const tags = ["Orders"];
export const orderAnswer = answerOf("order", orderSchema, "The order.");
export const orderId = z.object({ id: z.string().openapi({ example: "10000001", description: "ID of the order." }) });
export const vendorId = z.object({
  vendor_id: z.string().openapi({ example: "M-1001", description: "Your order ID." }),
});

export async function present(c: Context<V3Env>, order: Order) {
  noteOrder(c, order.id);
  return { order: await presentOrder(c.var.services.db.read, order, presenting(c)) };
}

export function byId({ var: { services, account } }: Context<V3Env>, id: string): Promise<Order> {
  return requireOrder(services.db.read, account.id, id);
}

export function byVendorId({ var: { services, account } }: Context<V3Env>, id: string): Promise<Order> {
  return requireOrderByVendorId(services.db.read, account.id, id);
}

/** Carries out one change of an order. */
export function changeOrder<Result>(
  c: Context<V3Env>,
  id: string,
  unit: (tx: Tx, account: Account, id: string, now: Instant) => Promise<Result>,
): Promise<Result> {
  return change(
    c,
    (tx) => unit(tx, c.var.account, id, c.var.now),
    () => id,
  );
}
