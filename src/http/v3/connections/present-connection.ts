import type { z } from "@hono/zod-openapi";
import { ordersByIds } from "../../../delivery/orders/queries.ts";
import { bodyText, type ConnectionEvent } from "../../../messages/connection-events/events.ts";
import {
  eventsNeedingAttention,
  type ListedEvent,
  newestEvent,
} from "../../../messages/connection-events/list-events.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import {
  accessOf,
  type Connection,
  connectionById,
  listConnections,
  shownSecret,
} from "../../../shops/connections/connections.ts";
import { failuresOf } from "../../../shops/connections/failing.ts";
import type { RemovedConnection } from "../../../shops/connections/known/same-shop.ts";
import { shopOrderById, shopOrdersByKeys, type UnmatchedLine } from "../../../shops/connections/known/shop-orders.ts";
import { listMappings } from "../../../shops/connections/mappings.ts";
import type { GenericSettings } from "../../../shops/connections/reading/shop.ts";
import type { V3Env } from "../framework/environment.ts";
import { presentOrderId } from "../orders/present-order.ts";
import type {
  eventSchema,
  failingConnectionSchema,
  listedEventSchema,
  shopOrderSchema,
} from "./connection-event-schemas.ts";
import { type connectionSchema, genericShop, type removedConnectionSchema } from "./connection-schemas.ts";

type Variables = V3Env["Variables"];
const shown = (at: Parameters<typeof writeInstant>[0] | null) => (at === null ? null : writeInstant(at));

/** A connection's URL: its account's address, and the connection's identifier. */
const urlOf = ({ services, account }: Variables, { guid }: Connection) =>
  `${services.accountUrl(account)}/hooks/${guid}`;

export async function presentConnection(
  variables: Variables,
  connection: Connection,
): Promise<z.output<typeof connectionSchema>> {
  const { services, account, role, key } = variables;
  const { read } = services.db;
  const { settings, nextPollAt, oldSecretUntil } = connection;
  const newest = await newestEvent(read, connection.id);
  const mappings = await listMappings(read, account.id, connection.id);
  return {
    id: connection.id,
    kind: connection.kind,
    name: connection.name,
    // Anyone who knows the address of a shop that does not sign can send orders to it. A program here has the scope for it.
    url: role === "owner" || key !== null ? urlOf(variables, connection) : null,
    test: connection.test,
    secret: role === "owner" ? shownSecret(services.vault, connection) : null,
    old_secret_expires_at:
      oldSecretUntil !== null && oldSecretUntil > variables.now ? writeInstant(oldSecretUntil) : null,
    seller_id: settings.sellerId ?? null,
    webhook_id: settings.webhookId ?? null,
    api_url: settings.apiUrl ?? null,
    subscription_grace_in_hours: settings.subscriptionGraceInHours ?? null,
    api_key_last_four: accessOf(services.vault, connection).key?.slice(-4) ?? null,
    polling: nextPollAt !== null,
    polled_until: shown(connection.polledUntil),
    poll_problem: connection.pollProblem,
    generic: settings.generic ? presentGeneric(settings.generic) : null,
    mappings: mappings.map(({ externalId, ...rest }) => ({ external_id: externalId, ...rest })),
    created_at: writeInstant(connection.createdAt),
    first_event_at: shown(connection.firstEventAt),
    last_event_at: shown(newest?.receivedAt ?? null),
    refused_count: connection.refusedCount,
    last_refused_at: shown(connection.lastRefusedAt),
    attention_count: await eventsNeedingAttention(read, account.id, connection.id),
  };
}

export const presentRemoved = ({
  removedAt,
  ...removed
}: RemovedConnection): z.output<typeof removedConnectionSchema> => ({
  ...removed,
  removed_at: writeInstant(removedAt),
});

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Generic = NonNullable<z.output<typeof connectionSchema>["generic"]>;

function presentGeneric(generic: GenericSettings): Generic {
  const given = Object.fromEntries(Object.entries(generic).map(([name, value]) => [snakeCase(name), value]));
  return Object.fromEntries(Object.keys(genericShop.shape).map((name) => [name, given[name] ?? null])) as Generic;
}

