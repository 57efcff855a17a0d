import { type SelectQueryBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { OrderIndexTable, OrderState, OrderUsage, Schema } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Order } from "../orders/order-columns.ts";
import { ordersByIds } from "../orders/queries.ts";
import { orderStates } from "../orders/state.ts";
import { createdBetween, type Days, type OrderSort, sortColumns } from "./sorts.ts";

/** Maximum number of matching orders to sort. If there are more, the index is read in the order of the list. */
const fewEnoughToSort = 20_000;

interface EntrySearch extends Days {
  status: "open" | "expired" | "all";
  state?: OrderState | undefined;
  /** All of them must apply. */
  usages?: OrderUsage[] | undefined;
}

type Entries<Row> = SelectQueryBuilder<Schema & { entry: OrderIndexTable }, "entry", Row>;

/** One page of the orders found in the index, and the total. */
export async function searchEntries(
  reader: Reader,
  accountId: number,
  search: EntrySearch,
  { sort, offset, limit, now }: { sort: OrderSort; offset: number; limit: number; now: Instant },
): Promise<{ orders: Order[]; total: number }> {
  const found = entriesFound(reader, accountId, search, now);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { by, descending } = sort;
  const column = sql.ref(sortColumns[by]);
  const direction = descending ? "desc" : "asc";
  // This chooses the index, because the databases could only guess.
  let page: Entries<object>;
  if (by === "createdAt" || by === "end") page = found.orderBy(column, direction);
  else if (total > fewEnoughToSort) page = entriesInSequence(reader, accountId, search, now).orderBy(column, direction);
  else page = entriesOf(reader, accountId).where("order_id", "in", found.select("order_id")).orderBy(column, direction);
  const rows = await page.select("order_id as id").orderBy("order_id", direction).limit(limit).offset(offset).execute();
  const orders = await ordersByIds(
    reader,
    rows.map(({ id }) => id),
  );
  return { orders, total };
}

/**
 * Uses the index by state and creation, where every order has a state, or the index by usage and creation. A status of
 * subscriptions comes first, because an index has these by their end.
 */
function entriesFound(reader: Reader, accountId: number, { state, usages = [], ...search }: EntrySearch, now: Instant) {
  const [usage, ...others] = usages.toSorted(
    (one, other) => Number(isOfSubscription(other)) - Number(isOfSubscription(one)),
  );
  let found = withStatus(entriesOf(reader, accountId, usage), search, now).where(createdBetween(search));
  for (const other of others) found = found.where(hasUsage("entry.order_id", other));
  if (state !== undefined) return found.where("state", "=", state);
  return hasDays(search) && usage === undefined ? found.where("state", "in", orderStates) : found;
}

/** Uses the index of the list's sort order, and checks the other criteria on the way. */
function entriesInSequence(
  reader: Reader,
  accountId: number,
  { state, usages = [], ...search }: EntrySearch,
  now: Instant,
) {
  let found = withStatus(entriesOf(reader, accountId), search, now).where(createdBetween(search));
  for (const usage of usages) found = found.where(hasUsage("entry.order_id", usage));
  return state === undefined ? found : found.where(sql`state || ''`, "=", state);
}

const hasDays = ({ from, to }: Days) => from !== undefined || to !== undefined;

const isOfSubscription = (usage: OrderUsage) => usage.startsWith("subscription_");

/** All entries, or only those of orders with a usage. Both have the same columns, except those for sorting. */
function entriesOf(reader: Reader, accountId: number, usage?: OrderUsage): Entries<object> {
  const all = (usage === undefined
    ? reader.selectFrom("order_index as entry")
    : reader.selectFrom("order_index_usage as entry").where("usage", "=", usage)) as unknown as Entries<object>;
  const its = all.where("account_id", "=", accountId);
  // The same condition as in the partial index `order_index_usage_ends`.
  return usage !== undefined && isOfSubscription(usage) ? its.where(sql<boolean>`usage > 'subscription'`) : its;
}

function withStatus(all: Entries<object>, { status }: Pick<EntrySearch, "status">, now: Instant): Entries<object> {
  if (status === "expired") return all.where("expires_at", "<=", now);
  return status === "open"
    ? all.where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    : all;
}

/** The condition that the order in this column has the usage. */
export const hasUsage = (order: string, usage: OrderUsage) =>
  sql<boolean>`exists (select 1 from order_index_usage as used
    where used.order_id = ${sql.ref(order)} and used.usage = ${usage})`;

interface Position {
  id: number;
  createdAt: Instant;
}

/** The next orders with the state and usage after this one, oldest first, for an export. */
export async function nextEntries(
  reader: Reader,
  accountId: number,
  { after, limit, now, ...search }: EntrySearch & { after: Position | undefined; limit: number; now: Instant },
): Promise<Position[]> {
  const all = entriesFound(reader, accountId, search, now)
    .select(["order_id as id", "created_at as createdAt"])
    .orderBy("created_at")
    .orderBy("order_id");
  if (!after) return all.limit(limit).execute();
  const same = await all
    .where("created_at", "=", after.createdAt)
    .where("order_id", ">", after.id)
    .limit(limit)
    .execute();
  if (same.length === limit) return same;
  const rest = await all
    .where("created_at", ">", after.createdAt)
    .limit(limit - same.length)
    .execute();
  return [...same, ...rest];
}

/** How many orders with the usage were created on these days. */
export async function countUsage(
  reader: Reader,
  accountId: number,
  { usage, ...days }: Days & { usage: OrderUsage },
): Promise<number> {
  const { count } = await entriesOf(reader, accountId, usage)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(createdBetween(days))
    .executeTakeFirstOrThrow();
  return count;
}
