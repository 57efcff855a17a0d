import type { Context } from "../../src/context.ts";
import type { Order } from "../../src/delivery/orders/order-columns.ts";
import { listRenewalRequests } from "../../src/delivery/orders/renewals/renewal-requests.ts";
import { grantRenewal, requestRenewal } from "../../src/delivery/orders/renewals/renewals.ts";
import { type Instant, instant } from "../../src/platform/instants.ts";
import type { Account } from "../../src/store/accounts/accounts.ts";
import { peopleUrl } from "../../src/store/accounts/address.ts";

const hour = 3_600_000;

interface RenewalEvent {
  /** Milliseconds since 1970. */
  at: Instant;
  /** `orders` are those until then. */
  happen(context: Context, account: Account, orders: { order: Order }[]): Promise<void>;
}

/** Two customers whose links have expired ask for new ones before `now`: one was given them, one still waits. */
export function renewalsBefore(now: Instant): RenewalEvent[] {
  const expired = (orders: { order: Order }[]) =>
    orders.map(({ order }) => order).filter((order) => (order.expiresAt ?? now) < now - 4 * 24 * hour);
  const asked = (place: number, message: string, at: Instant): RenewalEvent => ({
    at,
    async happen({ config, db }, account, orders) {
      const order = expired(orders).at(place);
      if (!order) throw new Error("No order has expired.");
      const base = peopleUrl(config.url, account);
      await db.write((tx) => requestRenewal(tx, account, { orderGuid: order.guid, message, base }, at));
    },
  });
  const grantedAt = instant(now - 66 * hour);
  return [
    asked(-2, "I have a new laptop and would like to put everything on it.", instant(now - 70 * hour)),
    {
      at: grantedAt,
      async happen({ db }, account) {
        const { requests } = await listRenewalRequests(
          db.read,
          account.id,
          { status: "open" },
          { offset: 0, limit: 1 },
        );
        for (const { id } of requests) await db.write((tx) => grantRenewal(tx, account, id, grantedAt));
      },
    },
    asked(
      -1,
      "My computer broke before I had saved the files. Could I have the link once more?",
      instant(now - 5 * hour),
    ),
  ];
}
