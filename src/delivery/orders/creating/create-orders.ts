import { queueDeliveryEmails } from "../../../messages/mail/outbox.ts";
import type { Database, Tx } from "../../../platform/database/database.ts";
import { needsRowLocks } from "../../../platform/database/row-locks.ts";
import { SetWriter } from "../../../platform/database/set-writer.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import type { HoldRule } from "../../../store/accounts/hold-rules.ts";
import { type CountedOrder, countOrders } from "../../../store/statistics/count.ts";
import { countRevenue, type RevenueChange } from "../../../store/statistics/revenue.ts";
import type { Product } from "../../catalog/queries.ts";
import { assignKeys, lockForNewOrders, lockPools, stockedProducts, supplyOfProducts } from "../../licenses/pool.ts";
import { contentValues } from "../bundles/content-items.ts";
import type { RequestedContent } from "../bundles/contents.ts";
import { stopNewOrders } from "../changing/hold-and-revoke.ts";
import { remainingOf, usualAllowanceOf } from "../download-allowance.ts";
import { endProblems } from "../end-problems.ts";
import { giftProblems, noGift } from "../gifts/gift.ts";
import { leastRemaining } from "../least-remaining.ts";
import type { Order } from "../order-columns.ts";
import { recordNewOrders } from "../order-events.ts";
import { insertOrderHolds, type OrderHold } from "../order-holds.ts";
import { type OrderInput, orderProblems, type UnknownSku, withVisibleIds } from "../order-input.ts";
import { insertOrderItems, type NewItem, orderItemValues } from "../order-items.ts";
import { currencyOf, lockLines, type MatchedLines, type RequestedItem } from "../order-lines.ts";
import type { OrderWithItems } from "../queries.ts";
import { revenueOf } from "../revenue.ts";
import type { Supply } from "../state.ts";
import { statusProblems } from "../subscriptions/subscription-status.ts";
import { insertOrders, type NewOrderRow } from "./order-rows.ts";
import { orderValues } from "./order-values.ts";
import { applyRules } from "./rules-for-new.ts";

/** What happened to a requested delivery email; null if none was requested, or the order is empty. */
export type EmailOutcome = "queued" | "over_allowance" | null;

/**
 * An order that a caller creates in its account. With `hold`, it gets license keys and email only when it is released. With
 * `checksRules`, the store's rules may also put it on hold.
 */
interface NewOrder {
  account: Account;
  input: OrderInput & {
    source: Order["source"];
    sendEmail: boolean;
    unknownSku: UnknownSku;
    hold?: boolean;
    /** Its emails go to the store's owner, and it is not counted in statistics. */
    test?: boolean;
    checksRules?: boolean;
  };
  now: Instant;
}

/** A new order as stored. */
export interface CreatedOrder {
  order: OrderWithItems;
  email: EmailOutcome;
  /** What its items can deliver. */
  supply: Supply;
  /** The license keys by item's row number. May include other items. */
  keys: Map<number, string[]>;
  /** The rules that put it on hold. */
  heldBy: HoldRule[];
}

/** Creates orders durably. Rejects with an error of `createOrders` if an order is refused. */
export type OrderCreator = SetWriter<NewOrder, CreatedOrder>;

/** Simultaneous orders of an account share a transaction. */
export const openOrderCreator = (db: Pick<Database, "write" | "read">): OrderCreator =>
  new SetWriter(db, {
    groupOf: ({ account }) => account.id,
    // PostgreSQL works on one set while this process writes or answers another.
    setsAtOnce: needsRowLocks(db.read) ? 2 : 1,
    weightOf: ({ input }) => 1 + (input.lines?.length ?? 0),
    write: createOrders,
  });

/** Creates one order in the caller's transaction. Throws the refusal of `createOrders`. */
export async function createOrder(tx: Tx, order: NewOrder): Promise<CreatedOrder> {
  const [created] = await createOrders(tx, [order]);
  if (!created || created instanceof DomainError) throw created;
  return created;
}

/**
 * Creates orders of one account with their items and license keys, and queues their delivery emails, unless `sendEmail` is false
 * or the order is empty or on hold. All this happens in the caller's transaction. Resolves for each, in order, with the order or
 * the refusal: `invalid` for missing or invalid fields and, unless they are skipped, for unknown SKUs; `taken` if an ID is in
 * use.
 */
