import { type ConnectionEvent, eventsOfShopOrder } from "../../../messages/connection-events/events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { type Connection, connectionById } from "../connections.ts";
import { type Facts, noFacts } from "../known/facts.ts";
import { mergeFacts } from "../known/merge-facts.ts";
import type { ShopOrder } from "../known/shop-orders.ts";
import { storedRequest } from "../process-event.ts";
import { UnreadableEvent } from "./shop.ts";
import { mayAsk, readEvent } from "./shops/index.ts";

/** Events about one order that are read anew. */
export const mostRead = 50;

/** Characters of the events that are read anew, but for the newest: all other stores' writes wait meanwhile. */
const mostCharacters = 1024 ** 2;

/**
 * What the events about an order say now: the connection may have been corrected since they were read. All of them up to a limit,
 * because the newest one counts, whichever is processed first. What older ones said stays. What the shop is asked for beside an
 * event is not among it: it is asked anew.
 */
export async function readAnew(
  tx: Tx,
  { connectionId, externalId, facts }: Pick<ShopOrder, "connectionId" | "externalId" | "facts">,
): Promise<Facts> {
  const connection = await connectionById(tx, connectionId);
  if (!connection) return facts;
  const events = await eventsOfShopOrder(tx, { connectionId, externalId }, mostRead);
  let characters = 0;
  const read = events.filter(({ body }, index) => {
    characters += body.length;
    return index === 0 || characters <= mostCharacters;
  });
  const isAll = read.length === events.length && events.length < mostRead;
  return read.map((event) => factsIn(connection, event)).reduce(mergeFacts, isAll ? noFacts : facts);
}

function factsIn(connection: Connection, event: ConnectionEvent): Facts {
  const { kind, settings, test } = connection;
  try {
    const { facts } = readEvent(kind, storedRequest(event), settings, event.fetched);
    if (facts === null) return noFacts;
    const read = { ...facts, test: facts.test || test };
    return mayAsk(connection) ? { ...read, paid: false, content: null } : read;
  } catch (error) {
    if (error instanceof UnreadableEvent) return noFacts;
    throw error;
  }
}
