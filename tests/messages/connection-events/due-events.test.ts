import { describe, expect, test } from "bun:test";
import { dueEvents, newEventTurns } from "../../../src/messages/connection-events/due-events.ts";
import { insertEvent } from "../../../src/messages/connection-events/events.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { type Instant, instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const now = instant(1_000_000);
const later = instant(1_060_000);
const latest = instant(1_120_000);

describe.each(databasesUnderTest)("a look for events of shops on $name", ({ create }) => {
  /** An event of each of the connections 1 to `count`, due at that time. */
  async function databaseWith(count: number, dueAt: (connectionId: number) => Instant): Promise<Database> {
    const db = await (await create()).open();
    await db.write(async (tx) => {
      for (let connectionId = 1; connectionId <= count; connectionId++) {
        const event = { accountId: 1, connectionId, source: "hook", topic: "order.updated", state: "pending" } as const;
        const request = { externalId: null, headers: {}, body: new Uint8Array() };
        await insertEvent(tx, { ...event, ...request }, dueAt(connectionId));
      }
    });
    return db;
  }

  const look = (db: Database, turns = newEventTurns(), hasRoom = true) =>
    dueEvents(db.read, turns, { now, most: 40, places: { hasRoom: () => hasRoom, take() {} } });

  test("tells when the next is due", async () => {
    expect(await look(await databaseWith(0, () => now))).toEqual({ events: [], nextAt: null });
    const db = await databaseWith(3, (id) => (id === 2 ? later : latest));
    expect(await look(db)).toEqual({ events: [], nextAt: later });
  });

  test("tells of one that is due when its connection has no room", async () => {
    const db = await databaseWith(1, () => now);
    expect(await look(db, newEventTurns(), false)).toEqual({ events: [], nextAt: now });
  });

  test("asks for the next look until one has seen all connections", async () => {
    const db = await databaseWith(501, (id) => (id === 1 ? later : latest));
    const turns = newEventTurns();
    const asked = [await look(db, turns), await look(db, turns)];
    expect(asked.map(({ nextAt }) => nextAt)).toEqual([now, now]);
  });
});
