import { type ConnectionEvent, endEvent, repeatEvent } from "../../messages/connection-events/events.ts";
import type { Tx } from "../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { emailProblem } from "../../platform/text.ts";
import { lockShopOrder, saveFacts, saveProgress } from "./known/shop-orders.ts";
import { paidBefore } from "./process-event.ts";
import { readAnew } from "./reading/reread-events.ts";
import { problemKey } from "./settling/problems.ts";

/** The owner's decision about an event. */
export interface Decision {
  /** The customer's address, which the shop did not send. */
  email?: string | undefined;
  /** Whether to leave the present problem as it is. */
  dismiss: boolean;
}

/** Maximum number of dismissed problems of one order to remember. */
const mostDismissed = 10;

/** Has the event processed again, with its owner's decision. Throws `invalid` and `in_use`. */
export async function processAgain(tx: Tx, event: ConnectionEvent, decision: Decision, now: Instant): Promise<void> {
  const { email, dismiss } = decision;
  if (email !== undefined) rejectFields([{ field: "email", message: emailProblem(email.trim()) }]);
  if (dismiss && event.state === "failed") {
    await endEvent(tx, event.id, { state: "ignored", note: event.note, orderId: event.orderId });
    return;
  }
  const { externalId, connectionId, accountId } = event;
  const isFromBefore = event.state === "ignored" && event.note === paidBefore;
  if (externalId !== null) {
    const order = await lockShopOrder(tx, { accountId, connectionId, externalId }, { eventId: event.id, now });
    if (order.progress.stage === "none") await saveFacts(tx, order.id, await readAnew(tx, order));
    if (email !== undefined && order.orderId !== null) {
      throw new DomainError("in_use", "The order was made already. Change the address there.");
    }
    const known = order.progress.dismissed ?? [];
    const dismissed = dismiss ? [...known, problemKey(order)].slice(-mostDismissed) : order.progress.dismissed;
    const address = email?.trim() ?? order.progress.email;
    await saveProgress(tx, order.id, {
      ...order.progress,
      ...(dismissed === undefined ? {} : { dismissed }),
      ...(address === undefined ? {} : { email: address }),
      // By processing the event again, the owner shows that they want the order, whenever and however much was paid.
      ...(!dismiss && (isFromBefore || order.problem === "underpaid") ? { wanted: true as const } : {}),
    });
  }
  await repeatEvent(tx, event.id, now);
}
