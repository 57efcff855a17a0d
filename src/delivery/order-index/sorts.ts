import { type RawBuilder, sql } from "kysely";
import { dayStart } from "../../platform/days.ts";

/** How a list of orders is sorted. Orders with the same value are sorted by row number. */
export interface OrderSort {
  /** `end` is only for lists of one subscription status. */
  by: "createdAt" | "total" | "customer" | "ownId" | "end";
  descending: boolean;
}

export const newest: OrderSort = { by: "createdAt", descending: true };

/** The columns of the index with the values that lists sort by. */
export const sortColumns = {
  createdAt: "created_at",
  total: "total",
  customer: "customer",
  ownId: "own_id",
  end: "expires_at",
} as const;

/** First and last day of the creation (UTC). */
export interface Days {
  from?: number | undefined;
  to?: number | undefined;
}

/** The condition that `created_at` is on these days. */
export function createdBetween({ from, to }: Days): RawBuilder<boolean> {
  const created = sql.ref("created_at");
  const conditions = [
    ...(from === undefined ? [] : [sql`${created} >= ${dayStart(from)}`]),
    ...(to === undefined ? [] : [sql`${created} < ${dayStart(to + 1)}`]),
  ];
  return conditions.length === 0 ? sql.lit(true) : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
