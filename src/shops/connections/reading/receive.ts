import { insertEvent, type NewEvent } from "../../../messages/connection-events/events.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Vault } from "../../../platform/vault.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import {
  type Connection,
  connectionByGuid,
  countRefused,
  noteAccepted,
  noteFirstEvent,
  secretsOf,
} from "../connections.ts";
import { type Reading, type ShopRequest, UnreadableEvent, type Verdict } from "./shop.ts";
import { storable } from "./shop-json.ts";
import { readEvent, shops } from "./shops/index.ts";

/** `unknown`: no connection has this address. `refused`: the signature is wrong. `greeted`: nothing to keep. */
export type Receipt = "stored" | "greeted" | "refused" | "unknown";

/** A request whose body is read only once its connection is known. `readBody` is then called once. */
export interface Arriving {
  guid: string;
  headers: Headers;
  readBody(): Promise<Uint8Array>;
}

/**
 * Stores what a shop sent to the address of a connection, if the signature is right. It is stored durably when this resolves; the
 * stored row is enough to process it. Throws what `readBody` throws.
 */
export async function receiveEvent(
  { db, vault }: { db: Database; vault: Vault },
  account: Account,
  { guid, headers, readBody }: Arriving,
  now: Instant,
): Promise<Receipt> {
  const connection = await connectionByGuid(db.read, account.id, guid);
  if (!connection) return "unknown";
  const request = { headers, body: await readBody() };
  const verdict = verdictOn(connection, request, secretsOf(vault, connection, now), now);
  if (verdict === "greeting") return "greeted";
  if (verdict === "wrong") {
    await db.write((tx) => countRefused(tx, connection, now));
    return "refused";
  }
  const event = eventOf(connection, "hook", { ...request, headers: headersOf(request.headers) });
  await db.write(async (tx) => {
    await insertEvent(tx, event, now);
    if (connection.firstEventAt === null) await noteFirstEvent(tx, connection, now);
    if (connection.refusedSince !== null) await noteAccepted(tx, connection);
  });
  return "stored";
}

/** An unreadable event does not say who has sent it. */
function verdictOn({ kind, settings }: Connection, request: ShopRequest, secrets: string[], now: Instant): Verdict {
  try {
    return shops[kind].verify(request, secrets, settings, now);
  } catch (error) {
    if (error instanceof UnreadableEvent) return "wrong";
    throw error;
  }
}

/** The stored form of a request. An event about no order needs no processing. */
export function eventOf(
  { id, accountId, kind, settings }: Connection,
  source: NewEvent["source"],
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
): NewEvent {
  const {
    topic,
    orderId,
    note = null,
  } = readingOf(() => readEvent(kind, { headers, body: new TextDecoder().decode(body) }, settings, null));
  const state = orderId === null && topic !== unreadable ? "ignored" : "pending";
  const noted = state === "ignored" ? note : null;
  return { accountId, connectionId: id, source, topic, externalId: orderId, headers, body, state, note: noted };
}

/** The topic of an unreadable event. Its processing says why. */
const unreadable = "unreadable";

function readingOf(read: () => Reading): Pick<Reading, "topic" | "orderId" | "note"> {
  try {
    const { topic, ...reading } = read();
    // Removes anything that the database cannot store.
    return { topic: storable(topic).slice(0, 200), ...reading };
  } catch (error) {
    if (error instanceof UnreadableEvent) return { topic: unreadable, orderId: null };
    throw error;
  }
}

/** Nobody needs the credentials of the request. */
const hidden = new Set(["authorization", "cookie", "proxy-authorization"]);

const headersOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !hidden.has(name)).map(([name, value]) => [name, storable(value).slice(0, 2_000)]),
  );
