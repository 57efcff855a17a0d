import { randomBytes } from "node:crypto";
import type { Selection } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { type ConnectionKind, shopNames } from "../../platform/shops.ts";
import { textProblem } from "../../platform/text.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { ShopAccess, ShopSettings } from "./reading/shop.ts";
import { settingsProblems } from "./settings.ts";

/** The side that makes the secret for signing events. If Waybill makes it, the owner enters it in the shop. */
export const secretMakers: Record<ConnectionKind, "waybill" | "shop"> = {
  woocommerce: "waybill",
  stripe: "shop",
  shopify: "shop",
  lemonsqueezy: "waybill",
  paddle: "shop",
  paypal: "shop",
  gumroad: "shop",
  generic: "waybill",
};

const columns = [
  "id",
  "account_id as accountId",
  "guid",
  "kind",
  "number",
  "name",
  "test",
  "secret",
  "old_secret as oldSecret",
  "old_secret_until as oldSecretUntil",
  "settings",
  "access",
  "created_at as createdAt",
  "first_event_at as firstEventAt",
  "refused_count as refusedCount",
  "last_refused_at as lastRefusedAt",
  "refused_since as refusedSince",
  "next_poll_at as nextPollAt",
  "polled_until as polledUntil",
  "poll_problem as pollProblem",
  "shop",
] as const;

type Row = Selection<Schema, "connections", (typeof columns)[number]>;

/** A shop that sends its orders here. Its secrets are encrypted. */
export interface Connection extends Omit<Row, "kind" | "test" | "settings"> {
  kind: ConnectionKind;
  /** Whether its orders are tests. */
  test: boolean;
  settings: ShopSettings;
}

/** Milliseconds for which an old secret stays valid after it is replaced. */
const overlap = dayMilliseconds;

/** Maximum length of a connection's name, in characters. */
const longestConnectionName = 100;

/** Maximum length of a shop's secret or key, in characters. */
const longestSecretText = 1_000;

/** Fields to change. Null removes a value. */
export interface ConnectionChanges {
  name?: string | undefined;
  test?: boolean | undefined;
  secret?: string | null | undefined;
  settings?: ShopSettings | undefined;
  /** Null removes the keys. */
  access?: ShopAccess | null | undefined;
  /** Whether Waybill regularly asks the shop for orders. */
  polling?: boolean | undefined;
}

