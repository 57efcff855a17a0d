import { type ConnectionEvent, endEvent, repeatEvent } from "../connection-events/events.ts";
import type { Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import type { Instant } from "../instants.ts";
import { emailProblem } from "../text.ts";
import { problemKey } from "./settle.ts";
import { holdShopOrder, saveProgress } from "./shop-orders.ts";

/** What the owner decides about an event. */
export interface Decision {
  /** The customer's address, which the shop did not send. */
  email?: string | undefined;
  /** The present problem is left as it is. */
  dismiss: boolean;
}

/** Makes the event be processed again, with what its owner decides. Throws `invalid` and `in_use`. */
export async function processAgain(tx: Tx, event: ConnectionEvent, decision: Decision, now: Instant): Promise<void> {
  const { email, dismiss } = decision;
  if (email !== undefined) rejectFields([{ field: "email", message: emailProblem(email.trim()) }]);
  if (dismiss && event.state === "failed") {
    await endEvent(tx, event.id, { state: "ignored", note: event.note, orderId: event.orderId });
    return;
  }
  const { externalId, connectionId, accountId } = event;
  const isNotMade = event.state === "ignored" && event.note !== null;
  if ((email !== undefined || dismiss || isNotMade) && externalId !== null) {
    const order = await holdShopOrder(tx, { accountId, connectionId, externalId }, event.id, now);
    if (email !== undefined && order.orderId !== null) {
      throw new DomainError("in_use", "The order was made already. Change the address there.");
    }
    const dismissed = dismiss ? problemKey(order) : order.progress.dismissed;
    const address = email?.trim() ?? order.progress.email;
    await saveProgress(tx, order.id, {
      ...order.progress,
      ...(dismissed === undefined ? {} : { dismissed }),
      ...(address === undefined ? {} : { email: address }),
      // Whoever asks again wants the order, whenever it was paid.
      ...(isNotMade ? { wanted: true as const } : {}),
    });
  }
  await repeatEvent(tx, event.id, now);
}
