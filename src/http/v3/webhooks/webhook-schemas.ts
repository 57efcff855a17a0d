import { z } from "@hono/zod-openapi";
import type { Delivery } from "../../../messages/webhooks/deliveries.ts";
import { type Endpoint, longestEndpointName, longestUrl, mostEndpoints } from "../../../messages/webhooks/endpoints.ts";
import { longestHeaderValue, mostHeaders } from "../../../messages/webhooks/headers.ts";
import { eventFamilies, eventKindNames, testKind } from "../../../messages/webhooks/kinds.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, shownId, shownInstant, shownText, text } from "../framework/fields.ts";
import { boolean, nullish, optional } from "../framework/loose-values.ts";
import { overlapHours } from "../framework/overlap.ts";

const eventNames = [...eventKindNames, ...eventFamilies] as const;

const event = z.enum(eventNames, { error: `must be one of ${eventNames.join(", ")}` });

export const events = z
  .array(event, { error: (issue) => (issue.input === undefined ? "is required" : "must be a list of events") })
  .min(1, "must name at least one event")
  .max(2 * eventNames.length, "must name each event once")
  .describe(
    "Events that are sent to it. A family such as `order.*` stands for all events that begin so, also for those that come with later versions.",
  );

const url = text(longestUrl, { shortest: 1 }).describe(
  "Where events are sent: an `https` address with a server's name. `http` and IP addresses only work in networks that your installation allows.",
);

const secretsMeaning = "Whether payloads contain license keys and links.";

const nameDescription = "What you call it.";

const name = text(longestEndpointName);

const headers = z
  .record(z.string(), z.string({ error: "must be text" }), { error: "must be an object of names and values" })
  .describe(
    `Headers of your own that are sent with every message, by name: at most ${mostHeaders}, each value with at most ${longestHeaderValue} printable ASCII characters. Not \`Host\`, \`User-Agent\`, \`Content-*\`, \`webhook-*\` and headers that concern the connection. They are never shown. Replaces all; \`{}\` removes all. If \`url\` changes to another server, send them again.`,
  );

export const newEndpointInput = z
  .object({
    url,
    events,
    name: nullish(name).describe(nameDescription),
    include_secrets: optional(boolean).describe(`${secretsMeaning} Default: false.`),
    headers: nullish(headers),
  })
  .openapi("NewWebhookEndpoint", {
    example: {
      url: "https://hooks.example.com/waybill",
      events: ["order.*", "email.failed"],
      name: "Accounting",
      include_secrets: false,
      headers: { "X-Api-Key": "a key of the gateway" },
    },
  });

export const endpointChangesInput = z
  .object({
    url: optional(url),
    events: optional(events),
    name: name.nullish().describe(`${nameDescription} An empty text or null removes it.`),
    include_secrets: optional(boolean).describe(secretsMeaning),
    headers: nullish(headers),
    disabled: optional(boolean).describe(
      "Set to true to send nothing more, and to false to begin again. Events in between are not sent.",
    ),
  })
  .openapi("WebhookEndpointChanges", { example: { events: ["order.created", "download.counted"], disabled: false } });

export const rotationInput = z
  .object({ overlap_hours: overlapHours("Hours for which messages are also signed with the old secret.") })
  .openapi("WebhookSecretRotation", { example: { overlap_hours: 24 } });

export const endpointSchema = z
  .object({
    id: shownId,
    name: shownText.describe(`${nameDescription} Null: none.`),
    url: z.string().describe("Where events are sent."),
    events: z.array(z.string()).describe("Events that are sent to it, and families such as `order.*`."),
    include_secrets: z.boolean().describe(secretsMeaning),
    header_names: z
      .array(z.string())
      .describe("Names of the headers of your own that are sent with every message. Their values are never shown."),
    secret: z
      .string()
      .nullable()
      .describe("Secret that signs the messages. Shown once: when it is created or rotated. Otherwise null."),
    disabled_at: shownInstant.nullable().describe("Since when nothing is sent to it. Null: it is enabled."),
    disabled_reason: z
      .enum(["owner", "failing", "gone"])
      .nullable()
      .describe(
        "Why it is disabled. owner: you disabled it. failing: all attempts failed for three days. gone: it answered 410. Null: it is enabled.",
      ),
    failing_since: shownInstant
      .nullable()
      .describe("Since when all attempts have failed. Null: the last attempt succeeded."),
    created_at: createdAt,
  })
  .openapi("WebhookEndpoint", {
    example: {
      id: 1,
      name: "Accounting",
      url: "https://hooks.example.com/waybill",
      events: ["order.*", "email.failed"],
      include_secrets: false,
      header_names: ["X-Api-Key"],
      secret: null,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      created_at: created,
    },
  });

