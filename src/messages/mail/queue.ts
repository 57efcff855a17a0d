import { sql } from "kysely";
import type { Database, Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import { taking } from "../../platform/queue/leases.ts";
import { announcementLane, emailQueue, type Lane, peopleLane, storeLane } from "./lanes.ts";
import { type ClaimedEmail, claimedColumns } from "./leases.ts";

/** Where a worker's round stands. */
interface Round {
  /** The lane that has the next place, if something waits in it. */
  next: typeof peopleLane | typeof storeLane;
  /** By lane, the account that had the last turn. */
  last: Record<Lane, number>;
}

export function newRound(): Round {
  return { next: peopleLane, last: { [peopleLane]: 0, [storeLane]: 0, [announcementLane]: 0 } };
}

/**
 * Takes up to `count` messages that can go out, for `duration` milliseconds from `now`: one of each account that has any,
 * in turn, each account's longest due first; people's emails and stores' emails by turns, and announcements last. `found` is how many
 * it tried to take; with several nodes on one database another may have been faster, as each message is taken once.
 */
export async function claimReadyEmails(
  db: Database,
  round: Round,
  { now, duration, count }: { now: Instant; duration: number; count: number },
): Promise<{ found: number; claimed: ClaimedEmail[] }> {
  return take(db, await nextInTurn(db.read, round, count), { now, duration });
}

const take = taking(emailQueue, (taken) => taken.returning(claimedColumns));

/** One look into the index for each message, however many wait. */
async function nextInTurn(reader: Reader, round: Round, count: number): Promise<number[]> {
  const ids: number[] = [];
  const empty = new Set<Lane>();
  while (ids.length < count && empty.size < 3) {
    const other = round.next === peopleLane ? storeLane : peopleLane;
    const order: Lane[] = [round.next, other, announcementLane];
    const lane = order.find((one) => !empty.has(one)) ?? announcementLane;
    const next = (await firstReady(reader, lane, round.last[lane], ids)) ?? (await firstReady(reader, lane, 0, ids));
    if (!next) {
      empty.add(lane);
      continue;
    }
    round.last[lane] = next.accountId;
    if (lane !== announcementLane) round.next = lane === peopleLane ? storeLane : peopleLane;
    ids.push(next.id);
  }
  return ids;
}

/** The longest due message of the first account after `after` that has one in the lane. */
async function firstReady(
  reader: Reader,
  lane: Lane,
  after: number,
  except: number[],
): Promise<{ id: number; accountId: number } | undefined> {
  const [found] = await firstByLane[lane](reader, { after, except: JSON.stringify(except) });
  return found;
}

const firstByLane = {
  [peopleLane]: firstOfLane(peopleLane),
  [storeLane]: firstOfLane(storeLane),
  [announcementLane]: firstOfLane(announcementLane),
};

function firstOfLane(lane: Lane) {
  return prepared<{ after: number; except: string }, { id: number; accountId: number }>((db, { after, except }) =>
    db
      .selectFrom("emails")
      .select(["id", "account_id as accountId"])
      .where(emailQueue.ready)
      .where("lane", "=", sql.lit(lane))
      .where("account_id", ">", after)
      .where("id", "not in", valueSet(db, "integer", except))
      .orderBy("account_id")
      .orderBy("next_attempt_at")
      .limit(sql.lit(1)),
  );
}
