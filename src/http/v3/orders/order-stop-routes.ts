import {
  holdOrder,
  releaseOrder,
  restoreOrder,
  revokeOrder,
} from "../../../delivery/orders/changing/hold-and-revoke.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { changeOrder, orderAnswer, orderId, present, tags } from "./one-order.ts";

export const orderStopRoutes = newRoutes()
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/hold",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.held", subject: "order" },
      examples: { answer: { state: "on_hold", held_at: created } },
      summary: "Put an order on hold",
      description:
        "The order delivers nothing while you check it: its links are answered 403, and it gets no license keys and no emails. A queued email is cancelled and queued again at the release. Changes nothing if the order is on hold. Returns 409 if it is revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409) },
    }),
    async (c) => c.json(await present(c, await changeOrder(c, c.req.valid("param").id, holdOrder)), 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/release",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.released", subject: "order" },
      summary: "Release an order that is on hold",
      description:
        "The order's links work again, it gets the license keys it lacks, and its email is queued if one waits. The expiration date moves by the time on hold, unless you changed it meanwhile or it had passed before. Changes nothing if the order is not on hold. Returns 409 if it is revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409) },
    }),
    async (c) => c.json(await present(c, await changeOrder(c, c.req.valid("param").id, releaseOrder)), 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/revoke",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.revoked", subject: "order" },
      examples: {
        answer: {
          state: "revoked",
          revoked_at: created,
          order_items: [{ revoked_at: created }],
        },
      },
      summary: "Revoke an order",
      description:
        "Withdraws the order, also one that is on hold: its links are answered 410, customers no longer see its license keys, and no emails are sent. The keys stay assigned. Changes nothing if the order is revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await changeOrder(c, c.req.valid("param").id, revokeOrder)), 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/restore",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.restored", subject: "order" },
      summary: "Restore a revoked order",
      description:
        "The order's links work again until they expire. It gets the license keys it lacks, and its email is queued if one waits. Dates do not change. Changes nothing if the order is not revoked. Returns 409 if it is on hold.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409) },
    }),
    async (c) => c.json(await present(c, await changeOrder(c, c.req.valid("param").id, restoreOrder)), 200),
  );
