import { accountsToTell, inWords, takeUntold } from "../../delivery/orders/order-holds.ts";
import { orderName } from "../../delivery/orders/reading/customer-view.ts";
import { queueHeldOrders } from "../../messages/mail/account-outbox.ts";
import { adminLink } from "../../platform/admin-links.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { accountById } from "../../store/accounts/accounts.ts";
import { peopleUrl, type ServiceUrl } from "../../store/accounts/address.ts";
import { takeTurnToTell } from "../../store/accounts/hold-rules.ts";

interface HoldContext {
  db: Database;
  log: Log;
  url: ServiceUrl;
  stopping: AbortSignal;
}

/** Most orders that one email names. */
const mostNamed = 5;

/** Queues an email to each store with orders on hold that it has not been told about, at most one an hour. */
export async function tellOfHeldOrders({ db, log, url, stopping }: HoldContext, now: Instant): Promise<void> {
  for (const accountId of await accountsToTell(db.read)) {
    if (stopping.aborted) return;
    try {
      const account = await accountById(db.read, accountId);
      if (!account) continue;
      const base = peopleUrl(url, account);
      await db.write(async (tx) => {
        if (!(await takeTurnToTell(tx, accountId, now))) return;
        const orders = await takeUntold(tx, accountId);
        if (orders.length === 0) return;
        const named = orders.slice(0, mostNamed).map(({ publicId, vendorId, title, rules }) => ({
          name: `Order ${orderName({ publicId, vendorId, title })}`,
          url: adminLink(base, `/orders/${encodeURIComponent(publicId)}`),
          facts: [inWords(rules)],
        }));
        const link = adminLink(base, "/orders?state=on_hold");
        await queueHeldOrders(tx, account, { orders: named, count: orders.length, link }, now);
      });
    } catch (error) {
      log.error({ err: error, account: accountId }, "could not tell a store of orders on hold; will try again");
    }
  }
}