async function createOrders(tx: Tx, orders: NewOrder[]): Promise<(CreatedOrder | DomainError)[]> {
  const newest = orders.at(-1);
  if (!newest) return [];
  const accountId = newest.account.id;
  const lines = await lockLines(
    tx,
    accountId,
    orders.map(({ input }) => input.lines ?? []),
    lockForNewOrders,
  );
  const checked = orders.map((order, index) => check(order, lines[index] as MatchedLines));
  const accepted = checked.filter((one): one is CheckedOrder => !(one instanceof DomainError));
  await holdRuled(tx, accountId, accepted);
  const inserted = await insertOrders(tx, accountId, accepted);
  await stopNewOrders(
    tx,
    inserted.filter((row): row is Order => !(row instanceof DomainError)),
  );
  const rows = new Map(accepted.map((one, index) => [one, inserted[index] as Order | DomainError]));
  await insertOrderHolds(tx, accountId, orderHolds(rows));
  const written = await writeItems(tx, rows);
  const { supply, keys } = await assignKeysToNew(tx, [...written.values()], newest.now);
  await countOrders(tx, accountId, counted(written));
  await countRevenue(tx, accountId, earned(written));
  const emails = await queueEmails(tx, written);
  await recordNewOrders(tx, written, keys);
  return checked.map((one) => {
    if (one instanceof DomainError) return one;
    const order = written.get(one);
    if (!order) return rows.get(one) as DomainError;
    return { order, email: emails.get(order) ?? null, supply, keys, heldBy: one.heldBy };
  });
}

/** An order that breaks no rule. */
interface CheckedOrder extends NewOrderRow, NewOrder {
  items: RequestedItem[];
  heldBy: HoldRule[];
}

function check(order: NewOrder, { items, unmatched, wrong }: MatchedLines): CheckedOrder | DomainError {
  const { account, now } = order;
  const input = withVisibleIds(order.input);
  const linesRequired = input.unknownSku === "reject";
  try {
    rejectFields([
      ...orderProblems(input, { isNew: true, linesRequired }),
      ...giftProblems(input, noGift, now),
      ...endProblems(input, null, now),
      ...statusProblems(input, null, now),
      ...wrong,
      ...(linesRequired ? unmatched : []),
    ]);
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal;
    throw refusal;
  }
  // An ID sent by the caller is also the store's order ID.
  const vendorId = input.vendorId ?? input.id;
  const currency = input.currency ?? currencyOf(items);
  const stop = input.hold ? { heldAt: now, emailWaits: input.sendEmail } : undefined;
  const products = items.flatMap(({ product, contents }) => [product, ...contents.map((one) => one.product)]);
  const values = orderValues(account, { ...input, vendorId, currency, createdAt: now, stop }, products, now);
  return { ...order, id: input.id, values, items, heldBy: [] };
}

/** Puts orders on hold, before they are inserted, if the store's rules say so. */
async function holdRuled(tx: Tx, accountId: number, orders: CheckedOrder[]): Promise<void> {
  const checked = orders.filter(({ account, input }) => account.holdRules && input.checksRules && !input.hold);
  if (checked.length === 0) return;
  await applyRules(tx, accountId, checked);
  for (const { values, heldBy, input, now } of checked) {
    if (heldBy.length > 0) Object.assign(values, { heldAt: now, emailWaits: input.sendEmail ? 1 : 0 });
  }
}

function orderHolds(rows: Map<CheckedOrder, Order | DomainError>): OrderHold[] {
  return [...rows].flatMap(([{ heldBy: rules, now }, row]) =>
    rules.length === 0 || row instanceof DomainError ? [] : [{ orderId: row.id, rules, heldAt: now }],
  );
}

