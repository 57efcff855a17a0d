import type { Account } from "../../src/accounts/accounts.ts";
import { accountUrl } from "../../src/accounts/address.ts";
import type { Context } from "../../src/context.ts";
import type { Order } from "../../src/orders/orders.ts";
import { grantRenewal, listRenewalRequests, requestRenewal } from "../../src/orders/renewals.ts";

const hour = 3_600_000;

/** Two customers whose links have expired ask for new ones before `now`: one was given them, one still waits. */
export async function askForRenewals(
  { config, db }: Context,
  account: Account,
  orders: { order: Order }[],
  now: number,
): Promise<void> {
  const expired = orders.map(({ order }) => order).filter((order) => (order.expires_at ?? now) < now - 4 * 24 * hour);
  const [granted, waiting] = expired.slice(-2);
  if (!granted || !waiting) throw new Error("No order has expired.");
  const link = `${accountUrl(config.url, account)}/admin/renewals`;
  const ask = ({ guid }: Order, message: string, at: number) =>
    db.write((tx) => requestRenewal(tx, account, { orderGuid: guid, message, link }, at));
  await ask(granted, "I have a new laptop and would like to put everything on it.", now - 70 * hour);
  const { requests } = await listRenewalRequests(db.read, account.id, "open", { offset: 0, limit: 1 });
  for (const { id } of requests) await db.write((tx) => grantRenewal(tx, account, id, now - 66 * hour));
  await ask(
    waiting,
    "My computer broke before I had saved the files. Could I have the link once more?",
    now - 5 * hour,
  );
}
