import { type SelectQueryBuilder, sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import { type CustomWordings, isWordingName, type OwnWording, type WordingName } from "./names.ts";

/** Identifies a text by its name and language. Null: the text for all languages without their own. */
interface WordingPlace {
  name: WordingName;
  language: Language | null;
}

/** A text that the store has customized. */
export interface StoredWording {
  name: string;
  /** Liquid; null if the store uses the built-in text. */
  source: string | null;
  /** The source before the last change. */
  previousSource: string | null;
  /** Why it could not be used the last time; null if it could. */
  problem: string | null;
  problemAt: Instant | null;
  updatedAt: Instant;
}

/** Every text that the account has ever customized for this language (null: for every language), by name. */
export async function storedWordings(
  reader: Reader,
  accountId: number,
  language: Language | null,
): Promise<Map<string, StoredWording>> {
  const rows = await wordingsIn(reader, language)
    .select(["name", "source", "previous_source as previousSource", "problem", "problem_at as problemAt"])
    .select("updated_at as updatedAt")
    .where("account_id", "=", accountId)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** The languages for which the account has a customized text, by the text's name. */
export async function translatedLanguages(reader: Reader, accountId: number): Promise<Map<string, Language[]>> {
  const rows = await reader
    .selectFrom("translated_wordings")
    .select(["name", "language"])
    .where("account_id", "=", accountId)
    .where("source", "is not", null)
    .orderBy("language")
    .execute();
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map([...byName].map(([name, its]) => [name, its.map(({ language }) => language)]));
}

/** The account's own templates for a customer who reads this language. */
export async function customWordings(reader: Reader, accountId: number, language: Language): Promise<CustomWordings> {
  const used = await usedWordings(reader, accountId, language);
  return Object.fromEntries(used.map(({ name, ...wording }) => [name, wording]));
}

/**
 * The same as a list, with each text's last problem, if any. The text for this language takes precedence over the one for all
 * languages (docs/store/administration.md, Languages).
 */
export async function usedWordings(
  reader: Reader,
  accountId: number,
  language: Language,
): Promise<(OwnWording & { name: WordingName; problem: string | null })[]> {
  const rows = await withSource(reader, { accountId, language });
  const used = new Map<WordingName, OwnWording & { problem: string | null }>();
  for (const { name, source, problem, language } of rows) {
    if (!isWordingName(name) || source === null) continue;
    if (language !== null || !used.has(name)) used.set(name, { source, problem, language });
  }
  return [...used].map(([name, wording]) => ({ name, ...wording }));
}

interface SourceRow extends Pick<StoredWording, "name" | "source" | "problem"> {
  language: Language | null;
}

const withSource = prepared<{ accountId: number; language: Language }, SourceRow>((db, { accountId, language }) =>
  db
    .selectFrom("wordings")
    .select(["name", "source", "problem", sql<Language | null>`cast(null as text)`.as("language")])
    .where("account_id", "=", accountId)
    .where("source", "is not", null)
    .unionAll(
      db
        .selectFrom("translated_wordings")
        .select(["name", "source", "problem", "language"])
        .where("account_id", "=", accountId)
        .where("language", "=", language)
        .where("source", "is not", null),
    ),
);

/** The texts that could not be used, each with the reason and its time, sorted by name. */
export async function failedWordings(
  reader: Reader,
  accountId: number,
): Promise<(WordingPlace & { problem: string; at: Instant })[]> {
  const inEvery = await reader
    .selectFrom("wordings")
    .select(["name", "problem", "problem_at as at"])
    .where("account_id", "=", accountId)
    .where("problem", "is not", null)
    .orderBy("name")
    .execute();
  const inOne = await reader
    .selectFrom("translated_wordings")
    .select(["name", "language", "problem", "problem_at as at"])
    .where("account_id", "=", accountId)
    .where("problem", "is not", null)
    .orderBy("name")
    .orderBy("language")
    .execute();
  return [...inEvery.map((row) => ({ ...row, language: null })), ...inOne].flatMap(({ name, language, problem, at }) =>
    isWordingName(name) && problem !== null && at !== null ? [{ name, language, problem, at }] : [],
  );
}

/**
 * Saves a new template; null returns to the built-in text. Keeps the previous one for undo. The caller has checked that
 * it renders.
 */
export async function saveWording(
  tx: Tx,
  accountId: number,
  { name, language, source }: WordingPlace & { source: string | null },
  now: Instant,
): Promise<void> {
  const saved = { source, problem: null, problem_at: null, updated_at: now };
  const row = { account_id: accountId, name, previous_source: null, ...saved };
  if (language === null) {
    await tx
      .insertInto("wordings")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "name"])
          .doUpdateSet((before) => ({ ...saved, previous_source: before.ref("wordings.source") })),
      )
      .execute();
    return;
  }
  await tx
    .insertInto("translated_wordings")
    .values({ ...row, language })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "name", "language"])
        .doUpdateSet((before) => ({ ...saved, previous_source: before.ref("translated_wordings.source") })),
    )
    .execute();
}

/** Restores the text from before its last change. Doing it twice changes nothing. Throws `not_found`. */
export async function undoWording(tx: Tx, accountId: number, place: WordingPlace, now: Instant): Promise<void> {
  const row = await wordingsIn(tx, place.language)
    .select("previous_source as source")
    .where("account_id", "=", accountId)
    .where("name", "=", place.name)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", "This text has never been changed.");
  await saveWording(tx, accountId, { ...place, source: row.source }, now);
}

/** Records that a text could not be used, so that the owner sees it. Does nothing if the text has changed since. */
export async function noteWordingProblem(
  tx: Tx,
  accountId: number,
  { name, language, source, problem }: WordingPlace & { source: string; problem: string },
  now: Instant,
): Promise<void> {
  const noted = { problem, problem_at: now };
  if (language === null) {
    const changing = tx.updateTable("wordings").set(noted).where("account_id", "=", accountId);
    await changing.where("name", "=", name).where("source", "=", source).execute();
    return;
  }
  const changing = tx.updateTable("translated_wordings").set(noted).where("account_id", "=", accountId);
  await changing.where("name", "=", name).where("language", "=", language).where("source", "=", source).execute();
}

/** The texts of a language, or those for all languages, as the beginning of a query. */
function wordingsIn(reader: Reader, language: Language | null): SelectQueryBuilder<Schema, "wordings", unknown> {
  if (language === null) return reader.selectFrom("wordings");
  const translated = reader.selectFrom("translated_wordings").where("language", "=", language);
  // It has all columns of `wordings`.
  return translated as unknown as SelectQueryBuilder<Schema, "wordings", unknown>;
}
