import { z } from "@hono/zod-openapi";
import { listEvents } from "../../../messages/connection-events/list-events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { rejectFields } from "../../../platform/errors.ts";
import type { Network } from "../../../platform/outgoing/network.ts";
import {
  accessOf,
  type Connection,
  type ConnectionChanges,
  changeConnection,
  createConnection,
  listConnections,
  removeConnection,
  requireConnection,
} from "../../../shops/connections/connections.ts";
import { continuableConnections, continueShop } from "../../../shops/connections/known/same-shop.ts";
import { replaceMappings } from "../../../shops/connections/mappings.ts";
import type { GenericSettings, ShopAccess, ShopSettings } from "../../../shops/connections/reading/shop.ts";
import { retryWaiting } from "../../../shops/connections/retry-after-change.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { pageQuery, rowNumber, rowsOf } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { listedEventSchema } from "./connection-event-schemas.ts";
import {
  type ConnectionFields,
  connectionChanges,
  connectionSchema,
  newConnection,
  removedConnectionSchema,
} from "./connection-schemas.ts";
import { presentConnection, presentEvents, presentRemoved } from "./present-connection.ts";

const tags = ["Connections"];
const connectionId = z.object({ id: rowNumber("connection").openapi({ example: 1 }) });
const answer = answerOf("connection", connectionSchema, "The connection.");

