import type { Selection } from "kysely";
import { isUniqueViolation, type Reader, type Tx } from "../../platform/database/database.ts";
import { encryptedColumns } from "../../platform/database/encrypted-columns.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { textProblem } from "../../platform/text.ts";
import type { Vault } from "../../platform/vault.ts";
import type { MoveReport } from "./comparison.ts";
import { readOldAddress, wrongOldAddress } from "./old-values.ts";

const columns = [
  "id",
  "account_id as accountId",
  "source",
  "dry_run as dryRun",
  "state",
  "step",
  "step_done as stepDone",
  "step_total as stepTotal",
  "notice",
  "problem",
  "actor",
  "created_at as createdAt",
  "finished_at as finishedAt",
] as const;

/** The columns are explained in src/platform/database/schema/data.ts. */
export type MoveRun = Selection<Schema, "move_runs", (typeof columns)[number]>;

/** The account to move. */
interface NewRun {
  from: string;
  apiKey: string;
  apiToken: string;
  /** Only read and compare. */
  dryRun: boolean;
  /** Who started it, as in `activities`. */
  actor: string | null;
}

/** Longest address, key or token, in characters. */
const longest = 1_000;

/** Most runs to keep for an account. */
const mostKept = 10;

/** Starts a move, which a worker carries out. Throws `invalid`, and `in_use` while another move is running. */
export async function startRun(
  tx: Tx,
  vault: Vault,
  accountId: number,
  { from, apiKey: key, apiToken: token, dryRun, actor }: NewRun,
  now: Instant,
): Promise<MoveRun> {
  const address = from.length <= longest ? readOldAddress(from.trim()) : null;
  rejectFields([
    { field: "from", message: address ? null : wrongOldAddress },
    { field: "apiKey", message: textProblem(key, { shortest: 1, longest }) },
    { field: "apiToken", message: textProblem(token, { shortest: 1, longest }) },
  ]);
  await removeOldRuns(tx, accountId);
  const run = tx.insertInto("move_runs").values({
    account_id: accountId,
    source: from.trim(),
    credentials: vault.encrypt(JSON.stringify({ key, token })),
    dry_run: dryRun ? 1 : 0,
    state: "running",
    step_done: 0,
    step_total: 0,
    actor,
    created_at: now,
  });
  try {
    return await run.returning(columns).executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError("in_use", "Your store is being moved already.");
    throw error;
  }
}

/** Leaves room for one more. */
async function removeOldRuns(tx: Tx, accountId: number): Promise<void> {
  const kept = tx.selectFrom("move_runs").select("id").where("account_id", "=", accountId);
  await tx
    .deleteFrom("move_runs")
    .where("account_id", "=", accountId)
    .where("state", "<>", "running")
    .where("id", "not in", kept.orderBy("id", "desc").limit(mostKept - 1))
    .execute();
}

/** The account's latest runs, newest first. */
export function listRuns(reader: Reader, accountId: number): Promise<MoveRun[]> {
  return reader
    .selectFrom("move_runs")
    .select(columns)
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(mostKept)
    .execute();
}

/** A run and its report; null unless the run is done. Throws `not_found`. */
export async function requireRun(
  reader: Reader,
  accountId: number,
  id: number,
): Promise<{ run: MoveRun; report: MoveReport | null }> {
  const found = await reader
    .selectFrom("move_runs")
    .select([...columns, "report"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!found) throw new DomainError("not_found", `There is no move with the ID ${id}.`);
  const { report, ...run } = found;
  return { run, report: report === null ? null : (JSON.parse(report) as MoveReport) };
}

/** Ends a run; its worker notices soon. Does nothing if it has ended. Throws `not_found`. */
export async function stopRun(tx: Tx, accountId: number, id: number, now: Instant): Promise<MoveRun> {
  await requireRun(tx, accountId, id);
  await endRun(tx, id, { state: "stopped" }, now);
  return (await requireRun(tx, accountId, id)).run;
}

/** How a run ends. */
export type RunEnd =
  | { state: "done"; report: MoveReport }
  | { state: "failed"; problem: string }
  | { state: "stopped" };

/** Ends a run unless it has ended, and deletes its credentials. */
export async function endRun(tx: Tx, id: number, end: RunEnd, now: Instant): Promise<void> {
  await tx
    .updateTable("move_runs")
    .set({
      state: end.state,
      problem: "problem" in end ? end.problem : null,
      report: "report" in end ? JSON.stringify(end.report) : null,
      credentials: null,
      notice: null,
      lease_expires_at: null,
      finished_at: now,
    })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/** Key and token of unfinished runs. A run whose key and token are lost has failed. */
export const encryptedRuns = (vault: Vault) =>
  encryptedColumns("move_runs", vault, {
    columns: ["credentials"],
    async giveUp(tx, { id }) {
      const problem = "Its key and token were lost with the secret of this service. Start again with both.";
      await endRun(tx, id, { state: "failed", problem }, instantNow());
    },
  });
