import {
  bodyText,
  type ConnectionEvent,
  claimEvent,
  endEarlierAttention,
  endEvent,
  linkEvents,
  type Outcome,
  subjectOf,
} from "../../messages/connection-events/events.ts";
import { forgetEventsOfShopOrder } from "../../messages/connection-events/remove-events.ts";
import { recordEvents } from "../../messages/webhooks/record-events.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { accountById } from "../../store/accounts/accounts.ts";
import { type Connection, connectionById } from "./connections.ts";
import { type Facts, noFacts, type ShopContent } from "./known/facts.ts";
import { mergeFacts } from "./known/merge-facts.ts";
import { knownId } from "./known/other-ids.ts";
import { noteShop, othersOfShop, type ShopIn } from "./known/same-shop.ts";
import {
  lockDueShopOrder,
  lockKnownOrder,
  lockShopOrder,
  type ShopOrder,
  type ShopOrderState,
  saveShopOrder,
} from "./known/shop-orders.ts";
import { knownAddress, noteAddresses } from "./known/shop-orders-of-customer.ts";
import { type Reading, type StoredRequest, UnreadableEvent } from "./reading/shop.ts";
import { storable } from "./reading/shop-json.ts";
import { readEvent, shops } from "./reading/shops/index.ts";
import { otherMode, withoutTests } from "./settling/adopt.ts";
import { problemKey } from "./settling/problems.ts";
import { withdrawalOf } from "./settling/refunds-and-disputes.ts";
import { settle } from "./settling/settle.ts";

export const storedRequest = (
  event: Pick<ConnectionEvent, "headers" | "body" | "encoding" | "receivedAt">,
): StoredRequest => ({
  headers: JSON.parse(event.headers) as Record<string, string>,
  body: bodyText(event),
  receivedAt: event.receivedAt,
});

/**
 * Carries out what an event says, in the caller's transaction. Does nothing if the event is no longer pending, or another server
 * has it. If the shop had to be asked, the answer is in the event; `wasAsked` requires that.
 */
export async function processEvent(tx: Tx, id: number, now: Instant, { wasAsked = false } = {}): Promise<void> {
  const subject = await subjectOf(tx, id);
  // Locked before the event: whoever holds the order changes all events about it.
  if (subject?.externalId) await lockKnownOrder(tx, subject.connectionId, subject.externalId);
  const event = await claimEvent(tx, id);
  // Meanwhile, somebody wants it processed again, and the shop has to be asked again.
  if (!event || (wasAsked && event.fetched === null)) return;
  await endEvent(tx, id, await outcomeOf(tx, event, now));
}

/** An unreadable event says nothing about its shop. */
const shopIn: ShopIn = ({ kind, settings }, event) => {
  try {
    const shop = shops[kind].shopOf?.(storedRequest(event), settings) ?? null;
    return shop !== null && storable(shop) === shop ? shop : null;
  } catch (error) {
    if (error instanceof UnreadableEvent) return null;
    throw error;
  }
};

/** The text for an event whose order will be created if the event is processed again. */
export const paidBefore =
  "The order was paid before the shop was connected, so nothing was sent. To deliver it, process it again.";

const noBeginning =
  "The order of the subscription is not known here, so nothing was changed: none, or more than one, has its ID and an end of access.";

const isOfSubscription = ({ periods, over, charge }: Facts) =>
  over.at > noFacts.over.at || charge.at > noFacts.charge.at || Object.keys(periods).length > 0;

async function outcomeOf(tx: Tx, event: ConnectionEvent, now: Instant): Promise<Outcome> {
  const ignored = { state: "ignored" as const, note: null, orderId: null };
  const before = await connectionById(tx, event.connectionId);
  if (!before) return { ...ignored, note: "The connection was removed." };
  let reading: Reading;
  try {
    reading = readEvent(before.kind, storedRequest(event), before.settings, event.fetched);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return { state: "failed", note: error.message, orderId: null };
  }
  const { facts, note = null } = reading;
  if (reading.orderId === null) return { ...ignored, note };
  const connection = await noteShop(tx, before, shopIn(before, event), shopIn);
  const externalId = await idOf(tx, connection, { event, reading, now }, reading.orderId);
  if (facts === null) return { ...ignored, note };
  const key = { accountId: event.accountId, connectionId: event.connectionId, externalId };
  const shopOrder = await lockShopOrder(tx, key, {
    eventId: event.id,
    now,
    others: () => othersOfShop(tx, connection),
  });
  const told = { ...facts, test: facts.test || connection.test };
  const ofOther = await otherMode(tx, event, shopOrder, told);
  if (ofOther !== null) return { ...ignored, note: ofOther };
  const merged = mergeFacts(withoutTests(shopOrder, told), told);
  await endEarlierAttention(tx, shopOrder, shopOrder.orderId);
  const settled = await settleAndSave(tx, connection, shopOrder, { facts: merged, told: facts.content, now });
  const { orderId, problem, isFromBefore } = settled;
  if (isFromBefore) return { ...ignored, note: paidBefore };
  if (problem !== null) return { state: "needs_attention", note: null, orderId };
  if (orderId === null && merged.content === null && isOfSubscription(facts))
    return { ...ignored, note: note ?? noBeginning };
  // Notes about the order's status mean nothing before the order is created.
  const ofMade = orderId === null && facts.content !== null ? null : note;
  return { state: "done", note: noteOf(settled, merged, shopOrder.progress.dismissed) ?? ofMade, orderId };
}