/** Throws `invalid`. */
export async function createConnection(
  tx: Tx,
  vault: Vault,
  account: Account,
  { kind, ...input }: ConnectionChanges & { kind: ConnectionKind },
  now: Instant,
): Promise<Connection> {
  const { settings = {}, name = shopNames[kind] } = input;
  const secret = input.secret ?? newSecret(kind, settings);
  rejectFields(changeProblems(kind, { ...input, name, settings, secret }));
  const before = await tx
    .selectFrom("connections")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("account_id", "=", account.id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  const row = await tx
    .insertInto("connections")
    .values({
      account_id: account.id,
      guid: randomIdentifier(),
      kind,
      number: (before?.number ?? 0) + 1,
      name,
      test: input.test ? 1 : 0,
      secret: secret === null ? null : vault.encrypt(secret),
      old_secret: null,
      old_secret_until: null,
      settings: JSON.stringify(settings),
      access: input.access ? vault.encrypt(JSON.stringify(input.access)) : null,
      created_at: now,
      first_event_at: null,
      removed_at: null,
      last_refused_at: null,
      refused_since: null,
      failed_at: null,
      next_poll_at: input.polling ? now : null,
      polled_until: input.polling ? now : null,
      poll_problem: null,
      shop: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return connectionOf(row);
}

/** A secret that the owner can enter in the shop; null for a shop that makes its own. */
function newSecret(kind: ConnectionKind, { generic }: ShopSettings): string | null {
  if (kind === "generic" && generic?.signature === "standard_webhooks") {
    return `whsec_${randomBytes(32).toString("base64")}`;
  }
  // Lemon Squeezy takes at most 40 characters.
  return secretMakers[kind] === "waybill" ? randomBytes(20).toString("hex") : null;
}

/**
 * Changes the connection. A new secret replaces the old one, which stays valid for another day. Returns whether the change may
 * affect orders and events that wait for the connection. Throws `not_found` and `invalid`.
 */
export async function changeConnection(
  tx: Tx,
  vault: Vault,
  accountId: number,
  id: number,
  changes: ConnectionChanges,
  now: Instant,
): Promise<{ connection: Connection; mayMatter: boolean }> {
  const before = await requireConnection(tx, accountId, id);
  rejectFields(changeProblems(before.kind, changes));
  const { name = before.name, test = before.test, settings = before.settings, secret, access, polling } = changes;
  const isNew = secret !== undefined && secret !== decrypted(vault, before.secret);
  const changedSettings = JSON.stringify(settings);
  const mayMatter =
    isNew || access !== undefined || test !== before.test || changedSettings !== JSON.stringify(before.settings);
  const row = await tx
    .updateTable("connections")
    .set({
      name,
      test: test ? 1 : 0,
      settings: changedSettings,
      ...(isNew
        ? {
            secret: secret === null ? null : vault.encrypt(secret),
            old_secret: before.secret,
            old_secret_until: before.secret === null ? null : instant(now + overlap),
          }
        : {}),
      ...(access === undefined ? {} : { access: access && vault.encrypt(JSON.stringify(access)) }),
      ...(polling === undefined ? {} : pollingFrom(before, polling, now)),
    })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { connection: connectionOf(row), mayMatter };
}

function pollingFrom({ nextPollAt, polledUntil }: Connection, polling: boolean, now: Instant) {
  if (!polling) return { next_poll_at: null, poll_problem: null };
  return nextPollAt === null ? { next_poll_at: now, polled_until: polledUntil ?? now } : {};
}

function changeProblems(kind: ConnectionKind, { name, secret, settings, access }: ConnectionChanges) {
  const secretProblem = (text: string | null | undefined) =>
    text === undefined || text === null ? null : textProblem(text, { longest: longestSecretText });
  return [
    { field: "name", message: name === undefined ? null : textProblem(name, { longest: longestConnectionName }) },
    { field: "secret", message: secretProblem(secret) },
    { field: "apiKey", message: secretProblem(access?.key) },
    { field: "apiSecret", message: secretProblem(access?.secret) },
    ...(settings === undefined ? [] : settingsProblems(kind, settings)),
  ];
}

/** Removes the connection. Its address no longer exists; its orders stay. Throws `not_found`. */
export async function removeConnection(tx: Tx, accountId: number, id: number, now: Instant): Promise<Connection> {
  const connection = await requireConnection(tx, accountId, id);
  await markRemoved(tx, now).where("id", "=", id).execute();
  return connection;
}

/** Removes all connections of an account in the same way. */
export async function removeAllConnections(tx: Tx, accountId: number, now: Instant): Promise<void> {
  await markRemoved(tx, now).where("account_id", "=", accountId).where("removed_at", "is", null).execute();
}

const markRemoved = (tx: Tx, now: Instant) =>
  tx
    .updateTable("connections")
    .set({ removed_at: now, secret: null, old_secret: null, access: null, next_poll_at: null, retry: null });

/** Throws `not_found`. */
export async function requireConnection(reader: Reader, accountId: number, id: number): Promise<Connection> {
  const row = await live(reader).where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("not_found", `There is no connection with the ID ${id}.`);
  return connectionOf(row);
}

/** Finds it by its row number, for processing; null if it was removed. */
export async function connectionById(reader: Reader, id: number): Promise<Connection | null> {
  const row = await live(reader).where("id", "=", id).executeTakeFirst();
  return row ? connectionOf(row) : null;
}

/** Finds it by its address. */
export async function connectionByGuid(reader: Reader, accountId: number, guid: string): Promise<Connection | null> {
  const row = await live(reader).where("guid", "=", guid).where("account_id", "=", accountId).executeTakeFirst();
  return row ? connectionOf(row) : null;
}

/** All connections of the account, oldest first. */
export async function listConnections(reader: Reader, accountId: number): Promise<Connection[]> {
  return (await live(reader).where("account_id", "=", accountId).orderBy("id").execute()).map(connectionOf);
}

const live = (reader: Reader) => reader.selectFrom("connections").select(columns).where("removed_at", "is", null);

const connectionOf = (row: Row): Connection => ({
  ...row,
  kind: row.kind as ConnectionKind,
  test: row.test === 1,
  settings: JSON.parse(row.settings) as ShopSettings,
});

const decrypted = (vault: Vault, encrypted: string | null) => (encrypted === null ? null : vault.decrypt(encrypted));

/** The valid secrets: the current one, and the previous one while it is still valid. */
export function secretsOf(vault: Vault, { secret, oldSecret, oldSecretUntil }: Connection, now: Instant): string[] {
  const isOverlap = oldSecretUntil !== null && now < oldSecretUntil;
  return [secret, isOverlap ? oldSecret : null].flatMap((one) => decrypted(vault, one) ?? []);
}

/** The secret, to show to its owner. */
export const shownSecret = (vault: Vault, { secret }: Connection) => decrypted(vault, secret);

export function accessOf(vault: Vault, { access }: Connection): ShopAccess {
  return access === null ? {} : (JSON.parse(vault.decrypt(access)) as ShopAccess);
}

/** Call with the first event of the connection. */
export async function noteFirstEvent(tx: Tx, { id }: Connection, now: Instant): Promise<void> {
  await tx
    .updateTable("connections")
    .set({ first_event_at: now })
    .where("id", "=", id)
    .where("first_event_at", "is", null)
    .execute();
}

/** Counts a request with a wrong signature. */
export async function countRefused(tx: Tx, { id }: Connection, now: Instant): Promise<void> {
  await tx
    .updateTable("connections")
    .set(({ eb, fn, val }) => ({
      refused_count: eb("refused_count", "+", 1),
      last_refused_at: now,
      refused_since: fn.coalesce("refused_since", val(now)),
    }))
    .where("id", "=", id)
    .execute();
}

/** Call after an event with the right signature that follows refused ones. */
export async function noteAccepted(tx: Tx, { id }: Connection): Promise<void> {
  await tx.updateTable("connections").set({ refused_since: null }).where("id", "=", id).execute();
}
