import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { ordersByIds } from "../orders/queries.ts";
import { customerStateOf, type Delivery } from "../orders/reading/customer-view.ts";
import { hasUntoldGrant } from "../orders/renewals/renewal-requests.ts";
import { renewalState } from "../orders/renewals/renewals.ts";

/** The delivery with what its email says of a renewal: that the store has granted one, or what the customer can do. */
export async function withRenewal(
  reader: Reader,
  { account, delivery, orderId }: { account: Account; delivery: Delivery; orderId: number },
  now: Instant,
): Promise<Delivery> {
  const state = customerStateOf(delivery, now);
  if (state !== "expired" && state !== "used_up") {
    return { ...delivery, isRenewed: await hasUntoldGrant(reader, orderId) };
  }
  const [order] = await ordersByIds(reader, [orderId]);
  const { kind } = order ? await renewalState(reader, account, order, now) : { kind: "ask" };
  return { ...delivery, renewal: kind === "renew" || kind === "ended" ? kind : "ask" };
}
