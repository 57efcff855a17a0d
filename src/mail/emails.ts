import type { Reader } from "../database/database.ts";
import type { EmailStatus } from "../database/schema.ts";

/** The status of each order's newest delivery email, by the order's row number. */
export async function newestEmailStatuses(reader: Reader, orderIds: number[]): Promise<Map<number, EmailStatus>> {
  if (orderIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("emails as email")
    .select(["email.order_id", "email.status"])
    .where("email.id", "in", (newest) =>
      newest
        .selectFrom("emails")
        .select(({ fn }) => fn.max("emails.id").as("id"))
        .where("emails.order_id", "in", orderIds)
        .groupBy("emails.order_id"),
    )
    .execute();
  return new Map(rows.map(({ order_id, status }) => [order_id, status]));
}
