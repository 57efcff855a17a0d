import { z } from "@hono/zod-openapi";
import { listDeliveries, requireDelivery } from "../../../messages/webhooks/deliveries.ts";
import { requireEndpoint } from "../../../messages/webhooks/endpoints.ts";
import { replay } from "../../../messages/webhooks/replay.ts";
import { resendDelivery, resendFailed } from "../../../messages/webhooks/send-again.ts";
import type { Instant } from "../../../platform/instants.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { instant, pageQuery, rowNumber, rowsOf } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { endpointId } from "./webhook-endpoints.ts";
import { deliverySchema, deliveryStatus, deliveryWithBodySchema, events, presentDelivery } from "./webhook-schemas.ts";

const tags = ["Webhooks"];
const deliveryId = z.object({ id: rowNumber("webhook delivery").openapi({ example: 1 }) });

const resendInput = z
  .object({
    since: instant.describe("Only deliveries that failed at this time or later."),
  })
  .openapi("WebhookResend", { example: { since: "2026-11-20T21:37:00+00:00" } });

const replayInput = z
  .object({
    since: instant
      .refine((since) => since !== undefined, { error: "is required" })
      .describe("Only what was recorded at this time or later, at most 90 days ago."),
    events: optional(events).describe(
      "Only these events, and families such as `order.*`. Default: those of the endpoint.",
    ),
  })
  .openapi("WebhookReplay", { example: { since: "2026-11-20T21:37:00+00:00", events: ["order.*"] } });

export const webhookDeliveryRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/webhook_endpoints/{id}/deliveries",
      role: "owner",
      scope: "webhooks:manage",
      summary: "List an endpoint's deliveries",
      description: "Every event that was sent to the endpoint in the last 90 days, with the attempts, newest first.",
      tags,
      request: {
        params: endpointId,
        query: pageQuery.extend({
          status: optional(deliveryStatus).openapi({
            description: "Only deliveries with this status.",
            example: "waiting",
          }),
        }),
      },
      responses: {
        200: pageOf("webhook_deliveries", deliverySchema, "deliveries"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { status, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      const endpoint = await requireEndpoint(services.db.read, account.id, c.req.valid("param").id);
      const { deliveries, total } = await listDeliveries(services.db.scan, endpoint.id, status, rowsOf(page));
      return c.json({ webhook_deliveries: deliveries.map(presentDelivery), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/webhook_endpoints/{id}/resend_failed",
      role: "owner",
      scope: "webhooks:manage",
      activity: { kind: "webhook.resent", subject: "webhook" },
      summary: "Send all failed events again",
      description:
        "Sends every event again that failed since the time you name, with the same `webhook-id`. Events of one order keep their order. Returns 409 if the endpoint is disabled.",
      tags,
      middleware: [jsonBody("webhook_endpoint")] as const,
      request: { params: endpointId, body: { required: true, content: json(resendInput) } },
      responses: {
        200: {
          description: "How many are sent again.",
          content: json(
            z.object({
              resent: z
                .number()
                .int()
                .openapi({ description: "Number of deliveries that are sent again.", example: 1 }),
            }),
          ),
        },
        ...problems(400, 404, 409, 413, 415, 422),
      },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { since = 0 } = c.req.valid("json");
      const { id } = c.req.valid("param");
      const asked = { accountId: account.id, id, since: since as Instant };
      return c.json({ resent: await resendFailed(changeInSteps(c, id), asked, now) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/webhook_endpoints/{id}/replay",
      role: "owner",
      scope: "webhooks:manage",
      activity: { kind: "webhook.replayed", subject: "webhook" },
      summary: "Send recorded events again",
      description:
        "Sends what was recorded for any endpoint of the store since the time you name, oldest first, with the same `webhook-id`. Events that no endpoint wanted were not recorded, and those of deleted orders were erased. Returns 409 if the endpoint is disabled.",
      tags,
      middleware: [jsonBody("webhook_endpoint")] as const,
      request: { params: endpointId, body: { required: true, content: json(replayInput) } },
      responses: {
        202: {
          description: "How many were put in line. Those that were in line already do not count.",
          content: json(
            z.object({
              queued: z.number().int().openapi({ description: "Number of events that are sent.", example: 1 }),
            }),
          ),
        },
        ...problems(400, 404, 409, 413, 415, 422),
      },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { since = 0, events: wanted } = c.req.valid("json");
      const { id } = c.req.valid("param");
      const asked = { accountId: account.id, id, since: since as Instant, wanted };
      return c.json({ queued: await replay(changeInSteps(c, id), asked, now) }, 202);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/webhook_deliveries/{id}",
      role: "owner",
      scope: "webhooks:manage",
      summary: "Retrieve a webhook delivery",
      tags,
      request: { params: deliveryId },
      responses: {
        200: answerOf("webhook_delivery", deliveryWithBodySchema, "The delivery."),
        ...problems(404),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { id } = c.req.valid("param");
      const { body, ...delivery } = await requireDelivery(services.db.read, services.vault, account.id, id);
      return c.json({ webhook_delivery: { ...presentDelivery(delivery), body } }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/webhook_deliveries/{id}/resend",
      role: "owner",
      scope: "webhooks:manage",
      activity: null,
      examples: { answer: { status: "waiting", finished_at: null } },
      summary: "Send an event again",
      description:
        "Sends the event again at once, with the same `webhook-id` and all attempts. Returns 409 while an attempt is under way or an earlier event of the order is not delivered, if its order was deleted, or if the endpoint is disabled.",
      tags,
      request: { params: deliveryId },
      responses: {
        200: answerOf("webhook_delivery", deliverySchema, "The delivery."),
        ...problems(404, 409),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id } = c.req.valid("param");
      const delivery = await change(c, async (tx) => {
        await resendDelivery(tx, account.id, await requireDelivery(tx, services.vault, account.id, id), now);
        return requireDelivery(tx, services.vault, account.id, id);
      });
      return c.json({ webhook_delivery: presentDelivery(delivery) }, 200);
    },
  );
