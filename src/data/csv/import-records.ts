import type { Selection } from "kysely";
import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { ImportsTable, Schema } from "../../platform/database/schema.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { containsAddress } from "../../platform/email-address.ts";
import { type Instant, instant, instantNow } from "../../platform/instants.ts";
import type { CsvFile, Refusal } from "./csv-read.ts";

/** Milliseconds for which reports are kept. */
const keptMilliseconds = 7 * dayMilliseconds;

/** Milliseconds without a heartbeat after which an import counts as ended. */
const longestSilence = 60_000;

export interface ImportRequest {
  kind: ImportsTable["kind"];
  /** True if the file is only checked. */
  dryRun: boolean;
  /** True if valid rows are imported even if others are rejected. */
  skipRefused: boolean;
}

/** How an import ended. */
export interface Report {
  state: "done" | "failed";
  accepted: number;
  /** Whether the accepted rows were imported: all of them or none. */
  applied: boolean;
  /** `value` is the wrong cell's content, shortened; null for an empty cell, and for the whole row. */
  refused: (Refusal & { value: string | null })[];
  /** Sentences about values that were interpreted or ignored. */
  notes: string[];
  /** Why the import failed, in a sentence. */
  problem: string | null;
}

/** The progress of an import. */
export interface ImportRecord extends ImportRequest, Omit<Report, "state"> {
  id: number;
  state: ImportsTable["state"];
  rows: number;
  /** Rows that the current state has finished. */
  doneRows: number;
  unknownColumns: string[];
  createdAt: Instant;
  finishedAt: Instant | null;
}

/** Returns the new import's number. */
export async function begin(
  tx: Tx,
  accountId: number,
  { kind, dryRun, skipRefused }: ImportRequest,
  { rows, misshapen, unknownColumns }: CsvFile,
  now: Instant,
): Promise<number> {
  const { id } = await tx
    .insertInto("imports")
    .values({
      account_id: accountId,
      kind,
      state: "checking",
      dry_run: Number(dryRun),
      skip_refused: Number(skipRefused),
      rows: rows.length + misshapen.length,
      done_rows: 0,
      accepted: 0,
      applied: 0,
      refused: "[]",
      unknown_columns: JSON.stringify(unknownColumns),
      problem: null,
      created_at: now,
      seen_at: now,
      finished_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Records a heartbeat of the importing process. */
export async function showLife(db: Database, id: number, doneRows: number): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("imports")
      .set({ seen_at: instantNow(), done_rows: doneRows })
      .where("id", "=", id)
      .where("finished_at", "is", null)
      .execute(),
  );
}

/** Records that the file has been checked and is being written. */
export async function beginApplying(db: Database, id: number, accepted: number): Promise<void> {
  await db.write((tx) =>
    tx.updateTable("imports").set({ state: "applying", accepted, done_rows: 0 }).where("id", "=", id).execute(),
  );
}

/**
 * Marks the imports of a process that has died as ended. Call only if no other process imports into this database, and
 * before the first import: otherwise running imports would seem to have failed.
 */
export async function endInterruptedImports(db: Database): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable("imports")
      .set({ seen_at: instant(0) })
      .where("finished_at", "is", null)
      .execute(),
  );
}

/** Does nothing for an import that has ended. */
export async function finish(
  tx: Tx,
  id: number,
  { state, accepted, applied, refused, notes, problem }: Report,
): Promise<void> {
  await tx
    .updateTable("imports")
    .set(({ ref }) => ({
      state,
      accepted,
      applied: Number(applied),
      refused: JSON.stringify(refused),
      notes: JSON.stringify(notes),
      problem,
      done_rows: ref("rows"),
      finished_at: instantNow(),
    }))
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .execute();
}

export async function removeOld(tx: Tx, accountId: number, now: Instant): Promise<void> {
  await tx
    .deleteFrom("imports")
    .where("account_id", "=", accountId)
    .where("created_at", "<", instant(now - keptMilliseconds))
    .execute();
}

/**
 * Null if the account has no such import. `alive`: it runs in this process, whose heartbeats on SQLite wait for the
 * import's own transaction.
 */
export async function importById(
  reader: Reader,
  accountId: number,
  id: number,
  { now, alive }: { now: Instant; alive: boolean },
): Promise<ImportRecord | null> {
  const row = await reader
    .selectFrom("imports")
    .select(recordColumns)
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!row) return null;
  // The rows and the end are written in one transaction. Without the end, no row was written.
  const dead = !alive && row.finishedAt === null && row.seenAt < now - longestSilence;
  return recordOf(row, dead);
}

const recordColumns = [
  "id",
  "kind",
  "state",
  "dry_run as dryRun",
  "skip_refused as skipRefused",
  "rows",
  "done_rows as doneRows",
  "accepted",
  "applied",
  "refused",
  "unknown_columns as unknownColumns",
  "notes",
  "problem",
  "created_at as createdAt",
  "seen_at as seenAt",
  "finished_at as finishedAt",
] as const;

type RecordRow = Selection<Schema, "imports", (typeof recordColumns)[number]>;

function recordOf({ seenAt, ...row }: RecordRow, dead: boolean): ImportRecord {
  return {
    ...row,
    state: dead ? "failed" : row.state,
    dryRun: row.dryRun === 1,
    skipRefused: row.skipRefused === 1,
    applied: row.applied === 1,
    refused: JSON.parse(row.refused),
    unknownColumns: JSON.parse(row.unknownColumns),
    notes: JSON.parse(row.notes),
    problem: dead ? "Waybill was stopped before the import finished. Nothing was imported. Try again." : row.problem,
  };
}

/** Removes the address of an erased customer from all reports. Other reports do not change. */
export async function forgetInReports(tx: Tx, accountId: number, address: string): Promise<void> {
  const holds = (text: string | null) => containsAddress(text, address);
  const reports = await tx
    .selectFrom("imports")
    .select(["id", "refused", "notes"])
    .where("account_id", "=", accountId)
    .where("kind", "=", "orders")
    .execute();
  for (const { id, refused, notes } of reports) {
    if (!holds(refused) && !holds(notes)) continue;
    const rows: Report["refused"] = JSON.parse(refused);
    const kept = rows.map((row) => ({
      ...row,
      value: holds(row.value) ? null : row.value,
      reason: holds(row.reason) ? "was refused" : row.reason,
    }));
    const sentences = (JSON.parse(notes) as string[]).filter((sentence) => !holds(sentence));
    await tx
      .updateTable("imports")
      .set({ refused: JSON.stringify(kept), notes: JSON.stringify(sentences) })
      .where("id", "=", id)
      .execute();
  }
}
