import {
  type ConnectionEvent,
  endEvent,
  eventsOfShopOrder,
  repeatEvent,
} from "../../messages/connection-events/events.ts";
import type { Tx } from "../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { emailProblem } from "../../platform/text.ts";
import { type Connection, connectionById } from "./connections.ts";
import { type Facts, mergeFacts, noFacts } from "./facts.ts";
import { paidBefore, storedRequest } from "./process.ts";
import { mostRead } from "./retry.ts";
import { problemKey } from "./settle.ts";
import { UnreadableEvent } from "./shop.ts";
import { lockShopOrder, type ShopOrder, saveFacts, saveProgress } from "./shop-orders.ts";
import { readEvent } from "./shops/index.ts";

/** What the owner decides about an event. */
export interface Decision {
  /** The customer's address, which the shop did not send. */
  email?: string | undefined;
  /** The present problem is left as it is. */
  dismiss: boolean;
}

/** Problems of one order that are remembered as dealt with. */
const mostDismissed = 10;

/** Makes the event be processed again, with what its owner decides. Throws `invalid` and `in_use`. */
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
      // Whoever asks again wants the order, whenever and whatever was paid.
      ...(!dismiss && (isFromBefore || order.problem === "underpaid") ? { wanted: true as const } : {}),
    });
  }
  await repeatEvent(tx, event.id, now);
}

/** What the events about an order say now: the connection may have been corrected since they were read. */
async function readAnew(tx: Tx, { connectionId, externalId, facts }: ShopOrder): Promise<Facts> {
  const connection = await connectionById(tx, connectionId);
  if (!connection) return facts;
  const events = await eventsOfShopOrder(tx, { connectionId, externalId }, mostRead);
  // What older events said stays.
  const known = events.length < mostRead ? noFacts : facts;
  return events.map((event) => factsIn(connection, event)).reduce(mergeFacts, known);
}

function factsIn({ kind, settings, test }: Connection, event: ConnectionEvent): Facts {
  try {
    const { facts } = readEvent(kind, storedRequest(event), settings, event.fetched);
    return facts === null ? noFacts : { ...facts, test: facts.test || test };
  } catch (error) {
    if (error instanceof UnreadableEvent) return noFacts;
    throw error;
  }
}