/** Events of the account with their results. */
export async function presentEvents(
  { services, account }: Variables,
  events: ListedEvent[],
): Promise<z.output<typeof listedEventSchema>[]> {
  const { read } = services.db;
  const names = new Map((await listConnections(read, account.id)).map(({ id, name }) => [id, name]));
  const orders = new Map(
    (await ordersByIds(read, [...new Set(events.flatMap(({ orderId }) => orderId ?? []))])).map((order) => [
      order.id,
      order,
    ]),
  );
  const problems = new Map<number, Awaited<ReturnType<typeof shopOrdersByKeys>>>();
  for (const [connectionId, its] of Map.groupBy(events, (event) => event.connectionId)) {
    problems.set(connectionId, await shopOrdersByKeys(read, connectionId, keysOf(its)));
  }
  return events.map((event) => {
    const shopOrder = problems.get(event.connectionId)?.get(event.externalId ?? "");
    const needsAttention = event.state === "needs_attention";
    const details = needsAttention ? shopOrder?.problemDetails : null;
    const order = event.orderId === null ? undefined : orders.get(event.orderId);
    return {
      id: event.id,
      connection_id: event.connectionId,
      connection_name: names.get(event.connectionId) ?? "",
      received_at: writeInstant(event.receivedAt),
      source: event.source,
      topic: event.topic,
      external_id: event.externalId,
      status: event.state,
      problem: (needsAttention && shopOrder?.problem) || null,
      unmatched_lines: (details?.lines ?? []).map(presentLine),
      message: event.note ?? (details?.message || null),
      order_id: order ? presentOrderId(order.publicId) : null,
      order_vendor_id: order ? order.vendorId : null,
      order_shop_number: order ? shopNumber(order) : null,
      attempts: event.attempts,
      next_attempt_at: event.state === "pending" ? writeInstant(event.nextAttemptAt) : null,
    };
  });
}

const presentLine = ({ sku, externalIds, name }: UnmatchedLine) => ({ sku, external_ids: externalIds, name });

const keysOf = (events: ListedEvent[]) => [...new Set(events.flatMap(({ externalId }) => externalId ?? []))];

export async function presentEvent(
  variables: Variables,
  event: ConnectionEvent,
): Promise<z.output<typeof eventSchema>> {
  const [listed] = await presentEvents(variables, [event]);
  if (!listed) throw new Error("An event was not shown.");
  return { ...listed, headers: headersOf(event), body: bodyText(event) };
}

const headersOf = ({ headers }: ConnectionEvent) =>
  Object.entries(JSON.parse(headers) as Record<string, string>).map(([name, value]) => ({ name, value }));

/**
 * The data of webhooks about a shop's order (row number). Null if its connection was removed, or its customer erased. It contains
 * no customer data, because erasing a customer whose order was not made would not find sent webhooks.
 */
export async function presentShopOrder(
  reader: Reader,
  accountId: number,
  id: number,
): Promise<z.output<typeof shopOrderSchema> | null> {
  const shopOrder = await shopOrderById(reader, accountId, id);
  const connection = shopOrder && (await connectionById(reader, shopOrder.connectionId));
  if (!connection || shopOrder.progress.stage === "erased") return null;
  const { externalId, orderId, problem, problemDetails } = shopOrder;
  const [order] = orderId === null ? [] : await ordersByIds(reader, [orderId]);
  // The order was deleted here, together with the customer's data.
  if (orderId !== null && !order) return null;
  return {
    connection_event_id: shopOrder.lastEventId,
    connection_id: connection.id,
    connection_name: connection.name,
    external_id: externalId.includes("@") ? null : externalId,
    problem,
    unmatched_lines: (problemDetails?.lines ?? []).map(presentLine),
    order_id: order ? presentOrderId(order.publicId) : null,
  };
}

/** The data of webhooks about a failing connection (row number). Null if it was removed. */
export async function presentFailing(
  reader: Reader,
  id: number,
  at: Instant,
): Promise<z.output<typeof failingConnectionSchema> | null> {
  const connection = await connectionById(reader, id);
  if (!connection) return null;
  const failures = await failuresOf(reader, id, at);
  return {
    id,
    kind: connection.kind,
    name: connection.name,
    refused_since: shown(failures?.refusedSince ?? null),
    waiting_since: shown(failures?.waitingSince ?? null),
    poll_problem: failures?.pollProblem ?? null,
    polled_until: shown(failures?.polledUntil ?? null),
  };
}
