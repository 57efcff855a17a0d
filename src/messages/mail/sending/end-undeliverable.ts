import type { Database } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import { recordEvents } from "../../webhooks/record-events.ts";
import { returnEmailAllowance } from "../email-allowance.ts";
import { undeliverableAt, whyUndeliverable } from "../undeliverable-addresses.ts";
import type { ClaimedEmail } from "./leases.ts";
import { endUntried, recordNotSent } from "./results.ts";

/**
 * Ends a claimed email to a customer whose address gets no emails, and records why. It does not count toward the daily allowance.
 * Returns false, and changes nothing, if the address gets emails.
 */
export async function endUndeliverable(
  db: Database,
  email: ClaimedEmail,
  address: string,
  now: Instant,
): Promise<boolean> {
  const { id, accountId, orderId, kind } = email;
  const found = await undeliverableAt(db.read, accountId, address);
  if (!found) return false;
  await db.write(async (tx) => {
    if (!(await endUntried(tx, email, "failed"))) return;
    await recordNotSent(tx, email, `Not sent: ${whyUndeliverable(found, address)}`, now);
    // Those are counted only when they are written.
    if (kind !== "library" && kind !== "gift_confirmation") await returnEmailAllowance(tx, accountId, email.createdAt);
    if (kind === "delivery") {
      await recordEvents(tx, [{ accountId, kind: "email.failed", orderId, subjectId: id, at: now }]);
    }
  });
  return true;
}
