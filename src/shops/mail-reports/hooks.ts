import { randomBytes } from "node:crypto";
import type { Selection } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Vault } from "../../platform/vault.ts";
import { type MailServiceName, secretProblem } from "./service-names.ts";

const columns = [
  "id",
  "account_id as accountId",
  "guid",
  "service",
  "secret",
  "created_at as createdAt",
  "first_event_at as firstEventAt",
  "last_event_at as lastEventAt",
  "refused_count as refusedCount",
  "last_refused_at as lastRefusedAt",
] as const;

type Row = Selection<Schema, "mail_hooks", (typeof columns)[number]>;

/** An address of a store where a mail service reports the delivery of emails. Its secret is encrypted. */
export interface MailHook extends Omit<Row, "service"> {
  service: MailServiceName;
}

/** Maximum number in one store. */
const mostHooks = 20;

/** Throws `invalid`, and `in_use` if the store has too many. */
export async function createHook(
  tx: Tx,
  vault: Vault,
  accountId: number,
  { service, secret = null }: { service: MailServiceName; secret?: string | null | undefined },
  now: Instant,
): Promise<MailHook> {
  const chosen = secret ?? (service === "postmark" ? randomBytes(20).toString("hex") : null);
  rejectFields([{ field: "secret", message: chosen === null ? null : secretProblem(service, chosen) }]);
  if ((await listHooks(tx, accountId)).length >= mostHooks) {
    throw new DomainError("in_use", `A store can have ${mostHooks} addresses for mail services. Remove one first.`);
  }
  const row = await tx
    .insertInto("mail_hooks")
    .values({
      account_id: accountId,
      guid: randomIdentifier(),
      service,
      secret: chosen === null ? null : vault.encrypt(chosen),
      created_at: now,
      first_event_at: null,
      last_event_at: null,
      last_refused_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as MailHook;
}

/** Replaces the secret. Throws `not_found` and `invalid`. */
export async function changeSecret(
  tx: Tx,
  vault: Vault,
  accountId: number,
  id: number,
  secret: string,
): Promise<MailHook> {
  const { service } = await requireHook(tx, accountId, id);
  rejectFields([{ field: "secret", message: secretProblem(service, secret) }]);
  const row = await tx
    .updateTable("mail_hooks")
    .set({ secret: vault.encrypt(secret) })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as MailHook;
}

/** Removes it. Its address no longer exists. Throws `not_found`. */
export async function removeHook(tx: Tx, accountId: number, id: number): Promise<void> {
  await requireHook(tx, accountId, id);
  await tx.deleteFrom("mail_hooks").where("id", "=", id).execute();
}

/** Throws `not_found`. */
export async function requireHook(reader: Reader, accountId: number, id: number): Promise<MailHook> {
  const row = await hooksOf(reader, accountId).where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("not_found", `There is no address for a mail service with the ID ${id}.`);
  return row as MailHook;
}

/** Finds it by its address. */
export async function hookByGuid(reader: Reader, accountId: number, guid: string): Promise<MailHook | null> {
  const row = await hooksOf(reader, accountId).where("guid", "=", guid).executeTakeFirst();
  return (row as MailHook | undefined) ?? null;
}

/** Oldest first. */
export async function listHooks(reader: Reader, accountId: number): Promise<MailHook[]> {
  return (await hooksOf(reader, accountId).orderBy("id").execute()) as MailHook[];
}

const hooksOf = (reader: Reader, accountId: number) =>
  reader.selectFrom("mail_hooks").select(columns).where("account_id", "=", accountId);

/** The secret, to show to its owner, and to check requests. */
export const secretOf = (vault: Vault, { secret }: MailHook): string | null =>
  secret === null ? null : vault.decrypt(secret);

/** Records that the service has sent something. */
export async function noteEvent(tx: Tx, { id, firstEventAt }: MailHook, now: Instant): Promise<void> {
  await tx
    .updateTable("mail_hooks")
    .set({ last_event_at: now, ...(firstEventAt === null ? { first_event_at: now } : {}) })
    .where("id", "=", id)
    .execute();
}

/** Counts a request with a wrong signature. */
export async function countRefused(tx: Tx, { id }: MailHook, now: Instant): Promise<void> {
  await tx
    .updateTable("mail_hooks")
    .set(({ eb }) => ({ refused_count: eb("refused_count", "+", 1), last_refused_at: now }))
    .where("id", "=", id)
    .execute();
}
