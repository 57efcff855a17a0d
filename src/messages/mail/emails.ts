import { type ExpressionBuilder, type Selection, sql } from "kysely";
import { beginsWith } from "../../platform/database/begins-with.ts";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { EmailStatus, EmailsTable, Schema } from "../../platform/database/schema.ts";
import { loweredSpellingsOf } from "../../platform/email-address.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { type CustomerEmailKind, customerKinds } from "./sending/lanes.ts";
import type { ClaimedEmail } from "./sending/leases.ts";

/** Without the message's content, which is long. */
const listedColumns = [
  "email.id",
  "email.kind",
  "email.recipient",
  "email.status",
  "email.attempts",
  "email.next_attempt_at as nextAttemptAt",
  "email.message_id as messageId",
  "email.subject",
  "email.created_at as createdAt",
  "email.sent_at as sentAt",
] as const;

const attemptColumns = ["tried_at as triedAt", "outcome", "response"] as const;

/** An attempt to send an email. The columns are explained in src/platform/database/schema/messages.ts. */
type EmailAttempt = Selection<Schema, "email_tries", (typeof attemptColumns)[number]>;

/** An email to a customer with every attempt to send it, oldest first. */
export interface Email
  extends Omit<Selection<{ email: EmailsTable }, "email", (typeof listedColumns)[number]>, "kind"> {
  kind: CustomerEmailKind;
  /** Row number; null for an email with all links of a customer. */
  orderId: number | null;
  /** The order's ID as shown in the interfaces. */
  orderPublicId: string | null;
  vendorId: string | null;
  orderTitle: string | null;
  /** Since when the order is on hold; null if it is not. */
  orderHeldAt: Instant | null;
  /** Named as in the table and in v3; `attempts` is how often a worker took the email. */
  tries: EmailAttempt[];
}

/** Whether the email was stopped because its order is on hold. It is sent when the order is released. */
export const waitsForRelease = ({
  kind,
  status,
  orderHeldAt,
  tries,
}: Pick<Email, "kind" | "status" | "orderHeldAt" | "tries">): boolean =>
  kind === "delivery" && status === "cancelled" && orderHeldAt !== null && (tries.at(-1)?.triedAt ?? 0) >= orderHeldAt;

/** Null until the first attempt, and after the email's order was deleted. */
interface EmailContent {
  textBody: string | null;
  htmlBody: string | null;
}

/** Search criteria for an account's emails. All present criteria must match. */
interface EmailSearch {
  status?: EmailStatus | undefined;
  kind?: CustomerEmailKind | undefined;
  /** Row number of an order of the account. */
  orderId?: number | undefined;
  /** Row numbers of the orders that `text` names. */
  namedOrders?: number[];
  /** Addresses in their canonical form; emails to any of them match too. */
  recipients?: string[];
  /** A whole order id, a recipient's address in any spelling, or its beginning in any case. */
  text?: string | undefined;
}

/** The status of each order's newest delivery email, by the order's row number. */
export async function newestEmailStatuses(reader: Reader, orderIds: number[]): Promise<Map<number, EmailStatus>> {
  if (orderIds.length === 0) return new Map();
  const rows = await newestOfOrders(reader, { orders: JSON.stringify(orderIds) });
  return new Map(rows.map(({ orderId, status }) => [orderId, status]));
}

const newestOfOrders = prepared<{ orders: string }, { orderId: number; status: EmailStatus }>((db, { orders }) =>
  db
    .selectFrom("emails as email")
    .select("email.status")
    .select(({ ref }) => ref("email.order_id").$notNull().as("orderId"))
    .where("email.id", "in", (newest) =>
      newest
        .selectFrom("emails")
        .select(({ fn }) => fn.max("emails.id").as("id"))
        .where("emails.order_id", "in", valueSet(db, "integer", orders))
        .where("emails.kind", "=", "delivery")
        .groupBy("emails.order_id"),
    ),
);