export function presentEndpoint(endpoint: Endpoint, secret: string | null = null): z.output<typeof endpointSchema> {
  const { disabledAt, failingSince } = endpoint;
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    events: endpoint.events,
    include_secrets: endpoint.includeSecrets,
    header_names: endpoint.headerNames,
    secret,
    disabled_at: disabledAt === null ? null : writeInstant(disabledAt),
    disabled_reason: endpoint.disabledBecause,
    failing_since: failingSince === null ? null : writeInstant(failingSince),
    created_at: writeInstant(endpoint.createdAt),
  };
}

const exampleAttempt = {
  attempted_at: created,
  status: 200,
  response: "ok",
  duration_milliseconds: 84,
};

const attemptSchema = z
  .object({
    attempted_at: shownInstant.describe("When the attempt began."),
    status: z
      .number()
      .int()
      .nullable()
      .describe("HTTP status of the answer. Only 200 to 299 is a success. Null: there was no answer."),
    response: z
      .string()
      .describe("The first 2,048 characters of the answer, or why there was none. Empty once the order is deleted."),
    duration_milliseconds: z.number().int().describe("How long the attempt took."),
  })
  .openapi("WebhookAttempt", { example: exampleAttempt });

const statuses = ["waiting", "delivered", "failed", "cancelled"] as const;

export const deliveryStatus = z.enum(statuses, { error: `must be one of ${statuses.join(", ")}` });

const deliveryFields = {
  id: shownId,
  endpoint_id: z.number().int().describe("ID of the endpoint."),
  message_id: z
    .string()
    .describe("The `webhook-id` header: the same for every attempt, and for every endpoint that gets the event."),
  event: z.string().describe(`Name of the event, or \`${testKind}\`.`),
  status: z
    .enum(statuses)
    .describe(
      "waiting: it is still to be delivered. failed: the last attempt failed, or the endpoint was disabled. cancelled: its order was deleted.",
    ),
  next_attempt_at: shownInstant
    .nullable()
    .describe("When it is tried again. Null if it is not, or at once, or after an earlier event of the same order."),
  created_at: createdAt,
  finished_at: shownInstant.nullable().describe("When it was delivered, failed or cancelled. Null until then."),
  attempts: z.array(attemptSchema).describe("The last 20 attempts, oldest first."),
};

const exampleDelivery = {
  id: 1,
  endpoint_id: 1,
  message_id: "msg_3vQW9yq0xP2nT7sLZkRb4A",
  event: "order.created",
  status: "delivered",
  next_attempt_at: null,
  created_at: created,
  finished_at: created,
  attempts: [exampleAttempt],
};

export const deliverySchema = z.object(deliveryFields).openapi("WebhookDelivery", { example: exampleDelivery });

export const deliveryWithBodySchema = z
  .object({
    ...deliveryFields,
    body: z.string().nullable().describe("The body as it is sent. Null once its order is deleted."),
  })
  .openapi("WebhookDeliveryWithBody", {
    example: {
      ...exampleDelivery,
      body: '{"type":"order.created","timestamp":"2026-11-20T21:37:00+00:00","data":{"id":10000001},"truncated":false}',
    },
  });

export function presentDelivery(delivery: Delivery): z.output<typeof deliverySchema> {
  const { state, nextAttemptAt, finishedAt } = delivery;
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    message_id: delivery.messageId,
    event: delivery.kind,
    status: state === "blocked" || state === "deferred" || state === "ready" ? "waiting" : state,
    next_attempt_at: nextAttemptAt === null ? null : writeInstant(nextAttemptAt),
    created_at: writeInstant(delivery.createdAt),
    finished_at: finishedAt === null ? null : writeInstant(finishedAt),
    attempts: delivery.attempts.map(({ attemptedAt, status, response, duration }) => ({
      attempted_at: writeInstant(attemptedAt),
      status,
      response,
      duration_milliseconds: duration,
    })),
  };
}

export const endpointsDescription = `Where events of your store are sent. A store has at most ${mostEndpoints}.`;
