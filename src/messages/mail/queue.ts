import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database, Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowCount } from "../../platform/database/row-count.ts";
import { claiming } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { EmailKind, Schema } from "../../platform/database/schema.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { type ClaimedEmail, claimedColumns } from "./leases.ts";

/**
 * Emails that a person waits for at a screen (a new password, a sign-in link, an invitation) get every other place, so that neither
 * many of them nor many of the stores' emails hold up the others.
 */
const peopleLane = 0;
const storeLane = 1;
/** Announcements give way to everything else. Servers of an earlier version leave them to this one. */
const announcementLane = 2;
type Lane = typeof peopleLane | typeof storeLane | typeof announcementLane;

/** The emails that nobody waits for at a screen. */
const storeKinds: EmailKind[] = ["delivery", "renewal_request", "domain_notice", "webhook_notice", "weekly_digest"];

/** Rows that one unit of work puts in line. */
const batchSize = 200;

/** The lane of the queue in which an email of this kind waits. */
export function laneOf(kind: EmailKind): number {
  if (kind === "announcement") return announcementLane;
  return storeKinds.includes(kind) ? storeLane : peopleLane;
}

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
  const ids = await nextInTurn(db.read, round, count);
  if (ids.length === 0) return { found: 0, claimed: [] };
  const until = instant(now + duration);
  const claimed = await db.write((tx) => claim(tx, { ids: JSON.stringify(ids), until }));
  return { found: ids.length, claimed };
}

const claim = prepared<{ ids: string; until: Instant }, ClaimedEmail>((db, { ids, until }) =>
  db
    .updateTable("emails")
    .set((row) => ({ lease_expires_at: until, attempts: row("attempts", "+", 1) }))
    .where("id", "in", claiming(db, readyAmong(db, ids)))
    .returning(claimedColumns),
);

const readyAmong = (db: Reader, ids: string) =>
  db
    .selectFrom("emails")
    .select("id")
    .where("id", "in", valueSet(db, "integer", ids))
    .where("status", "=", "queued")
    .where("lane", "is not", null)
    .where("lease_expires_at", "is", null);

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
      // Constants, so that both databases see that the index `emails_ready` holds every such row.
      .where("status", "=", sql.lit("queued"))
      .where("lane", "=", sql.lit(lane))
      .where("lease_expires_at", "is", null)
      .where("account_id", ">", after)
      .where("id", "not in", valueSet(db, "integer", except))
      .orderBy("account_id")
      .orderBy("next_attempt_at")
      .limit(sql.lit(1)),
  );
}

/**
 * Puts in line what was put off until `now` or earlier; true when there may be more. Also what was put off for longer than
 * `longestPause` milliseconds from now, which only a wrong clock does.
 */
export async function lineUpDeferred(db: Database, now: Instant, longestPause: number): Promise<boolean> {
  const isDue = await lineUp(db, (eb) => eb("next_attempt_at", "<=", now));
  return (await lineUp(db, (eb) => eb("next_attempt_at", ">", instant(now + longestPause)))) || isDue;
}

type DueCondition = (eb: ExpressionBuilder<Schema, "emails">) => Expression<SqlBool>;

async function lineUp(db: Database, isDue: DueCondition): Promise<boolean> {
  const due = await db.read
    .selectFrom("emails")
    .select("id")
    .where("status", "=", sql.lit("queued"))
    .where("lane", "is", null)
    .where("lease_expires_at", "is", null)
    .where(isDue)
    .orderBy("next_attempt_at")
    .limit(batchSize)
    .execute();
  if (due.length === 0) return false;
  await db.write((tx) =>
    tx
      .updateTable("emails")
      .set(({ eb }) => ({
        lane: eb
          .case()
          .when("kind", "in", storeKinds)
          .then(eb.lit(storeLane))
          .when("kind", "=", "announcement")
          .then(eb.lit(announcementLane))
          .else(eb.lit(peopleLane))
          .end(),
      }))
      .where(
        "id",
        "in",
        due.map(({ id }) => id),
      )
      .where("lane", "is", null)
      .where("lease_expires_at", "is", null)
      .where(isDue)
      .execute(),
  );
  return due.length === batchSize;
}

/**
 * How many messages of all accounts are due now, wait for a later attempt, or are being sent; each counted up to `most`.
 * Each is counted in an index of its own, whatever else the outbox holds.
 */
export async function outboxLengths(
  reader: Reader,
  most: number,
): Promise<{ due: number; waiting: number; sending: number }> {
  const queued = reader.selectFrom("emails").select("id").where("status", "=", sql.lit("queued")).limit(most);
  const free = queued.where("lease_expires_at", "is", null);
  const [due, waiting, sending] = await Promise.all([
    rowCount(reader, free.where("lane", "is not", null)),
    rowCount(reader, free.where("lane", "is", null)),
    rowCount(reader, queued.where("lease_expires_at", "is not", null)),
  ]);
  return { due, waiting, sending };
}
