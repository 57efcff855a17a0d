import type { Selection } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Schema, WebhookEndpointsTable } from "../../platform/database/schema.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Vault } from "../../platform/vault.ts";
import { lockAccount } from "../../store/accounts/accounts.ts";
import { setWebhookEvents } from "../../store/accounts/webhook-events.ts";
import { headersProblem, type OwnHeaders } from "./headers.ts";
import type { WantedEvents } from "./kinds.ts";
import { type EndpointSecret, newSecret, rotated } from "./secrets.ts";

/** Maximum number of endpoints of one store: each event is sent to each of them. */
export const mostEndpoints = 50;

/** Maximum length of an address, in characters. */
export const longestUrl = 2000;

/** Maximum length of a name, in characters. */
export const longestEndpointName = 100;

/** An address that receives a store's events. */
export interface Endpoint {
  id: number;
  accountId: number;
  name: string | null;
  url: string;
  events: WantedEvents[];
  /** Whether payloads contain license keys and links. */
  includeSecrets: boolean;
  /** Names of its own headers. */
  headerNames: string[];
  createdAt: Instant;
  failingSince: Instant | null;
  disabledAt: Instant | null;
  disabledBecause: WebhookEndpointsTable["disabled_because"];
}

/** The fields that an owner sets. */
export interface EndpointInput {
  name?: string | null;
  url: string;
  events: WantedEvents[];
  includeSecrets: boolean;
  headers?: OwnHeaders;
}

type EndpointChanges = { [Name in keyof EndpointInput]?: EndpointInput[Name] | undefined } & {
  isDisabled?: boolean | undefined;
};

const columns = [
  "id",
  "account_id as accountId",
  "name",
  "url",
  "events",
  "include_secrets as includeSecrets",
  "header_names as headerNames",
  "created_at as createdAt",
  "failing_since as failingSince",
  "disabled_at as disabledAt",
  "disabled_because as disabledBecause",
] as const;

const endpointOf = (row: Selection<Schema, "webhook_endpoints", (typeof columns)[number]>): Endpoint => ({
  ...row,
  events: JSON.parse(row.events),
  includeSecrets: row.includeSecrets === 1,
  headerNames: JSON.parse(row.headerNames),
});

/** The account's endpoints, oldest first. */
export async function listEndpoints(reader: Reader, accountId: number): Promise<Endpoint[]> {
  const rows = await live(reader).where("account_id", "=", accountId).orderBy("id").execute();
  return rows.map(endpointOf);
}

/** Throws `not_found`. */
export async function requireEndpoint(reader: Reader, accountId: number, id: number): Promise<Endpoint> {
  const row = await live(reader).where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("not_found", `There is no webhook endpoint ${id}.`);
  return endpointOf(row);
}

/** The enabled endpoints of these accounts. */
export async function enabledEndpoints(reader: Reader, accountIds: number[]): Promise<Endpoint[]> {
  const enabled = live(reader).where("account_id", "in", accountIds).where("disabled_at", "is", null);
  return (await enabled.orderBy("id").execute()).map(endpointOf);
}

const live = (reader: Reader) => reader.selectFrom("webhook_endpoints").select(columns).where("deleted_at", "is", null);

/** Returns the endpoint and its secret, which is shown once. Throws `invalid`. */
export async function createEndpoint(
  tx: Tx,
  vault: Vault,
  accountId: number,
  input: EndpointInput,
  now: Instant,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await lockAccount(tx, accountId);
  const others = await listEndpoints(tx, accountId);
  if (others.length >= mostEndpoints) {
    throw new DomainError("invalid", `A store can have at most ${mostEndpoints} webhook endpoints.`);
  }
  rejectFields([
    { field: "url", message: urlProblem(input.url) },
    { field: "headers", message: headersProblem(input.headers ?? {}) },
  ]);
  const first = newSecret();
  const row = await tx
    .insertInto("webhook_endpoints")
    .values({
      account_id: accountId,
      ...columnsOf(input),
      headers: null,
      ...headerColumns(vault, input.headers),
      secrets: vault.encrypt(JSON.stringify([first])),
      created_at: now,
      failing_since: null,
      disabled_at: null,
      disabled_because: null,
      deleted_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await updateWantedEvents(tx, accountId);
  return { endpoint: endpointOf(row), secret: first.secret };
}

/**
 * Absent fields stay. But if the address moves to another server, headers must be given again: people who may set a value may not
 * read it, not even by sending it elsewhere. Throws `not_found` and `invalid`.
 */
export async function changeEndpoint(
  tx: Tx,
  vault: Vault,
  accountId: number,
  id: number,
  { isDisabled, ...changes }: EndpointChanges,
  now: Instant,
): Promise<Endpoint> {
  await lockAccount(tx, accountId);
  const before = await requireEndpoint(tx, accountId, id);
  const input = {
    name: changes.name === undefined ? before.name : changes.name,
    url: changes.url ?? before.url,
    events: changes.events ?? before.events,
    includeSecrets: changes.includeSecrets ?? before.includeSecrets,
  };
  const { headers } = changes;
  const goesElsewhere = URL.parse(input.url)?.origin !== URL.parse(before.url)?.origin;
  const areLost = goesElsewhere && before.headerNames.length > 0 && headers === undefined;
  rejectFields([
    { field: "url", message: urlProblem(input.url) },
    { field: "headers", message: areLost ? goesToNewServer : headersProblem(headers ?? {}) },
  ]);
  const wasDisabled = before.disabledAt !== null;
  const state =
    isDisabled === undefined || isDisabled === wasDisabled
      ? {}
      : isDisabled
        ? ({ disabled_at: now, disabled_because: "owner" } as const)
        : { disabled_at: null, disabled_because: null, failing_since: null };
  const row = await tx
    .updateTable("webhook_endpoints")
    .set({ ...columnsOf(input), ...headerColumns(vault, headers), ...state })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await updateWantedEvents(tx, accountId);
  return endpointOf(row);
}

/**
 * Deletes the endpoint. Nothing more is sent to it, and its deliveries are removed later (`removeDeletedEndpoints`). Throws
 * `not_found`.
 */
export async function deleteEndpoint(tx: Tx, accountId: number, id: number, now: Instant): Promise<void> {
  await lockAccount(tx, accountId);
  await requireEndpoint(tx, accountId, id);
  await tx.updateTable("webhook_endpoints").set({ deleted_at: now }).where("id", "=", id).execute();
  await updateWantedEvents(tx, accountId);
}

/** Does the same for all endpoints of an account that is being removed. */
export async function deleteAllEndpoints(tx: Tx, accountId: number, now: Instant): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ deleted_at: now })
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .execute();
}

