import type { Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { Instant } from "../../../platform/instants.ts";

interface EndedAccess {
  /** The order's row number. */
  id: number;
  accountId: number;
  accessUntil: Instant;
}

/** Returns the orders (row numbers) whose access has ended. */
export const endedAccess = (reader: Reader, orderIds: number[], now: Instant): Promise<EndedAccess[]> =>
  ended(reader, { orderIds: JSON.stringify(orderIds), now });

const ended = prepared<{ orderIds: string; now: Instant }, EndedAccess>((db, { orderIds, now }) =>
  db
    .selectFrom("orders")
    .select(["id", "account_id as accountId"])
    .select(({ ref }) => ref("access_until").$notNull().as("accessUntil"))
    .where("id", "in", valueSet(db, "integer", orderIds))
    .where("access_until", "<=", now),
);
