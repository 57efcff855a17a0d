import type { Reader, Tx } from "../../platform/database/database.ts";
import { type ConnectionEvent, eventColumns } from "./events.ts";

/** Events to read at once: each may have megabytes. */
const eventsAtOnce = 10;

/**
 * The events of a connection that belong to no known order of the shop with an address. They are not processed yet, could not be
 * read, are about something else, or take back an unknown order. Oldest first. Crosses domains: connections decide which orders
 * are known.
 */
export async function* eventsWithoutOrder(reader: Reader, connectionId: number): AsyncGenerator<ConnectionEvent> {
  for (let after = 0; ; ) {
    const events = await reader
      .selectFrom("connection_events as event")
      .select(eventColumns)
      .where("event.connection_id", "=", connectionId)
      .where("event.id", ">", after)
      .where("event.order_id", "is", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("connection_orders as about")
              .select("about.id")
              .whereRef("about.connection_id", "=", "event.connection_id")
              .whereRef("about.external_id", "=", "event.external_id")
              .where("about.email", "is not", null),
          ),
        ),
      )
      .orderBy("event.id")
      .limit(eventsAtOnce)
      .execute();
    yield* events;
    const last = events.at(-1);
    if (last === undefined || events.length < eventsAtOnce) return;
    after = last.id;
  }
}

export async function removeEvent(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("connection_events").where("id", "=", id).execute();
}