/**
 * Gives the endpoint a new secret, and returns it. For `overlap` milliseconds, each message is signed with the old one too.
 * Throws `not_found`.
 */
export async function rotateSecret(
  tx: Tx,
  vault: Vault,
  { accountId, id, overlap }: { accountId: number; id: number; overlap: number },
  now: Instant,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await lockAccount(tx, accountId);
  const endpoint = await requireEndpoint(tx, accountId, id);
  const secrets = rotated(await secretsOf(tx, vault, id), overlap, now);
  await tx
    .updateTable("webhook_endpoints")
    .set({ secrets: vault.encrypt(JSON.stringify(secrets)) })
    .where("id", "=", id)
    .execute();
  return { endpoint, secret: (secrets[0] as EndpointSecret).secret };
}

/**
 * Disables an endpoint whose deliveries fail. Returns it, or null if it was already disabled or deleted. Before this, call
 * `lockAccount` for its account.
 */
export async function disableEndpoint(
  tx: Tx,
  id: number,
  because: "failing" | "gone",
  now: Instant,
): Promise<Endpoint | null> {
  const row = await tx
    .updateTable("webhook_endpoints")
    .set({ disabled_at: now, disabled_because: because })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .where("deleted_at", "is", null)
    .returning(columns)
    .executeTakeFirst();
  if (!row) return null;
  await updateWantedEvents(tx, row.accountId);
  return endpointOf(row);
}

/** The secrets that sign, newest first. */
async function secretsOf(reader: Reader, vault: Vault, id: number): Promise<EndpointSecret[]> {
  const { secrets } = await reader
    .selectFrom("webhook_endpoints")
    .select("secrets")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return JSON.parse(vault.decrypt(secrets));
}

/** The address, own headers and secrets for a delivery; null if the endpoint is disabled or was deleted. */
export async function targetOf(
  reader: Reader,
  vault: Vault,
  id: number,
): Promise<{ url: string; headers: OwnHeaders; includeSecrets: boolean; secrets: EndpointSecret[] } | null> {
  const row = await live(reader).select(["secrets", "headers"]).where("id", "=", id).executeTakeFirst();
  if (!row || row.disabledAt !== null) return null;
  const headers: OwnHeaders = row.headers === null ? {} : JSON.parse(vault.decrypt(row.headers));
  return {
    url: row.url,
    headers,
    includeSecrets: row.includeSecrets === 1,
    secrets: JSON.parse(vault.decrypt(row.secrets)),
  };
}

async function updateWantedEvents(tx: Tx, accountId: number): Promise<void> {
  const enabled = await enabledEndpoints(tx, [accountId]);
  await setWebhookEvents(tx, accountId, new Set(enabled.flatMap(({ events }) => events)));
}

const columnsOf = ({ name, url, events, includeSecrets }: EndpointInput) => ({
  name: name || null,
  url,
  events: JSON.stringify([...new Set(events)]),
  include_secrets: includeSecrets ? 1 : 0,
});

/** Absent headers do not change. */
const headerColumns = (vault: Vault, headers: OwnHeaders | undefined) =>
  headers && {
    headers: Object.keys(headers).length === 0 ? null : vault.encrypt(JSON.stringify(headers)),
    header_names: JSON.stringify(Object.keys(headers)),
  };

const goesToNewServer = "must be entered again, because the address is on another server";

function urlProblem(url: string): string | null {
  const parsed = url.length <= longestUrl ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return `must be an address such as https://example.com/webhooks, with at most ${longestUrl} characters`;
  }
  if (parsed.username || parsed.password) return "must not have a user name or password";
  return parsed.hash ? "must not have a # part" : null;
}
