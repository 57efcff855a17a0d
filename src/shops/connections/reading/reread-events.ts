import { type ConnectionEvent, eventsOfShopOrder } from "../../../messages/connection-events/events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { type Connection, connectionById } from "../connections.ts";
import { type Facts, noFacts } from "../known/facts.ts";
import { mergeFacts } from "../known/merge-facts.ts";
import type { ShopOrder } from "../known/shop-orders.ts";
import { storedRequest } from "../process-event.ts";
import { UnreadableEvent } from "./shop.ts";
import { mayAsk, readEvent } from "./shops/index.ts";

/** Maximum number of events about one order to read again. */
export const mostRead = 50;

/**
 * Maximum number of characters in the events to read again, not counting the newest: the writes of all other stores wait
 * meanwhile.
 */
const mostCharacters = 1024 ** 2;

/**
 * What the events about an order say now: the connection's settings may have been corrected since they were read. Reads all of
 * them up to a limit, because the newest one counts, in whatever order they are processed. What older events said stays. Leaves
 * out answers of the shop: it is asked again.
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