export const connectionRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/connections",
      role: "read_only",
      scope: "connections:manage",
      summary: "List connections",
      description: "The shops that send their orders here, in the order in which they were connected.",
      tags,
      responses: {
        200: {
          description: "All connections.",
          content: json(
            z.object({
              connections: z.array(connectionSchema).describe("The connections."),
              removed_connections: z
                .array(removedConnectionSchema)
                .describe(
                  "Up to 20 removed connections whose events named no shop, the last removed first. Send the ID as `continues` if you connect the same shop again.",
                ),
            }),
          ),
        },
        ...problems(),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const all = await listConnections(services.db.read, account.id);
      const connections: z.output<typeof connectionSchema>[] = [];
      for (const connection of all) connections.push(await presentConnection(c.var, connection));
      const removed = await continuableConnections(services.db.read, account.id);
      return c.json({ connections, removed_connections: removed.map(presentRemoved) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/connections",
      role: "owner",
      scope: "connections:manage",
      activity: { kind: "connection.created", subject: "connection" },
      summary: "Connect a shop",
      description:
        "Enter the connection's `url` and `secret` in the shop. For shops that make the secret themselves, send it with an update.",
      tags,
      middleware: [jsonBody("connection")] as const,
      request: { body: { required: true, content: json(newConnection) } },
      responses: { 201: answer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { kind, mappings, continues, ...fields } = c.req.valid("json");
      const connect = async (tx: Tx) => {
        const input = { kind, ...changesOf(fields, { settings: {}, access: {} }) };
        rejectFields([apiUrlProblem(services.network, input.settings?.apiUrl, undefined)]);
        const made = await createConnection(tx, services.vault, account, input, now);
        if (mappings) await replaceMappings(tx, account.id, made.id, mappings.map(mappingOf));
        return continues == null ? made : continueShop(tx, made, continues);
      };
      const connection = await change(c, connect, nameOf);
      const location = `${services.accountUrl(account)}/api/v3/connections/${connection.id}`;
      return c.json({ connection: await presentConnection(c.var, connection) }, 201, { location });
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/connections/{id}",
      role: "read_only",
      scope: "connections:manage",
      summary: "Retrieve a connection",
      tags,
      request: { params: connectionId },
      responses: { 200: answer, ...problems(404) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const connection = await requireConnection(services.db.read, account.id, c.req.valid("param").id);
      return c.json({ connection: await presentConnection(c.var, connection) }, 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/connections/{id}",
      role: "owner",
      scope: "connections:manage",
      activity: { kind: "connection.changed", subject: "connection" },
      summary: "Update a connection",
      description:
        "Updates only the fields you send. With a new `secret`, the previous one works for another 24 hours. After a change of secret, key, settings or mappings, orders and events that need attention or wait to be tried again are looked at again, a few at a time.",
      tags,
      middleware: [jsonBody("connection")] as const,
      request: { params: connectionId, body: { required: true, content: json(connectionChanges) } },
      responses: { 200: answer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { vault } = services;
      const { id } = c.req.valid("param");
      const { mappings, continues: _, ...fields } = c.req.valid("json");
      const update = async (tx: Tx) => {
        const before = await requireConnection(tx, account.id, id);
        const access = accessOf(vault, before);
        const changes = changesOf(fields, { settings: before.settings, access });
        const goesElsewhere = originOf(changes.settings?.apiUrl) !== originOf(before.settings.apiUrl);
        const keeps = (old: string | undefined, entered: string | null | undefined) =>
          goesElsewhere && old !== undefined && entered === undefined ? goesToNewServer : null;
        rejectFields([
          { field: "api_key", message: keeps(access.key, fields.api_key) },
          { field: "api_secret", message: keeps(access.secret, fields.api_secret) },
          apiUrlProblem(services.network, changes.settings?.apiUrl, before.settings.apiUrl),
        ]);
        const changed = await changeConnection(tx, vault, account.id, id, changes, now);
        const areOthers =
          mappings !== undefined && (await replaceMappings(tx, account.id, id, mappings.map(mappingOf)));
        if (changed.mayMatter || areOthers) await retryWaiting(tx, id, now);
        return changed.connection;
      };
      const connection = await change(c, update, nameOf);
      services.connections.wake();
      return c.json({ connection: await presentConnection(c.var, connection) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/connections/{id}",
      role: "owner",
      scope: "connections:manage",
      activity: { kind: "connection.removed", subject: "connection" },
      summary: "Remove a connection",
      description: "Its address then answers 404. Orders stay as they are.",
      tags,
      request: { params: connectionId },
      responses: { 204: { description: "Removed." }, ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      await change(c, (tx) => removeConnection(tx, account.id, c.req.valid("param").id, now), nameOf);
      return c.body(null, 204);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/connections/{id}/events",
      role: "read_only",
      scope: "connections:manage",
      summary: "List events of a connection",
      description: "What the shop has sent, newest first, without headers and bodies. Kept for 90 days.",
      tags,
      request: { params: connectionId, query: pageQuery },
      responses: {
        200: pageOf("connection_events", listedEventSchema, "events"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const page = c.req.valid("query");
      const { id } = await requireConnection(services.db.read, account.id, c.req.valid("param").id);
      const { events, total } = await listEvents(services.db.scan, account.id, { connectionId: id }, rowsOf(page));
      return c.json({ connection_events: await presentEvents(c.var, events), ...page, total }, 200);
    },
  );

/** The name of a connection in the activity log. */
const nameOf = ({ name }: Connection): string => name;

const mappingOf = ({ external_id, ...rest }: NonNullable<ConnectionFields["mappings"]>[number]) => ({
  externalId: external_id,
  ...rest,
});

/** Null and an empty text remove a setting. */
const setting = (value: string | null | undefined, before: string | undefined) =>
  value === undefined ? before : value || undefined;

function changesOf(
  fields: Omit<ConnectionFields, "mappings">,
  before: { settings: ShopSettings; access: ShopAccess },
): ConnectionChanges {
  const { name, test, secret, polling, api_key, api_secret } = fields;
  const settings: ShopSettings = {
    sellerId: setting(fields.seller_id, before.settings.sellerId),
    webhookId: setting(fields.webhook_id, before.settings.webhookId),
    apiUrl: setting(fields.api_url, before.settings.apiUrl),
    subscriptionGraceInHours:
      fields.subscription_grace_in_hours === undefined
        ? before.settings.subscriptionGraceInHours
        : (fields.subscription_grace_in_hours ?? undefined),
    generic: fields.generic === undefined ? before.settings.generic : genericOf(fields.generic),
  };
  const key = setting(api_key, before.access.key);
  const access = key === undefined ? null : { key, secret: setting(api_secret, before.access.secret) };
  const isKept = api_key === undefined && api_secret === undefined;
  return { name, test, secret: secret === "" ? undefined : secret, polling, settings, ...(isKept ? {} : { access }) };
}

const originOf = (apiUrl: string | undefined) => (apiUrl === undefined ? null : (URL.parse(apiUrl)?.origin ?? apiUrl));

/** An address that was entered earlier, under other settings, is kept. */
function apiUrlProblem(network: Pick<Network, "addressProblem">, url: string | undefined, before: string | undefined) {
  const isNew = url !== undefined && url !== before;
  return { field: "apiUrl", message: isNew ? network.addressProblem(url, { requiresTls: true }) : null };
}

/** A key can be written but not read. So nobody may redirect it to another server without entering it again. */
const goesToNewServer = "must be entered again, because the address is on another server";

/** Translates to the domain's names. Empty paths are left out. */
function genericOf(generic: ConnectionFields["generic"]): GenericSettings | undefined {
  if (!generic) return undefined;
  const given = Object.entries(generic).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(given.map(([name, value]) => [camelCase(name), value])) as unknown as GenericSettings;
}
