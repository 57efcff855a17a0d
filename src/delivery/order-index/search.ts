import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { OrderState, OrderUsage, Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import { visibleText } from "../../platform/text.ts";
import { productBySku } from "../catalog/queries.ts";
import { whereExpired, whereOpen } from "../orders/expiration.ts";
import { liveOrders } from "../orders/live-rows.ts";
import { type Order, orderColumns } from "../orders/order-columns.ts";
import { newestFirst, ordersByIds } from "../orders/queries.ts";
import { writtenAddresses, writtenRecipients } from "../orders/reading/of-customer.ts";
import { hasUsage, searchEntries } from "./entry-lists.ts";
import {
  idsMatching,
  waitingForKeysOf,
  withEmail,
  withProduct,
  withRecipient,
  withSubscription,
  withVendorId,
} from "./matching.ts";
import { countIfMany, searchOrdersOfProduct, walk } from "./orders-of-product.ts";
import { createdBetween, type Days, newest, type OrderSort, sortColumns } from "./sorts.ts";

/** Search criteria for orders. All criteria that are present must match. */
export interface OrderSearch extends Days {
  status: "open" | "expired" | "all";
  state?: OrderState | undefined;
  /** All of them must apply. */
  usages?: OrderUsage[] | undefined;
  /** The whole email address, in any spelling. */
  email?: string | undefined;
  /** The whole email address, in any spelling, of the person who gets the order as a gift. */
  recipient?: string | undefined;
  /** Exactly this order ID of the store. */
  vendorId?: string | undefined;
  /** Exactly this ID of the subscription that pays. */
  subscriptionId?: string | undefined;
  /** Orders that contain the product with exactly this SKU. */
  sku?: string | undefined;
  /** Only orders with fewer license keys than units; with `sku`, of that product. */
  waitingForKeys?: boolean | undefined;
  /** A text to search for (`idsMatching`). */
  text?: string | undefined;
}

interface OrderPage {
  now: Instant;
  offset: number;
  limit: number;
  /** Default: newest first. */
  sort?: OrderSort | undefined;
}

/** Whether the search reads the index. If so, call `catchUpBriefly` first. */
export const readsIndex = (search: OrderSearch, sort: OrderSort) =>
  isInIndex(search) || sort.by !== "createdAt" || needsIndex(search, sort);

/** Whether only the index knows which orders match. */
export const isInIndex = ({ state, usages = [] }: Pick<OrderSearch, "state" | "usages">) =>
  state !== undefined || usages.length > 0;

/** The newest orders of a product, and their number, are found without the index if there are no other criteria. */
const needsIndex = ({ sku, from, to, ...search }: OrderSearch, sort: OrderSort) =>
  Boolean(sku) && (isInIndex(search) || sort.by !== "createdAt" || from !== undefined || to !== undefined);

/** One page of the orders found, and the total. */
export async function searchOrders(
  reader: Reader,
  accountId: number,
  search: OrderSearch,
  { sort = newest, ...page }: OrderPage,
): Promise<{ orders: Order[]; total: number }> {
  if (search.sku && isOfProduct(search)) {
    const product = await productBySku(reader, accountId, search.sku);
    if (!product) return { orders: [], total: 0 };
    if (needsIndex(search, sort)) return searchOrdersOfProduct(reader, product, search, { sort, ...page });
    const total = await countIfMany(reader, product);
    if (total !== null) return { orders: await walk(reader, product, {}, { sort, ...page }), total };
  }
  if (isNarrow(search)) return searchFew(reader, accountId, search, { sort, ...page });
  if (isInIndex(search) || sort.by !== "createdAt") return searchEntries(reader, accountId, search, { sort, ...page });
  return searchAll(reader, accountId, search, { sort, ...page });
}

/** Whether the search uses the index by product. */
const isOfProduct = ({ sku, status, ...search }: OrderSearch) =>
  [sku, status === "all"].every((given) => given) && !isNarrow(search);

type WholePage = OrderPage & { sort: OrderSort };
type Orders = ExpressionBuilder<Schema, "orders">;

/** Whether the search can use an index that finds few orders. */
export const isNarrow = ({
  email,
  recipient,
  vendorId,
  subscriptionId,
  sku,
  waitingForKeys,
  text,
}: Omit<OrderSearch, "status">) =>
  [email, recipient, vendorId, subscriptionId, sku, waitingForKeys, text].some((criterion) => criterion);

/** Reads all orders in their sequence, up to the end of the page. */
async function searchAll(reader: Reader, accountId: number, search: OrderSearch, page: WholePage) {
  const found = withStatus(liveOrders(reader), search, page.now)
    .where("account_id", "=", accountId)
    .where(createdBetween(search));
  const { descending } = page.sort;
  return pageOf(found, newestFirst(found.select(orderColumns), { oldestFirst: !descending }), page);
}

/**
 * Looks up a few orders by their row numbers. With an index on the account, the database would scan all of its orders.
 */
async function searchFew(reader: Reader, accountId: number, search: OrderSearch, page: WholePage) {
  const found = withStatus(liveOrders(reader), search, page.now)
    .where(sql<number>`account_id + 0`, "=", accountId)
    .where(createdBetween(search))
    .where(await matching(reader, accountId, search));
  const { by, descending } = page.sort;
  // One pass finds the page and the total: very many orders can begin with a text.
  const counted = found.select("id").select(({ fn }) => fn.countAll<number>().over().as("total"));
  const direction = descending ? "desc" : "asc";
  const sorted =
    by === "createdAt"
      ? newestFirst(counted, { walk: false, oldestFirst: !descending })
      : counted.orderBy(entryValue(sortColumns[by]), direction).orderBy("id", direction);
  const rows = await sorted.limit(page.limit).offset(page.offset).execute();
  const [first] = rows;
  // Beyond the last page, no row has the total.
  const total = first === undefined && page.offset > 0 ? await countOf(found) : Number(first?.total ?? 0);
  const ids = rows.map(({ id }) => id);
  return { orders: await ordersByIds(reader, ids), total };
}

/** For a condition: all criteria except the status and the days. */
export async function matching(
  reader: Reader,
  accountId: number,
  { email, recipient, vendorId, subscriptionId, sku, waitingForKeys, text, state, usages = [] }: OrderSearch,
) {
  const written = email ? await writtenAddresses(reader, accountId, email) : [];
  const recipients = recipient ? await writtenRecipients(reader, accountId, recipient) : [];
  return (orders: Orders) => {
    const among = (ids: Expression<{ id: number }>) => sql<boolean>`${sql.ref("orders.id")} in ${ids}`;
    const criteria: Expression<SqlBool>[] = [];
    if (email) criteria.push(among(withEmail(orders, accountId, { reader, email, written })));
    if (recipient) criteria.push(among(withRecipient(orders, accountId, { reader, recipient, written: recipients })));
    if (vendorId) criteria.push(among(withVendorId(orders, accountId, vendorId)));
    if (subscriptionId) criteria.push(among(withSubscription(orders, accountId, [visibleText(subscriptionId)])));
    if (waitingForKeys) {
      criteria.push(among(waitingForKeysOf(orders, accountId, sku)));
      criteria.push(orders("held_at", "is", null), orders("revoked_at", "is", null), orders("test", "=", 0));
    } else if (sku) criteria.push(among(withProduct(orders, accountId, sku)));
    if (text) criteria.push(among(idsMatching(orders, accountId, text)));
    if (state) criteria.push(hasState(state)(orders));
    for (const usage of usages) criteria.push(hasUsage("orders.id", usage));
    return orders.and(criteria);
  };
}

/** For a condition: the index has the order with this state. */
const hasState =
  (state: OrderState) =>
  ({ exists, selectFrom }: Orders) =>
    exists(
      selectFrom("order_index as entry")
        .select("entry.order_id")
        .whereRef("entry.order_id", "=", "orders.id")
        .where("entry.state", "=", state),
    );

const entryValue =
  (column: (typeof sortColumns)[keyof typeof sortColumns]) =>
  ({ selectFrom }: Orders) =>
    selectFrom("order_index as entry").select(`entry.${column}`).whereRef("entry.order_id", "=", "orders.id");

type Found<Row> = SelectQueryBuilder<Schema, "orders", Row>;

function withStatus(found: Found<object>, { status }: OrderSearch, now: Instant): Found<object> {
  if (status === "expired") return found.where(whereExpired(now));
  return status === "open" ? found.where(whereOpen(now)) : found;
}

async function pageOf(found: Found<object>, list: Found<Order>, { offset, limit }: OrderPage) {
  const total = await countOf(found);
  return { orders: await list.limit(limit).offset(offset).execute(), total };
}

async function countOf(found: Found<object>): Promise<number> {
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count;
}
