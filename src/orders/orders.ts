import type { Account } from "../accounts/accounts.ts";
import { randomIdentifier } from "../accounts/credentials.ts";
import { isUniqueViolation, type Reader, type Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import { cancelEmails, queueDeliveryEmail } from "../mail/outbox.ts";
import { takeOrderNumber } from "./numbering.ts";
import { type OrderInput, orderProblems } from "./order-input.ts";
import { insertOrderItems, matchLines, replaceOrderItems } from "./order-items.ts";
import { type Order, orderByPublicId } from "./queries.ts";

export {
  listOrders,
  type Order,
  type OrderFilter,
  type OrderItem,
  type OrderWithItems,
  orderByGuid,
  orderByItemGuid,
  orderByPublicId,
  orderFilters,
  withItems,
} from "./queries.ts";

/** What became of the delivery email that an operation asked for; null when it asked for none. */
export type EmailOutcome = "queued" | "over_allowance" | null;

/**
 * Creates an order with its items and, unless `sendEmail` is false, queues its delivery email, all in the caller's
 * transaction. Throws `invalid` for missing or wrong fields and unknown SKUs, `taken` when the id is in use.
 */
export async function createOrder(
  tx: Tx,
  account: Account,
  input: OrderInput & { source: Order["source"]; sendEmail: boolean },
  now: number,
): Promise<{ order: Order; email: EmailOutcome }> {
  const { items, unmatched } = await matchLines(tx, account.id, input.lines ?? []);
  rejectFields([...orderProblems(input, { isNew: true }), ...unmatched]);
  const values = {
    account_id: account.id,
    guid: randomIdentifier(),
    title: input.title ?? "",
    first_name: input.firstName ?? "",
    last_name: input.lastName ?? "",
    email: input.email ?? "",
    source: input.source,
    expires_at: input.expiresAt ?? defaultExpiration(account, now),
    download_limit: input.downloadLimit ?? account.download_limit_per_item,
    created_at: now,
    deleted_at: null,
  };
  const order = await insertOrder(tx, values, input.id);
  await insertOrderItems(tx, order.id, items, now);
  const email = input.sendEmail ? await queueDeliveryEmail(tx, account, order, now) : null;
  return { order, email };
}

/**
 * Changes what is present and, when `sendEmail` is true, queues the delivery email. Throws `not_found`, `invalid`,
 * or `taken` when the new id is in use.
 */
export async function updateOrder(
  tx: Tx,
  account: Account,
  id: string,
  input: OrderInput & { sendEmail: boolean },
  now: number,
): Promise<{ order: Order; email: EmailOutcome }> {
  const before = await lockOrder(tx, account.id, id);
  const matched = input.lines && (await matchLines(tx, account.id, input.lines));
  rejectFields([...orderProblems(input, { isNew: false }), ...(matched?.unmatched ?? [])]);
  const order = await changeOrder(tx, before, {
    public_id: input.id ?? before.public_id,
    title: input.title ?? before.title,
    first_name: input.firstName ?? before.first_name,
    last_name: input.lastName ?? before.last_name,
    email: input.email ?? before.email,
    expires_at: input.expiresAt ?? before.expires_at,
    download_limit: input.downloadLimit ?? before.download_limit,
  });
  if (matched) await replaceOrderItems(tx, order.id, matched.items, now);
  const email = input.sendEmail ? await queueDeliveryEmail(tx, account, order, now) : null;
  return { order, email };
}

/**
 * Deletes the order: its links lead nowhere, its queued emails are not sent, its customer's data is gone. Recorded
 * downloads stay. Throws `not_found`.
 */
export async function deleteOrder(tx: Tx, account: Account, id: string, now: number): Promise<void> {
  const order = await lockOrder(tx, account.id, id);
  await changeOrder(tx, order, { deleted_at: now, title: "", first_name: "", last_name: "", email: "" });
  await tx
    .updateTable("order_items")
    .set({ removed_at: now })
    .where("order_id", "=", order.id)
    .where("removed_at", "is", null)
    .execute();
  await cancelEmails(tx, order.id);
}

/** Expires the order now. Throws `not_found`. */
export async function expireOrder(tx: Tx, account: Account, id: string, now: number): Promise<void> {
  const order = await lockOrder(tx, account.id, id);
  await changeOrder(tx, order, { expires_at: now });
}

/**
 * Sets the expiration date by the three rules of interface.md section 4 (send_email), then queues the delivery
 * email. Throws `not_found`.
 */
export async function sendOrderEmail(
  tx: Tx,
  account: Account,
  id: string,
  options: { resetExpiration: boolean; expiresAt: number | undefined },
  now: number,
): Promise<"queued" | "over_allowance"> {
  const before = await lockOrder(tx, account.id, id);
  const reset = options.resetExpiration ? defaultExpiration(account, now) : before.expires_at;
  const order = await changeOrder(tx, before, { expires_at: options.expiresAt ?? reset });
  return queueDeliveryEmail(tx, account, order, now);
}

/** Throws `not_found`. */
export async function requireOrder(reader: Reader, accountId: number, id: string): Promise<Order> {
  const order = await orderByPublicId(reader, accountId, id);
  if (!order) throw notFound(id);
  return order;
}

/** An update that changes nothing holds the row on both databases until the transaction ends. */
async function lockOrder(tx: Tx, accountId: number, id: string): Promise<Order> {
  const order = await tx
    .updateTable("orders")
    .set(({ ref }) => ({ public_id: ref("public_id") }))
    .where("account_id", "=", accountId)
    .where("public_id", "=", id)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!order) throw notFound(id);
  return order;
}

function defaultExpiration(account: Account, now: number): number | null {
  const hours = account.order_expiration_in_hours;
  return hours === null ? null : now + hours * 3_600_000;
}

type OrderValues = Omit<Order, "id" | "public_id">;

async function insertOrder(tx: Tx, values: OrderValues, id: string | undefined): Promise<Order> {
  // A number may have been taken by a caller's own id; the next one is tried.
  for (;;) {
    const public_id = id ?? (await takeOrderNumber(tx, values.account_id));
    const order = await tx
      .insertInto("orders")
      .values({ ...values, public_id })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (order) return order;
    if (id !== undefined) throw idTaken(id);
  }
}

async function changeOrder(tx: Tx, order: Order, changes: Partial<Order>): Promise<Order> {
  try {
    const updated = tx.updateTable("orders").set(changes).where("id", "=", order.id).returningAll();
    return await updated.executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error)) throw idTaken(changes.public_id ?? order.public_id);
    throw error;
  }
}

const notFound = (id: string) => new DomainError("not_found", `There is no order with the id ${id}.`);

const idTaken = (id: string) => new DomainError("taken", `The order id ${id} is taken by another order.`);
