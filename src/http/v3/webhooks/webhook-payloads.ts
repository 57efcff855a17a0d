import { requireProductById } from "../../../delivery/catalog/product-lookup.ts";
import { downloadById } from "../../../delivery/downloads/queries.ts";
import { licenseById } from "../../../delivery/license-checks/find-license.ts";
import { countDevices } from "../../../delivery/licenses/devices.ts";
import { deletedOrders } from "../../../delivery/orders/deleting/ids-of-deleted.ts";
import { ordersByIds } from "../../../delivery/orders/queries.ts";
import { requireRenewalRequest } from "../../../delivery/orders/renewals/renewals.ts";
import { paymentById } from "../../../delivery/orders/subscriptions/payments.ts";
import { requireEmail } from "../../../messages/mail/emails.ts";
import type { DescribeEvents, PendingEvent } from "../../../messages/webhooks/hand-over.ts";
import type { EventKind } from "../../../messages/webhooks/kinds.ts";
import type { Database } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import { instantNow } from "../../../platform/instants.ts";
import { type Account, accountById } from "../../../store/accounts/accounts.ts";
import { presentFailing, presentShopOrder } from "../connections/present-connection.ts";
import { presentEmail } from "../mail/emails.ts";
import { presentDownloads } from "../orders/downloads.ts";
import { presentPayment } from "../orders/payment-schemas.ts";
import { type PresentedOrder, presentInBatches, presentOrderId } from "../orders/present-order.ts";
import { presentRequest } from "../orders/renewal-requests.ts";
import { presentProduct } from "../products/present-product.ts";
import { writeBody } from "./webhook-body.ts";

interface PayloadServices {
  db: Pick<Database, "read" | "scan">;
  /** Full base address of an account. */
  accountUrl(account: Account): string;
}

interface Describing {
  db: Pick<Database, "read" | "scan">;
  account: Account;
  /** The live orders that the events are about, by row number. */
  orders: Map<number, PresentedOrder>;
  secrets: boolean;
}

/** The `data` of an event; null if its subject was deleted. */
type Data = (context: Describing, event: PendingEvent & { subjectId: number }) => Promise<object | null>;

const order: Data = async ({ orders, secrets }, { orderId }) => {
  const found = orders.get(orderId ?? 0);
  if (!found) return null;
  return secrets ? found : { ...found, download_url: null, order_items: found.order_items.map(withoutSecrets) };
};

const withoutSecrets = (item: PresentedOrder["order_items"][number]) => ({
  ...item,
  download_url: null,
  license_keys: [],
});

const email: Data = async ({ db, account, orders }, { orderId, subjectId }) => {
  if (!orders.has(orderId ?? 0)) return null;
  // Stores may erase the content of emails before webhooks about them are removed.
  return { ...presentEmail(await requireEmail(db.read, account.id, subjectId)), subject: null };
};

const download: Data = async ({ db, account, orders }, { orderId, subjectId }) => {
  if (orderId !== null && !orders.has(orderId)) return null;
  const found = await downloadById(db.read, account.id, subjectId);
  if (!found) return null;
  const [presented] = await presentDownloads(db.read, [found]);
  // Personal data that stores may make anonymous later.
  return { ...presented, ip_address: null, user_agent: null };
};

const assignedKeys: Data = async ({ orders, secrets }, { orderId, subjectId }) => {
  const its = orders.get(orderId ?? 0);
  const item = its?.order_items.find(({ id }) => id === subjectId);
  if (!its || !item) return null;
  return { order_id: its.id, vendor_id: its.vendor_id, order_item: secrets ? item : withoutSecrets(item) };
};

const pool: Data = async ({ db, account }, { subjectId }) => {
  const product = await requireProductById(db.read, account.id, subjectId);
  // Without a base address, because no field with an address is sent.
  const presented = await presentProduct(db, product, { account, url: "" });
  const { id, sku, name, license_keys_available, orders_waiting_for_keys } = presented;
  return { id, sku, name, license_keys_available, orders_waiting_for_keys };
};

