import { z } from "@hono/zod-openapi";
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  requireEndpoint,
  rotateSecret,
} from "../../../messages/webhooks/endpoints.ts";
import { sendTest } from "../../../messages/webhooks/send-test.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { hourMilliseconds } from "../../../platform/days.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { rowNumber } from "../framework/fields.ts";
import { jsonBody, optionalJsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { usualOverlap } from "../framework/overlap.ts";
import { problems } from "../framework/problem-schemas.ts";
import { writeBody } from "./webhook-body.ts";
import {
  deliverySchema,
  endpointChangesInput,
  endpointSchema,
  endpointsDescription,
  newEndpointInput,
  presentDelivery,
  presentEndpoint,
  rotationInput,
} from "./webhook-schemas.ts";

/** An example that has only the form of a secret. */
const exampleSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

const tags = ["Webhooks"];
export const endpointId = z.object({ id: rowNumber("webhook endpoint").openapi({ example: 1 }) });

const endpointAnswer = answerOf("webhook_endpoint", endpointSchema, "The endpoint.");

/** Requirements for the address of an endpoint. */
const entered = { requiresTls: true, requiresName: true };

export const webhookEndpointRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/webhook_endpoints",
      role: "owner",
      scope: "webhooks:manage",
      summary: "List webhook endpoints",
      description: endpointsDescription,
      tags,
      responses: {
        200: {
          description: "All endpoints, oldest first.",
          content: json(
            z.object({
              webhook_endpoints: z
                .array(endpointSchema)
                .describe("All endpoints of the store. Their secrets are not shown."),
            }),
          ),
        },
        ...problems(),
      },
    }),
    async (c) => {
      const endpoints = await listEndpoints(c.var.services.db.read, c.var.account.id);
      return c.json({ webhook_endpoints: endpoints.map((one) => presentEndpoint(one)) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/webhook_endpoints",
      role: "owner",
      scope: "webhooks:manage",
      activity: { kind: "webhook.created", subject: "webhook" },
      examples: { answer: { secret: exampleSecret } },
      summary: "Create a webhook endpoint",
      description: "Events that happen from now on are sent to it. The response shows its secret, once.",
      tags,
      middleware: [jsonBody("webhook_endpoint")] as const,
      request: { body: { required: true, content: json(newEndpointInput) } },
      responses: { 201: endpointAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { url, events, name = null, headers, include_secrets: includeSecrets = false } = c.req.valid("json");
      rejectFields([{ field: "url", message: services.network.addressProblem(url, entered) }]);
      const input = { url, events, name, includeSecrets, headers: headers ?? {} };
      const { endpoint, secret } = await change(
        c,
        (tx) => createEndpoint(tx, services.vault, account.id, input, now),
        (made) => made.endpoint.id,
      );
      const location = `${services.accountUrl(account)}/api/v3/webhook_endpoints/${endpoint.id}`;
      return c.json({ webhook_endpoint: presentEndpoint(endpoint, secret) }, 201, { location });
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/webhook_endpoints/{id}",
      role: "owner",
      scope: "webhooks:manage",
      summary: "Retrieve a webhook endpoint",
      tags,
      request: { params: endpointId },
      responses: { 200: endpointAnswer, ...problems(404) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const endpoint = await requireEndpoint(services.db.read, account.id, c.req.valid("param").id);
      return c.json({ webhook_endpoint: presentEndpoint(endpoint) }, 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/webhook_endpoints/{id}",
      role: "owner",
      scope: "webhooks:manage",
      activity: { kind: "webhook.changed", subject: "webhook" },
      summary: "Update a webhook endpoint",
      description: "Updates only the fields you send. `events` and `headers` replace all.",
      tags,
      middleware: [jsonBody("webhook_endpoint")] as const,
      request: { params: endpointId, body: { required: true, content: json(endpointChangesInput) } },
      responses: { 200: endpointAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { headers, include_secrets: includeSecrets, disabled: isDisabled, ...fields } = c.req.valid("json");
      const changes = { ...fields, headers: headers ?? undefined, includeSecrets, isDisabled };
      const { id } = c.req.valid("param");
      const update = async (tx: Tx) => {
        const before = await requireEndpoint(tx, account.id, id);
        // An endpoint from earlier settings can still be disabled and get other events.
        const { url } = changes;
        const isNew = url !== undefined && url !== before.url;
        const message = isNew ? services.network.addressProblem(url, entered) : null;
        rejectFields([{ field: "url", message }]);
        return changeEndpoint(tx, services.vault, account.id, id, changes, now);
      };
      const endpoint = await change(c, update, () => id);
      return c.json({ webhook_endpoint: presentEndpoint(endpoint) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/webhook_endpoints/{id}",
      role: "owner",
      scope: "webhooks:manage",
      activity: { kind: "webhook.deleted", subject: "webhook" },
      summary: "Delete a webhook endpoint",
      description: "Nothing more is sent to it, and the log of its deliveries is removed.",
      tags,
      request: { params: endpointId },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id } = c.req.valid("param");
      await change(
        c,
        (tx) => deleteEndpoint(tx, account.id, id, now),
        () => id,
      );
      return c.body(null, 204);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/webhook_endpoints/{id}/rotate_secret",
      role: "owner",
      scope: "webhooks:manage",
      activity: { kind: "webhook.secret_replaced", subject: "webhook" },
      examples: { answer: { secret: exampleSecret } },
      summary: "Replace a webhook endpoint's secret",
      description:
        "The response shows the new secret, once. For some hours, messages are signed with the old secret too, so that you can change it where they are verified.",
      tags,
      middleware: [optionalJsonBody("webhook_endpoint")] as const,
      request: { params: endpointId, body: { content: json(rotationInput) } },
      responses: { 200: endpointAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id } = c.req.valid("param");
      const overlap = (c.req.valid("json").overlap_hours ?? usualOverlap) * hourMilliseconds;
      const { endpoint, secret } = await change(
        c,
        (tx) => rotateSecret(tx, services.vault, { accountId: account.id, id, overlap }, now),
        () => id,
      );
      return c.json({ webhook_endpoint: presentEndpoint(endpoint, secret) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/webhook_endpoints/{id}/test",
      role: "owner",
      scope: "webhooks:manage",
      activity: null,
      examples: {
        answer: {
          event: "webhook.test",
          status: "waiting",
          finished_at: null,
          attempts: [],
        },
      },
      summary: "Send a test event",
      description: "Sends `webhook.test` to the endpoint, signed like every event. Returns 409 if it is disabled.",
      tags,
      request: { params: endpointId },
      responses: {
        201: answerOf("webhook_delivery", deliverySchema, "The delivery."),
        ...problems(404, 409),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id } = c.req.valid("param");
      const write = (data: object) => writeBody("webhook.test", now, data);
      const delivery = await change(c, (tx) => sendTest(tx, { accountId: account.id, id, write }, now));
      const location = `${services.accountUrl(account)}/api/v3/webhook_deliveries/${delivery.id}`;
      return c.json({ webhook_delivery: presentDelivery(delivery) }, 201, { location });
    },
  );
