import { z } from "@hono/zod-openapi";
import { requireOrder } from "../../../delivery/orders/require-order.ts";
import { type ConnectionEvent, eventById } from "../../../messages/connection-events/events.ts";
import { listEvents } from "../../../messages/connection-events/list-events.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import { processAgain } from "../../../shops/connections/owner-decision.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { pageQuery, rowNumber, rowsOf, text } from "../framework/fields.ts";
import { optionalJsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { eventSchema, listedEventSchema, processInput } from "./connection-event-schemas.ts";
import { presentEvent, presentEvents } from "./present-connection.ts";

const tags = ["Connections"];
const eventId = z.object({ id: rowNumber("connection event").openapi({ example: 1 }) });
const answer = answerOf("connection_event", eventSchema, "The event.");

export const connectionEventRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/connection_events",
      role: "read_only",
      scope: "connections:manage",
      summary: "List events that need attention",
      description:
        "The newest event about each order of a shop that cannot go on by itself, and events that could not be read. With `order_id`, all events about that order instead. Newest first.",
      tags,
      request: {
        query: pageQuery.extend({
          order_id: text(64).optional().openapi({ description: "All events about this order.", example: "10000001" }),
        }),
      },
      responses: {
        200: pageOf("connection_events", listedEventSchema, "events"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { order_id, ...page } = c.req.valid("query");
      const { scan } = services.db;
      const order = order_id === undefined ? null : await requireOrder(scan, account.id, order_id);
      const filter = order === null ? { needsAttention: true } : { orderId: order.id };
      const { events, total } = await listEvents(scan, account.id, filter, rowsOf(page));
      return c.json({ connection_events: await presentEvents(c.var, events), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/connection_events/{id}",
      role: "read_only",
      scope: "connections:manage",
      summary: "Retrieve an event of a connection",
      description: "What the shop sent, with headers and body as they arrived, and what was made of it.",
      tags,
      request: { params: eventId },
      responses: { 200: answer, ...problems(404) },
    }),
    async (c) => {
      const event = await requireEvent(c.var.services.db.read, c.var.account.id, c.req.valid("param").id);
      return c.json({ connection_event: await presentEvent(c.var, event) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/connection_events/{id}/process",
      role: "staff",
      scope: "connections:manage",
      activity: { kind: "connection.event_processed", subject: "connection" },
      summary: "Process an event again",
      description:
        "Does what the event says, once more. An order that was made of it is not made twice. Send `email` for an order without a usable address, or `dismiss` to leave the present problem as it is.",
      tags,
      middleware: [optionalJsonBody("connection_event")] as const,
      request: { params: eventId, body: { required: false, content: json(processInput) } },
      responses: { 200: answer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const event = await requireEvent(services.db.read, account.id, c.req.valid("param").id);
      const { email, dismiss = false } = c.req.valid("json");
      const { connection_name } = await presentEvent(c.var, event);
      await change(
        c,
        (tx) => processAgain(tx, event, { email: email ?? undefined, dismiss }, now),
        () => connection_name,
      );
      await services.connections.processNow(event);
      const after = await requireEvent(services.db.read, account.id, event.id);
      return c.json({ connection_event: await presentEvent(c.var, after) }, 200);
    },
  );

/** Throws `not_found`. */
async function requireEvent(reader: Reader, accountId: number, id: number): Promise<ConnectionEvent> {
  const event = await eventById(reader, accountId, id);
  if (!event) throw new DomainError("not_found", `There is no connection event with the ID ${id}.`);
  return event;
}
