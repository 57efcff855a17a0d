import type { Selection } from "kysely";
import { hasBeenSentSince } from "../../../messages/mail/orders-without-email.ts";
import { recordEvents } from "../../../messages/webhooks/record-events.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { RenewalRequestsTable } from "../../../platform/database/schema.ts";
import type { Instant } from "../../../platform/instants.ts";

const requestColumns = [
  "request.id",
  "request.order_id as orderId",
  "request.reason",
  "request.message",
  "request.self_service as selfService",
  "request.created_at as createdAt",
  "request.granted_at as grantedAt",
  "request.declined_at as declinedAt",
] as const;

type CustomerRequest = Selection<{ request: RenewalRequestsTable }, "request", (typeof requestColumns)[number]>;

/** A request with the order's ID and customer. */
export interface RenewalRequest extends CustomerRequest {
  orderPublicId: string;
  vendorId: string | null;
  title: string;
  email: string;
  firstName: string;
  lastName: string;
}

export const renewalFilters = ["open", "all"] as const;
type RenewalFilter = (typeof renewalFilters)[number];

/**
 * One page of the account's requests, or of those for an order (row number), newest first, and their total number. Requests of
 * deleted orders no longer exist.
 */
export async function listRenewalRequests(
  reader: Reader,
  accountId: number,
  { status, orderId }: { status: RenewalFilter; orderId?: number | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ requests: RenewalRequest[]; total: number }> {
  let found = reader.selectFrom("renewal_requests as request").where("request.account_id", "=", accountId);
  if (orderId !== undefined) found = found.where("request.order_id", "=", orderId);
  if (status === "open") found = found.where("granted_at", "is", null).where("declined_at", "is", null);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const requests = await withOrder(found).orderBy("request.id", "desc").limit(limit).offset(offset).execute();
  return { requests, total };
}

/** Null if the account has no such request. */
export async function renewalRequestById(
  reader: Reader,
  accountId: number,
  id: number,
): Promise<RenewalRequest | null> {
  const found = reader
    .selectFrom("renewal_requests as request")
    .where("request.account_id", "=", accountId)
    .where("request.id", "=", id);
  return (await withOrder(found).executeTakeFirst()) ?? null;
}

/** The latest request of the order's customer; null if there is none. */
export async function newestRequest(reader: Reader, orderId: number): Promise<CustomerRequest | null> {
  const found = reader
    .selectFrom("renewal_requests as request")
    .select(requestColumns)
    .where("order_id", "=", orderId)
    .where("self_service", "=", 0)
    .orderBy("id", "desc");
  return (await found.limit(1).executeTakeFirst()) ?? null;
}

/** Every request of the orders' customers, newest first. */
export function renewalsOfOrders(reader: Reader, orderIds: number[]): Promise<CustomerRequest[]> {
  return ofOrders(reader, { orderIds: JSON.stringify(orderIds) });
}

const ofOrders = prepared<{ orderIds: string }, CustomerRequest>((db, { orderIds }) =>
  db
    .selectFrom("renewal_requests as request")
    .select(requestColumns)
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .orderBy("id", "desc"),
);

/** How often the order's customer has renewed it without approval. */
export async function selfServiceRenewals(reader: Reader, orderId: number): Promise<number> {
  const { count } = await reader
    .selectFrom("renewal_requests")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("order_id", "=", orderId)
    .where("self_service", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the order's customer is waiting for an answer. */
export async function hasOpenRequest(reader: Reader, orderId: number): Promise<boolean> {
  const open = reader
    .selectFrom("renewal_requests")
    .select("id")
    .where("order_id", "=", orderId)
    .where("granted_at", "is", null)
    .where("declined_at", "is", null);
  return (await open.executeTakeFirst()) !== undefined;
}

/** Whether the order's customer still has to be told that the store has granted a request: no delivery email went out since. */
export async function hasUntoldGrant(reader: Reader, orderId: number): Promise<boolean> {
  const { grantedAt = null } = (await newestRequest(reader, orderId)) ?? {};
  return grantedAt !== null && !(await hasBeenSentSince(reader, { orderId, since: grantedAt }));
}

/** Call when an order works again. Marks its customer's open request as granted. Returns whether there was one. */
export async function grantOpenRequest(tx: Tx, orderId: number, now: Instant): Promise<boolean> {
  const granted = await tx
    .updateTable("renewal_requests")
    .set({ granted_at: now })
    .where("order_id", "=", orderId)
    .where("granted_at", "is", null)
    .where("declined_at", "is", null)
    .returning(["id", "account_id as accountId"])
    .execute();
  await recordEvents(
    tx,
    granted.map(({ id, accountId }) => ({ accountId, kind: "renewal.granted", orderId, subjectId: id, at: now })),
  );
  return granted.length > 0;
}

/** Call when orders are deleted: requests contain their customers' words. */
export async function forgetRequests(tx: Tx, orderIds: number[]): Promise<void> {
  await forgetAll(tx, { orderIds: JSON.stringify(orderIds) });
}

const forgetAll = prepared<{ orderIds: string }, never>((db, { orderIds }) =>
  db.deleteFrom("renewal_requests").where("order_id", "in", valueSet(db, "integer", orderIds)),
);

function withOrder(found: ReturnType<typeof requestRows>) {
  return found
    .innerJoin("orders as order", "order.id", "request.order_id")
    .select(requestColumns)
    .select([
      "order.public_id as orderPublicId",
      "order.vendor_id as vendorId",
      "order.title",
      "order.email",
      "order.first_name as firstName",
    ])
    .select("order.last_name as lastName");
}

const requestRows = (reader: Reader) => reader.selectFrom("renewal_requests as request");