/** The ID of the order that the event is about. */
async function idOf(
  tx: Tx,
  connection: Connection,
  { event, reading, now }: { event: ConnectionEvent; reading: Reading; now: Instant },
  orderId: string,
): Promise<string> {
  const { otherIds, facts } = reading;
  if (otherIds === undefined) return orderId;
  const naming = { event, orderId, otherIds, isOrder: facts?.content != null };
  return knownId(tx, connection, naming, now);
}

/** A note about a paid order from which nothing is created here; null for any other order. */
function noteOf({ orderId, progress }: ShopOrderState, facts: Facts, dismissed: string[] | undefined): string | null {
  if (progress.stage === "erased") return "The order was deleted here, or its customer erased, so nothing was changed.";
  if (orderId !== null || !facts.paid) return null;
  if (withdrawalOf(facts).whole) return "The shop took the order back before it was made, so nothing was sent.";
  if (dismissed !== undefined) return "The order was left as it is.";
  return "Nothing of the order is delivered by Waybill.";
}

/** Checks an order of a shop again whose problem may be solved. */
export async function processShopOrder(tx: Tx, id: number, now: Instant): Promise<void> {
  const shopOrder = await lockDueShopOrder(tx, id, now);
  const connection = shopOrder && (await connectionById(tx, shopOrder.connectionId));
  if (!connection) return;
  const { orderId, problem } = await settleAndSave(tx, connection, shopOrder, { facts: shopOrder.facts, now });
  if (problem === null) await endEarlierAttention(tx, shopOrder, orderId);
}

async function settleAndSave(
  tx: Tx,
  connection: Connection,
  shopOrder: ShopOrder,
  { facts, told = null, now }: { facts: Facts; told?: ShopContent | null; now: Instant },
): Promise<ShopOrderState & { isFromBefore?: true }> {
  const account = await accountById(tx, shopOrder.accountId);
  if (!account) throw new Error("The account of a connection does not exist.");
  const state = await settle(tx, { account, connection, now }, { ...shopOrder, facts }, facts);
  const isErased = state.progress.stage === "erased";
  const email = isErased ? null : (knownAddress(state.progress.email ?? facts.content?.email) ?? shopOrder.email);
  await saveShopOrder(tx, shopOrder.id, state, email);
  if (!isErased)
    await noteAddresses(tx, account.id, shopOrder.id, otherAddresses(shopOrder, [facts.content, told], email));
  const { orderId, problem } = state;
  // Reported once, even if the shop sends the order again.
  if (problem !== null && problemKey(state) !== problemKey(shopOrder)) {
    const told = { accountId: account.id, orderId, subjectId: shopOrder.id, at: now };
    await recordEvents(tx, [{ ...told, kind: "connection.order_unmatched" }]);
  }
  if (orderId !== null && shopOrder.orderId !== orderId) await linkEvents(tx, shopOrder, orderId);
  // The customer's data must not come back with a late event.
  if (isErased) await forgetEventsOfShopOrder(tx, shopOrder.connectionId, shopOrder.externalId);
  return state;
}

/** Addresses that an order had before, or that the shop gives besides the owner's. */
function otherAddresses(
  { email: before, progress }: ShopOrder,
  contents: (ShopContent | null)[],
  email: string | null,
): string[] {
  const inContents = contents.flatMap((content) => [content?.email, ...(content?.otherEmails ?? [])]);
  const named = [before, progress.email, ...inContents];
  const all = named.flatMap((one) => knownAddress(one) ?? []);
  return [...new Set(all)].filter((one) => one !== email);
}
