import type { Reader } from "../database/database.ts";
import type { Instant } from "../instants.ts";
import type { ClaimedEmail } from "./leases.ts";

/** The number of the newest email, of any kind and status; 0 when there is none. */
export async function newestEmailId(reader: Reader): Promise<number> {
  const { id } = await reader
    .selectFrom("emails")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

/** Whether this email could go out at `now`, or is just being sent. */
export async function isDue(reader: Reader, id: number, now: Instant): Promise<boolean> {
  const due = await reader
    .selectFrom("emails")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "queued")
    .where("next_attempt_at", "<=", now)
    .executeTakeFirst();
  return due !== undefined;
}

/** Whether a newer email has gone to the order's address, or will go there. */
export async function hasNewerEmail(reader: Reader, { id, orderId }: ClaimedEmail, address: string): Promise<boolean> {
  const newer = await reader
    .selectFrom("emails")
    .select("id")
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("id", ">", id)
    .where(({ eb, and, or }) =>
      or([eb("status", "=", "queued"), and([eb("status", "in", ["sent", "kept"]), eb("recipient", "=", address)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}
