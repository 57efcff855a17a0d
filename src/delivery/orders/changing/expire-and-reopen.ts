import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { endingAt, endsOf } from "../expiration.ts";
import { lockOrder } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { resetAllowances } from "../order-items.ts";
import { grantAndTell } from "../renewals/renewal-grant.ts";
import { changeOrder } from "./change-order.ts";
import { currentDefault } from "./reset-ends.ts";

/** Expires the order now. Throws `not_found`. */
export async function expireOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<Order> {
  const order = await lockOrder(tx, account.id, id);
  return changeOrder(tx, order, endsOf(endingAt(now), order.accessUntil));
}

/**
 * Resets the expiration to the current default of its products and account, resets the downloads of every file, and
 * grants its customer's open request, with an email. Throws `not_found`.
 */
export async function reopenOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<Order> {
  const order = await lockOrder(tx, account.id, id);
  await resetAllowances(tx, order.id);
  const reopened = await changeOrder(tx, order, await currentDefault(tx, account, order, now));
  await grantAndTell(tx, account, reopened, now);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  return reopened;
}
