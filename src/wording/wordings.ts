import type { Reader, Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { DomainError } from "../errors.ts";
import type { Instant } from "../instants.ts";
import { type CustomWordings, isWordingName, type WordingName } from "./names.ts";

/** A text that the store has written itself. */
export interface StoredWording {
  name: string;
  /** Liquid; null for the built-in text. */
  source: string | null;
  /** What it was before the last change; null for the built-in text. */
  previousSource: string | null;
  /** Why it could not be used when it was needed last; null when it could. */
  problem: string | null;
  problemAt: Instant | null;
  updatedAt: Instant;
}

/** Every text that the account has ever customized, by name. */
export async function storedWordings(reader: Reader, accountId: number): Promise<Map<string, StoredWording>> {
  const rows = await reader
    .selectFrom("wordings")
    .select(["name", "source", "previous_source as previousSource", "problem", "problem_at as problemAt"])
    .select("updated_at as updatedAt")
    .where("account_id", "=", accountId)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** The account's own templates, for the texts that it customizes now. */
export async function customWordings(reader: Reader, accountId: number): Promise<CustomWordings> {
  const used = await usedWordings(reader, accountId);
  return Object.fromEntries(used.map(({ name, source }) => [name, source]));
}

/** The same as a list, with the problem that each text had when it was last rendered, if any. */
export async function usedWordings(
  reader: Reader,
  accountId: number,
): Promise<{ name: WordingName; source: string; problem: string | null }[]> {
  const rows = await withSource(reader, { accountId });
  return rows.flatMap(({ name, source, problem }) =>
    isWordingName(name) && source !== null ? [{ name, source, problem }] : [],
  );
}

const withSource = prepared<{ accountId: number }, Pick<StoredWording, "name" | "source" | "problem">>(
  (db, { accountId }) =>
    db
      .selectFrom("wordings")
      .select(["name", "source", "problem"])
      .where("account_id", "=", accountId)
      .where("source", "is not", null),
);

/** The texts that could not be used, each with the reason and the time it was noted, sorted by name. */
export async function failedWordings(
  reader: Reader,
  accountId: number,
): Promise<{ name: WordingName; problem: string; at: Instant }[]> {
  const rows = await reader
    .selectFrom("wordings")
    .select(["name", "problem", "problem_at as at"])
    .where("account_id", "=", accountId)
    .where("problem", "is not", null)
    .orderBy("name")
    .execute();
  return rows.flatMap(({ name, problem, at }) =>
    isWordingName(name) && problem !== null && at !== null ? [{ name, problem, at }] : [],
  );
}

/** Saves a new template, or null for the built-in text. The previous one is kept for undo. The caller has checked that it renders. */
export async function saveWording(
  tx: Tx,
  accountId: number,
  { name, source }: { name: WordingName; source: string | null },
  now: Instant,
): Promise<void> {
  await tx
    .insertInto("wordings")
    .values({
      account_id: accountId,
      name,
      source,
      previous_source: null,
      problem: null,
      problem_at: null,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "name"]).doUpdateSet((row) => ({
        source,
        previous_source: row.ref("wordings.source"),
        problem: null,
        problem_at: null,
        updated_at: now,
      })),
    )
    .execute();
}

/** Restores the text from before its last change. Doing it twice changes nothing. Throws `not_found`. */
export async function undoWording(tx: Tx, accountId: number, name: WordingName, now: Instant): Promise<void> {
  const row = await tx
    .selectFrom("wordings")
    .select("previous_source as source")
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", "This text has never been changed.");
  await saveWording(tx, accountId, { name, source: row.source }, now);
}

/** Notes that a text could not be used, so that the owner sees it. Does nothing if the text has changed meanwhile. */
export async function noteWordingProblem(
  tx: Tx,
  accountId: number,
  { name, source, problem }: { name: WordingName; source: string; problem: string },
  now: Instant,
): Promise<void> {
  await tx
    .updateTable("wordings")
    .set({ problem, problem_at: now })
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .where("source", "=", source)
    .execute();
}
