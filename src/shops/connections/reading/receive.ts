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

/** A request whose body is read once it is known for whom. Then `readBody` is called, once. */
export interface Arriving {
  guid: string;
  headers: Headers;
  readBody(): Promise<Uint8Array>;
}

/**
 * Stores what a shop sent to the address of a connection, if the signature is right. It is durable when this resolves; what
 * it means follows from the row. Throws what `readBody` throws.
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

/** What cannot be read does not say who has sent it. */
function verdictOn({ kind, settings }: Connection, request: ShopRequest, secrets: string[], now: Instant): Verdict {
  try {
    return shops[kind].verify(request, secrets, settings, now);
  } catch (error) {
    if (error instanceof UnreadableEvent) return "wrong";
    throw error;
  }
}

/** What is stored of a request. An event about no order needs no processing. */
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

/** Stands for the topic of an event that cannot be read. Its processing says why. */
const unreadable = "unreadable";

function readingOf(read: () => Reading): Pick<Reading, "topic" | "orderId" | "note"> {
  try {
    const { topic, ...reading } = read();
    // What shops send must not make rows that cannot be stored.
    return { topic: storable(topic).slice(0, 200), ...reading };
  } catch (error) {
    if (error instanceof UnreadableEvent) return { topic: unreadable, orderId: null };
    throw error;
  }
}

/** Credentials of the request are nobody's business. */
const hidden = new Set(["authorization", "cookie", "proxy-authorization"]);

const headersOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !hidden.has(name)).map(([name, value]) => [name, storable(value).slice(0, 2_000)]),
  );
