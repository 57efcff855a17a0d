import { type SelectQueryBuilder, sql } from "kysely";
import type { Reader } from "../database/database.ts";
import type { OrderState, Schema } from "../database/schema.ts";
import type { Instant } from "../instants.ts";
import { type Order, ordersByIds } from "../orders/orders.ts";
import { orderStates } from "../orders/state.ts";
import { createdBetween, type Days, type OrderSort, sortColumns } from "./sorts.ts";

/** Orders up to which those that are found are sorted, and no others are gone through in their sequence. */
const fewEnoughToSort = 20_000;

interface EntrySearch extends Days {
  status: "open" | "expired" | "all";
  state?: OrderState | undefined;
}

type Entries<Row> = SelectQueryBuilder<Schema, "order_index", Row>;

/** One page of the orders that the index finds, and the total. */
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
  // Which index leads to the page is known here, and the databases would guess it.
  let page: Entries<object>;
  if (by === "createdAt") page = found.orderBy(column, direction);
  else if (total > fewEnoughToSort) page = entriesInSequence(reader, accountId, search, now).orderBy(column, direction);
  else
    page = reader
      .selectFrom("order_index")
      .where("order_id", "in", found.select("order_id"))
      .orderBy(column, direction);
  const rows = await page.select("order_id as id").orderBy("order_id", direction).limit(limit).offset(offset).execute();
  const orders = await ordersByIds(
    reader,
    rows.map(({ id }) => id),
  );
  return { orders, total };
}

/** For the index by state and creation, which has every order under one of the states. */
function entriesFound(reader: Reader, accountId: number, { state, ...search }: EntrySearch, now: Instant) {
  const states = state === undefined ? orderStates : [state];
  const found = entriesWithStatus(reader, accountId, search, now).where(createdBetween(search));
  return hasDays(search) || state !== undefined ? found.where("state", "in", states) : found;
}

/** For an index by what the list is sorted by: the other criteria are looked at on the way. */
function entriesInSequence(reader: Reader, accountId: number, { state, ...search }: EntrySearch, now: Instant) {
  const found = entriesWithStatus(reader, accountId, search, now).where(createdBetween(search));
  return state === undefined ? found : found.where(sql`state || ''`, "=", state);
}

const hasDays = ({ from, to }: Days) => from !== undefined || to !== undefined;

function entriesWithStatus(
  reader: Reader,
  accountId: number,
  { status }: Pick<EntrySearch, "status">,
  now: Instant,
): Entries<object> {
  const all = reader.selectFrom("order_index").where("account_id", "=", accountId);
  if (status === "expired") return all.where("expires_at", "<=", now);
  return status === "open"
    ? all.where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    : all;
}

/** The next orders with the state after this one, the oldest first, for an export. */
export async function nextWithState(
  reader: Reader,
  accountId: number,
  {
    state,
    after,
    limit,
    ...days
  }: Days & { state: OrderState; after: { id: number; createdAt: Instant } | undefined; limit: number },
): Promise<{ id: number; createdAt: Instant }[]> {
  const all = reader
    .selectFrom("order_index")
    .select(["order_id as id", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .where("state", "=", state)
    .where(createdBetween(days))
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
