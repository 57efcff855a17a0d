import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Reader, Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { type Instant, instant, instantNow } from "../instants.ts";

/** Milliseconds until a hold expires unless it is renewed: how long removals wait after its process has died. */
const lease = 15 * 60_000;

/** Milliseconds between two renewals. */
const renewal = 60_000;

/** A hold on removals, renewed until it is released. */
export interface RemovalPause {
  /** Rejects with `PauseLost` if the hold has expired: bytes may have been removed since. */
  check(): Promise<void>;
  /** Lets removals continue. */
  release(): Promise<void>;
}

/** The process was stopped, or could not reach the database, for so long that its hold expired. */
export class PauseLost extends Error {
  constructor() {
    super("The hold on the removal of files expired, so files may be missing.");
    this.name = "PauseLost";
  }
}

/**
 * Keeps stored bytes and messages of this installation from being removed, on every node, until the hold is released.
 * Everything that the database refers to afterwards is kept. Returns null if another process has a hold with this name.
 * If the process dies, the hold expires after 15 minutes. To remove something, first read what to remove, then call
 * `areRemovalsPaused`. Then anything removed without seeing the hold was deleted before the hold began, and no later
 * snapshot of the database refers to it.
 */
export async function pauseRemovals(db: Database, name: string): Promise<RemovalPause | null> {
  const holder = randomBytes(16).toString("hex");
  if (!(await acquire(db, name, holder))) return null;
  // A failed renewal is retried; only an expired hold counts.
  const timer = setInterval(() => void renew(db, name, holder).catch(() => {}), renewal);
  timer.unref();
  return {
    async check() {
      if (!(await renew(db, name, holder))) throw new PauseLost();
    },
    async release() {
      clearInterval(timer);
      await db.write((tx) =>
        tx.deleteFrom("removal_holds").where("name", "=", name).where("holder", "=", holder).execute(),
      );
    },
  };
}

/** Whether nothing may be removed now. */
export async function areRemovalsPaused(reader: Reader, now: Instant): Promise<boolean> {
  return (await anyHold(reader, { now })).length > 0;
}

const anyHold = prepared<{ now: Instant }, { name: string }>((db, { now }) =>
  db.selectFrom("removal_holds").select("name").where("expires_at", ">", now).limit(sql.lit(1)),
);

/** Ends the hold with this name, if its process is known to be dead. */
export async function endPause(db: Database, name: string): Promise<void> {
  await db.write((tx) => tx.deleteFrom("removal_holds").where("name", "=", name).execute());
}

/** Ends all holds in a restored installation: they came with the backup. */
export async function endAllPauses(tx: Tx): Promise<void> {
  await tx.deleteFrom("removal_holds").execute();
}

/** False if another process has a hold with this name. */
async function acquire(db: Database, name: string, holder: string): Promise<boolean> {
  const now = instantNow();
  return db.write(async (tx) => {
    await tx.deleteFrom("removal_holds").where("expires_at", "<=", now).execute();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("removal_holds")
      .values({ name, holder, expires_at: instant(now + lease) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });
}

/** False if the hold has expired. */
async function renew(db: Database, name: string, holder: string): Promise<boolean> {
  const now = instantNow();
  const { numUpdatedRows } = await db.write((tx) =>
    tx
      .updateTable("removal_holds")
      .set({ expires_at: instant(now + lease) })
      .where("name", "=", name)
      .where("holder", "=", holder)
      .where("expires_at", ">", now)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
}
