import { orderByGuid } from "../../delivery/orders/queries.ts";
import { type Delivery, isUsedUp } from "../../delivery/orders/reading/customer-view.ts";
import { renewalReason } from "../../delivery/orders/renewals/renewal-grant.ts";
import { renewalState, requestRenewal } from "../../delivery/orders/renewals/renewals.ts";
import { orderPath } from "../../platform/customer-paths.ts";
import type { Reader } from "../../platform/database/database.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { comesLast, type RenewalOffer, renewalAnchor, renewedAnchor } from "../pages/renewal.tsx";
import type { DeliveryServices } from "./deliver-file.ts";
import { formIn } from "./form.ts";
import { requireDelivery } from "./links.ts";
import { redirect, sentence } from "./respond.ts";

/** What the customer can do about downloads that no longer work; null if all of them work. */
export async function renewalOf(
  reader: Reader,
  account: Account,
  delivery: Delivery,
  now: Instant,
): Promise<RenewalOffer | null> {
  const reason = renewalReason(delivery, now);
  const order = reason && (await orderByGuid(reader, account.id, delivery.guid));
  if (!reason || !order) return null;
  return {
    orderGuid: order.guid,
    reason,
    allUsedUp: isUsedUp(delivery.items),
    waitsForKeys: delivery.items.some(({ keysDue }) => keysDue > 0),
    state: await renewalState(reader, account, order, now),
  };
}

/** Carries out the form's action and redirects to the order's page, which shows the result. */
export async function answerRenewal(
  services: DeliveryServices,
  request: Request,
  account: Account,
  orderGuid: string,
): Promise<Response> {
  const form = await formIn(request);
  if (form === null) return sentence(413, "The message is too long.");
  const message = form.get("message") ?? "";
  const base = services.peopleUrl(account);
  const now = instantNow();
  await services.db.write((tx) => requestRenewal(tx, account, { orderGuid, message, base }, now));
  const { read } = services.db;
  const offer = await renewalOf(read, account, await requireDelivery(read, account.id, orderGuid), now);
  if (!offer) return redirect(303, `${orderPath(orderGuid)}?${renewedAnchor}#${renewedAnchor}`);
  return redirect(303, orderPath(orderGuid) + (comesLast(offer) ? `#${renewalAnchor}` : ""));
}