/** Writes the items of inserted orders, and returns the complete orders. */
async function writeItems(
  tx: Tx,
  rows: Map<CheckedOrder, Order | DomainError>,
): Promise<Map<CheckedOrder, OrderWithItems>> {
  const complete = new Map<CheckedOrder, OrderWithItems>();
  const items: { item: NewItem; product: Product; its: OrderWithItems; contents: RequestedContent[] }[] = [];
  for (const [checked, row] of rows) {
    if (row instanceof DomainError) continue;
    const order: OrderWithItems = { ...row, items: [], downloadCount: 0 };
    complete.set(checked, order);
    for (const requested of checked.items) {
      const item = orderItemValues(row, requested, checked.now);
      items.push({ item, product: requested.product, its: order, contents: requested.contents });
    }
  }
  const ids = await insertOrderItems(
    tx,
    items.map(({ item }) => item),
  );
  const number = <One extends { item: NewItem }>({ item, ...one }: One) => ({
    ...one,
    item: { ...item, id: ids.get(item.guid) as number },
  });
  const own = items.map(number);
  const held = own.flatMap(({ item, its, contents }) =>
    contents.map((content) => ({
      item: contentValues(its, content, item, item.createdAt),
      product: content.product,
      its,
      contents: [],
    })),
  );
  for (const [guid, id] of await insertOrderItems(
    tx,
    held.map(({ item }) => item),
  )) {
    ids.set(guid, id);
  }
  const numbered = [...own, ...held.map(number)];
  const least = await leastRemaining(
    tx,
    numbered.map(({ item }) => item),
  );
  for (const { item, product, its } of numbered) {
    const usual = remainingOf(usualAllowanceOf(item, its), 0);
    its.items.push({
      ...item,
      keysAssigned: 0,
      sku: product.sku,
      productName: product.name,
      coverSha256: product.coverSha256,
      revokedAt: null,
      downloadsRemaining: least.has(item.id) ? (least.get(item.id) ?? null) : usual,
    });
  }
  return complete;
}

/** Assigns license keys to the items of the orders. Returns the keys, and what the items can deliver. */
async function assignKeysToNew(
  tx: Tx,
  orders: OrderWithItems[],
  at: Instant,
): Promise<Pick<CreatedOrder, "supply" | "keys">> {
  const products = [...new Set(orders.flatMap(({ items }) => items.map(({ productId }) => productId)))];
  const { withFiles, withKeys, ...found } = await supplyOfProducts(tx, products);
  let { stocked } = found;
  if (needsRowLocks(tx) && withKeys.size > 0) {
    // Some products may have got their first key only after they were locked.
    await lockPools(tx, [...withKeys.keys()]);
    stocked = await stockedProducts(tx, [...withKeys.keys()]);
  }
  const items = orders.flatMap((order) => order.items);
  const due = orders.flatMap((order) => (order.heldAt === null && order.test === 0 ? order.items : []));
  const lacking = due.filter(({ productId }) => stocked.has(productId));
  const keys = await assignKeys(tx, lacking, at);
  for (const item of items) item.keysAssigned = keys.get(item.id)?.length ?? 0;
  return { supply: { withFiles, withKeys, partlyLeft: new Set() }, keys };
}

function* counted(orders: Map<CheckedOrder, OrderWithItems>): Generator<CountedOrder> {
  for (const [{ now }, { items, test }] of orders) {
    yield { at: now, productIds: [...new Set(items.map(({ productId }) => productId))], test: test === 1 };
  }
}

function* earned(orders: Map<CheckedOrder, OrderWithItems>): Generator<RevenueChange> {
  for (const [{ account }, order] of orders) {
    const revenue = revenueOf(account, order, order.items);
    if (revenue) yield revenue;
  }
}

async function queueEmails(
  tx: Tx,
  orders: Map<CheckedOrder, OrderWithItems>,
): Promise<Map<OrderWithItems, EmailOutcome>> {
  const requested = [...orders].filter(
    ([{ input }, { items, heldAt }]) => input.sendEmail && items.length > 0 && heldAt === null,
  );
  const newest = requested.at(-1);
  if (!newest) return new Map();
  // They share one daily allowance. Account and time come from the last request, because they are the newest.
  const [{ account, now }] = newest;
  const sent = requested.map(([, order]) => order);
  const outcomes = await queueDeliveryEmails(tx, account, sent, now);
  return new Map(sent.map((order, index) => [order, outcomes[index] ?? null]));
}