/** Whether a newer email was or will be sent to the order's address, in any spelling. */
export async function hasNewerEmail(reader: Reader, { id, orderId }: ClaimedEmail, address: string): Promise<boolean> {
  const newer = await reader
    .selectFrom("emails")
    .select("id")
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("id", ">", id)
    .where(({ eb, and, or }) =>
      or([
        eb("status", "=", "queued"),
        and([
          eb("status", "in", ["sent", "kept", "bounced", "complained"]),
          eb(sql<string>`lower(recipient)`, "in", loweredSpellingsOf(address)),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

/** No order has this number. */
const noRow = 0;

/** One page of the emails found, newest first, and the total. */
export async function searchEmails(
  reader: Reader,
  accountId: number,
  { status, kind: wanted, orderId, namedOrders = [], recipients = [], text }: EmailSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ emails: Email[]; total: number }> {
  const kinds = wanted === undefined ? customerKinds : [wanted];
  const of = (kind: CustomerEmailKind) => {
    let found = reader.selectFrom("emails").where("account_id", "=", accountId).where("kind", "=", kind);
    if (status !== undefined) found = found.where("status", "=", status);
    if (orderId !== undefined) found = found.where("order_id", "=", orderId);
    if (text)
      found = found.where("id", "in", (emails) =>
        matches(emails, { reader, accountId, kind, text, namedOrders, recipients }),
      );
    return found;
  };
  // By kind, like the indexes: the newest of all are among the newest of each kind.
  const newest = (kind: CustomerEmailKind) =>
    reader
      .selectFrom(
        of(kind)
          .select("id")
          .orderBy("id", "desc")
          .limit(offset + limit)
          .as(kind),
      )
      .select("id");
  const [first, ...others] = kinds.map(newest) as [ReturnType<typeof newest>, ...ReturnType<typeof newest>[]];
  const newestOfAll = others.reduce((all, one) => all.unionAll(one), first);
  let total = 0;
  for (const kind of kinds) {
    const { count } = await of(kind)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    total += count;
  }
  const page = await reader
    .selectFrom(newestOfAll.as("newest"))
    .select("id")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const emails = await emailsByIds(
    reader,
    accountId,
    page.map(({ id }) => id),
  );
  return { emails, total };
}

/** The search text and its meanings. */
interface EmailText extends Required<Pick<EmailSearch, "namedOrders" | "recipients">> {
  reader: Reader;
  accountId: number;
  kind: CustomerEmailKind;
  text: string;
}

/**
 * Each of these has its own index, which one condition with "or" would not use.
 * Crosses domains: one search looks at addresses and order ids.
 */
function matches(
  { selectFrom }: ExpressionBuilder<Schema, "emails">,
  { reader, accountId, kind, text, namedOrders, recipients }: EmailText,
) {
  const addresses = [text.trim(), ...recipients].flatMap(loweredSpellingsOf);
  return selectFrom("emails as found")
    .select("found.id")
    .where("found.account_id", "=", accountId)
    .where("found.kind", "=", kind)
    .where(beginsWith("found.recipient", text))
    .union(
      selectFrom("emails as found")
        .innerJoin("orders as order", "order.id", "found.order_id")
        .select("found.id")
        .where("order.account_id", "=", accountId)
        .where("order.public_id", "=", text)
        .where("order.deleted_at", "is", null),
    )
    .union(
      selectFrom("emails as found")
        .select("found.id")
        .where("found.account_id", "=", accountId)
        .where("found.order_id", "in", [noRow, ...namedOrders]),
    )
    .union(
      selectFrom("emails as found")
        .select("found.id")
        .where("found.account_id", "=", accountId)
        .where("found.kind", "=", kind)
        .where(sql<string>`lower(found.recipient)`, "in", valueSet(reader, "text", JSON.stringify(addresses))),
    );
}

/** Throws `not_found`. */
export async function requireEmail(reader: Reader, accountId: number, id: number): Promise<Email> {
  const [email] = await emailsByIds(reader, accountId, [id]);
  if (!email) throw new DomainError("not_found", `There is no email ${id}.`);
  return email;
}

/** The content of a delivery email. */
export async function emailContent(reader: Reader, { id }: Email): Promise<EmailContent> {
  return reader
    .selectFrom("emails")
    .select(["text_body as textBody", "html_body as htmlBody"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** In the order of the numbers. Crosses domains: lists of emails show their order ids. */
export async function emailsByIds(reader: Reader, accountId: number, ids: number[]): Promise<Email[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom("emails as email")
    .leftJoin("orders as order", "order.id", "email.order_id")
    .select(listedColumns)
    .select([
      "order.id as orderId",
      "order.public_id as orderPublicId",
      "order.vendor_id as vendorId",
      "order.title as orderTitle",
      "order.held_at as orderHeldAt",
    ])
    .where("email.account_id", "=", accountId)
    .where("email.kind", "in", customerKinds)
    .$narrowType<{ kind: CustomerEmailKind }>()
    .where("email.id", "in", ids)
    .execute();
  const emails = new Map((await withTries(reader, rows)).map((email) => [email.id, email]));
  return ids.flatMap((id) => emails.get(id) ?? []);
}

/** Adds every attempt to send each of them, oldest first. */
async function withTries<Row extends { id: number }>(
  reader: Reader,
  rows: Row[],
): Promise<(Row & { tries: EmailAttempt[] })[]> {
  const attempts = await reader
    .selectFrom("email_tries")
    .select("email_id as emailId")
    .select(attemptColumns)
    .where("email_id", "in", rows.map(({ id }) => id).concat(0))
    .orderBy("id")
    .execute();
  const byEmail = Map.groupBy(attempts, ({ emailId }) => emailId);
  return rows.map((row) => ({ ...row, tries: byEmail.get(row.id) ?? [] }));
}

/** Emails whose content is read at once. */
const contentsAtOnce = 20;

/** The delivery emails of these orders (row numbers) with their content, oldest first, a few at a time. */
export async function* emailsOfOrders(
  reader: Reader,
  accountId: number,
  orderIds: number[],
): AsyncGenerator<(Email & EmailContent)[]> {
  const all = (await idsOfOrders(reader, { orderIds: JSON.stringify(orderIds) })).map(({ id }) => id);
  yield* emailsWithContent(reader, accountId, all);
}

/** These delivery emails (row numbers) with their content, a few at a time. */
export async function* emailsWithContent(
  reader: Reader,
  accountId: number,
  all: number[],
): AsyncGenerator<(Email & EmailContent)[]> {
  for (let start = 0; start < all.length; start += contentsAtOnce) {
    const ids = all.slice(start, start + contentsAtOnce);
    const contents = await contentsOf(reader, { ids: JSON.stringify(ids) });
    const byId = new Map(contents.map((content) => [content.id, content]));
    const emails = await emailsByIds(reader, accountId, ids);
    yield emails.flatMap((email) => {
      const content = byId.get(email.id);
      return content ? [{ ...email, ...content }] : [];
    });
  }
}

const idsOfOrders = prepared<{ orderIds: string }, { id: number }>((db, { orderIds }) =>
  db
    .selectFrom("emails")
    .select("id")
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .where("kind", "=", "delivery")
    .orderBy("id"),
);

const contentsOf = prepared<{ ids: string }, EmailContent & { id: number }>((db, { ids }) =>
  db
    .selectFrom("emails")
    .select(["id", "text_body as textBody", "html_body as htmlBody"])
    .where("id", "in", valueSet(db, "integer", ids)),
);

/** The emails about updates of these orders (row numbers), oldest first, with every attempt. Their content is not kept. */
export async function updateEmailsOf(
  reader: Reader,
  orderIds: number[],
): Promise<Omit<Email, "orderId" | "orderPublicId" | "vendorId" | "orderTitle" | "orderHeldAt">[]> {
  const rows = await reader
    .selectFrom("emails as email")
    .select(listedColumns)
    .where("order_id", "in", orderIds)
    .where("kind", "=", "announcement")
    .$narrowType<{ kind: "announcement" }>()
    .orderBy("email.id")
    .execute();
  return withTries(reader, rows);
}

/** The emails with all links to this address, in any spelling, oldest first. Their content is not kept. */
export function libraryEmailsTo(reader: Reader, accountId: number, address: string) {
  return reader
    .selectFrom("emails as email")
    .select(listedColumns)
    .where("account_id", "=", accountId)
    .where("kind", "=", "library")
    .where(sql<string>`lower(recipient)`, "in", loweredSpellingsOf(address))
    .orderBy("email.id")
    .execute();
}