const license: Data = async ({ db, account, orders }, { orderId, subjectId }) => {
  const its = orders.get(orderId ?? 0);
  const found = its && (await licenseById(db.read, account.id, subjectId));
  if (!found) return null;
  const { used } = await countDevices(db.read, found.id);
  return {
    order_id: its.id,
    vendor_id: its.vendor_id,
    order_item_id: found.orderItemId,
    license_key_id: found.id,
    product_sku: found.sku,
    devices: { used, limit: found.deviceLimit },
  };
};

const renewal: Data = async ({ db, account, orders }, { orderId, subjectId }) => {
  if (!orders.has(orderId ?? 0)) return null;
  return presentRequest(await requireRenewalRequest(db.read, account.id, subjectId));
};

const deletedOrder: Data = async ({ db }, { orderId }) => {
  const [found] = await deletedOrders(db.read, [orderId ?? 0]);
  return found ? { id: presentOrderId(found.publicId), vendor_id: found.vendorId } : null;
};

const renewed: Data = async ({ db, account, orders }, { orderId, subjectId }) => {
  const its = orders.get(orderId ?? 0);
  const payment = its && (await paymentById(db.read, account.id, subjectId));
  return payment ? { ...subscriptionOf(its), payment: presentPayment(payment) } : null;
};

const subscription: Data = async ({ orders }, { orderId }) => {
  const its = orders.get(orderId ?? 0);
  return its ? subscriptionOf(its) : null;
};

const subscriptionOf = ({ id, vendor_id, subscription_id, access_until }: PresentedOrder) => ({
  order_id: id,
  vendor_id,
  subscription_id,
  access_until,
});

const shopOrder: Data = ({ db, account }, { subjectId }) => presentShopOrder(db.read, account.id, subjectId);

const failedConnection: Data = ({ db }, { subjectId, at }) => presentFailing(db.read, subjectId, at);

const dataOf: Record<EventKind, Data> = {
  "order.created": order,
  "order.updated": order,
  "order.expired": order,
  "order.revoked": order,
  "order.deleted": deletedOrder,
  "email.sent": email,
  "email.failed": email,
  "email.bounced": email,
  "email.complained": email,
  "download.counted": download,
  "download.limit_reached": download,
  "license_key.assigned": assignedKeys,
  "license_key.pool_low": pool,
  "license_key.pool_empty": pool,
  "license.activated": license,
  "license.deactivated": license,
  "renewal.requested": renewal,
  "renewal.granted": renewal,
  "renewal.declined": renewal,
  "subscription.renewed": renewed,
  "subscription.payment_failed": subscription,
  "subscription.ended": subscription,
  "connection.order_unmatched": shopOrder,
  "connection.failed": failedConnection,
};

/** Writes the bodies of events, with the present objects of v3. Events about deleted objects have none. */
export function eventDescription({ db, accountUrl }: PayloadServices): DescribeEvents {
  return async (accountId, events, { secrets }) => {
    const bodies = new Map<number, string>();
    const account = await accountById(db.read, accountId);
    if (!account) return bodies;
    const orders = await presentedOrders({ db, account, url: accountUrl(account) }, events);
    for (const event of events) {
      const subject = { ...event, subjectId: event.subjectId ?? 0 };
      const data = await dataOf[event.kind]({ db, account, orders, secrets }, subject).catch(noneIfGone);
      if (data) bodies.set(event.id, writeBody(event.kind, event.at, data));
    }
    return bodies;
  };
}

function noneIfGone(error: unknown): null {
  if (error instanceof DomainError && error.code === "not_found") return null;
  throw error;
}

async function presentedOrders(
  { db, account, url }: { db: Pick<Database, "read">; account: Account; url: string },
  events: PendingEvent[],
): Promise<Map<number, PresentedOrder>> {
  const ids = new Set(events.flatMap(({ orderId }) => orderId ?? []));
  const found = await ordersByIds(db.read, [...ids]);
  const presented = new Map<number, PresentedOrder>();
  let index = 0;
  for await (const batch of presentInBatches(db.read, found, { account, url, now: instantNow() })) {
    for (const one of batch) presented.set(found[index++]?.id ?? 0, one);
  }
  return presented;
}
