import type { Tx } from "../../../platform/database/database.ts";
import { lockNames } from "../../../platform/database/lock-name.ts";
import { hourMilliseconds } from "../../../platform/days.ts";
import { canonicalEmail } from "../../../platform/email-address.ts";
import { type Instant, instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { type HoldRule, type HoldRules, noHoldRules } from "../../../store/accounts/hold-rules.ts";
import type { OrderValues } from "../order-columns.ts";
import { priceIn, type RequestedItem } from "../order-lines.ts";
import { countRecentOrders } from "../reading/of-customer.ts";
import { totalOf } from "../total.ts";

/** A new order that rules may hold. */
interface RuledOrder {
  account: Account;
  now: Instant;
  values: OrderValues;
  items: RequestedItem[];
  heldBy: HoldRule[];
}

/**
 * Finds the store's rules that hold these new orders of one account, before they are inserted, and writes them to `heldBy`. For
 * the rule about many orders, other orders of the same customers wait until the transaction ends, so that none is missed.
 */
export async function applyRules(tx: Tx, accountId: number, orders: RuledOrder[]): Promise<void> {
  const counted = orders.filter(({ account }) => account.holdRules?.manyOrders);
  await lockNames(
    tx,
    counted.map(({ values }) => `orders of ${accountId} ${canonicalEmail(values.email)}`),
  );
  /** Earlier orders in the same set, by the customer's address. */
  const earlier = new Map<string, number>();
  for (const order of orders) {
    const rules = order.account.holdRules ?? noHoldRules;
    const address = canonicalEmail(order.values.email);
    const before = earlier.get(address) ?? 0;
    earlier.set(address, before + 1);
    if (exceedsTotal(rules, order)) order.heldBy.push("total");
    if (order.values.country !== null && rules.countries.includes(order.values.country)) order.heldBy.push("countries");
    if (isInDomains(rules, address)) order.heldBy.push("emailDomains");
    if (await hasMany(tx, rules, order, before)) order.heldBy.push("manyOrders");
  }
}

function exceedsTotal({ total: rule }: HoldRules, { account, values, items }: RuledOrder): boolean {
  const currency = values.currency ?? account.currency;
  if (rule === null || currency !== rule.currency) return false;
  const priced = items.map(({ product, price = priceIn(currency, product), quantity }) => ({
    price,
    quantity: quantity ?? 1,
  }));
  return (totalOf(priced) ?? 0) > rule.above;
}

function isInDomains({ emailDomains }: HoldRules, address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return emailDomains.some((one) => domain === one || domain.endsWith(`.${one}`));
}

async function hasMany(
  tx: Tx,
  { manyOrders: rule }: HoldRules,
  { account, values, now }: RuledOrder,
  earlier: number,
): Promise<boolean> {
  if (rule === null) return false;
  const since = instant(now - rule.hours * hourMilliseconds);
  const stored = await countRecentOrders(tx, account.id, values.email, { since, upTo: rule.moreThan });
  return stored + earlier + 1 > rule.moreThan;
}
