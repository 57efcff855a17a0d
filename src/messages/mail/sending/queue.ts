import { sql } from "kysely";
import type { Database, Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { Instant } from "../../../platform/instants.ts";
import { taking } from "../../../platform/queue/leases.ts";
import { announcementLane, emailQueue, type Lane, peopleLane, storeLane } from "./lanes.ts";
import { type ClaimedEmail, claimedColumns } from "./leases.ts";

/** The state of a worker's round. */
interface Round {
  /** The lane that gets the next place, if anything waits in it. */
  next: typeof peopleLane | typeof storeLane;
  /** For each lane, the account that had the last turn. */
  last: Record<Lane, number>;
}

export function newRound(): Round {
  return { next: peopleLane, last: { [peopleLane]: 0, [storeLane]: 0, [announcementLane]: 0 } };
}

/**
 * Takes up to `count` messages that can be sent, for `duration` milliseconds from `now`. Accounts take turns with one message
 * each, the longest due first; people's emails and stores' emails take turns too, and announcements come last. Takes no more of
 * an account's messages than it has `room` for, except those that its people wait for. `found` is how many it tried to take: each
 * message is taken once, so with several nodes on one database, another may have been faster.
 */
export async function claimReadyEmails(
  db: Database,
  round: Round,
  { now, duration, count, room = unlimited }: { now: Instant; duration: number; count: number; room?: Room },
): Promise<{ found: number; claimed: ClaimedEmail[] }> {
  const ids = await nextInTurn(db.read, round, { count, room });
  // If a crash undoes a lease, the message is simply taken again: before anything is sent, the content is on the disk, and the
  // lease with it.
  return take({ write: db.writeUnsynced }, ids, { now, duration });
}

/** How many more messages of an account can be sent at the same time. */
export interface Room {
  of(accountId: number): number;
  /** The accounts without room. */
  none: number[];
}

const unlimited: Room = { of: () => Number.POSITIVE_INFINITY, none: [] };

const take = taking(emailQueue, (taken) => taken.returning(claimedColumns));

/** Looks once into the index for each message, however many wait. */
async function nextInTurn(
  reader: Reader,
  round: Round,
  { count, room }: { count: number; room: Room },
): Promise<number[]> {
  const ids: number[] = [];
  const taken = new Map<number, number>();
  const isFull = (accountId: number) => (taken.get(accountId) ?? 0) >= room.of(accountId);
  const empty = new Set<Lane>();
  while (ids.length < count && empty.size < 3) {
    const other = round.next === peopleLane ? storeLane : peopleLane;
    const order: Lane[] = [round.next, other, announcementLane];
    const lane = order.find((one) => !empty.has(one)) ?? announcementLane;
    const look = { except: ids, isFull, full: room.none };
    const after = round.last[lane];
    const behind = await firstReady(reader, lane, { after, ...look });
    const next = behind ?? (after === 0 ? undefined : await firstReady(reader, lane, { after: 0, ...look }));
    if (!next) {
      empty.add(lane);
      continue;
    }
    taken.set(next.accountId, (taken.get(next.accountId) ?? 0) + 1);
    round.last[lane] = next.accountId;
    if (lane !== announcementLane) round.next = lane === peopleLane ? storeLane : peopleLane;
    ids.push(next.id);
  }
  return ids;
}

/** The longest due message of the first account after `after` that has one in the lane, and room for it. */
async function firstReady(
  reader: Reader,
  lane: Lane,
  {
    after,
    except,
    isFull,
    full,
  }: { after: number; except: number[]; isFull(accountId: number): boolean; full: number[] },
): Promise<{ id: number; accountId: number } | undefined> {
  const look = { except: JSON.stringify(except), full: JSON.stringify(full) };
  for (let last = after; ; ) {
    const [found] = await firstByLane[lane](reader, { after: last, ...look });
    // Account by account: with a condition, the database would read all waiting messages of the full ones.
    if (!found || lane === peopleLane || !isFull(found.accountId)) return found;
    last = found.accountId;
  }
}

const firstByLane = {
  [peopleLane]: firstOfLane(peopleLane),
  [storeLane]: firstOfLane(storeLane),
  [announcementLane]: firstOfLane(announcementLane),
};

function firstOfLane(lane: Lane) {
  type Look = { after: number; except: string; full: string };
  return prepared<Look, { id: number; accountId: number }>((db, { after, except, full }) => {
    const ready = db
      .selectFrom("emails")
      .select(["id", "account_id as accountId"])
      .where(emailQueue.ready)
      .where("lane", "=", sql.lit(lane))
      .where("account_id", ">", after)
      .where("id", "not in", valueSet(db, "integer", except))
      .orderBy("account_id")
      .orderBy("next_attempt_at")
      .limit(sql.lit(1));
    if (lane !== peopleLane) return ready;
    return ready.where(({ or, eb }) =>
      or([eb("kind", "<>", sql.lit("library")), eb("account_id", "not in", valueSet(db, "integer", full))]),
    );
  });
}
