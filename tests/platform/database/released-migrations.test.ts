import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import { migrations } from "../../../src/platform/database/migrations.ts";
import { databasesUnderTest } from "../../support/databases.ts";

interface Release {
  version: string;
  /** What is new in it. */
  migrations: string[];
  /** Of the schema that it and all before it make, by database. */
  schema: { sqlite: string; postgres: string };
}

const releases: Release[] = JSON.parse(readFileSync(join(import.meta.dir, "released.json"), "utf8"));

/** Runs `use` with these migrations alone. */
async function withOnly<T>(names: string[], use: () => Promise<T>): Promise<T> {
  const all = { ...migrations };
  for (const name of Object.keys(all)) if (!names.includes(name)) delete migrations[name];
  try {
    return await use();
  } finally {
    for (const name of Object.keys(migrations)) delete migrations[name];
    Object.assign(migrations, all);
  }
}

const descriptions: Record<"sqlite" | "postgres", RawBuilder<{ text: string }>> = {
  sqlite: sql`select sql as text from sqlite_master where sql is not null and tbl_name not glob 'sqlite_*'`,
  postgres: sql`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as text
    from information_schema.columns where table_schema = current_schema()
    union all select indexdef from pg_indexes where schemaname = current_schema()
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'`,
};

async function schemaOf(db: Database, name: "sqlite" | "postgres"): Promise<string> {
  const { rows } = await descriptions[name].execute(db.read);
  // The table in which Kysely notes what has run is Kysely's.
  const texts = rows.map(({ text }) => text.replaceAll(/\s+/g, " ")).filter((text) => !text.includes("kysely_"));
  return new Bun.CryptoHasher("sha256").update(texts.sort().join("\n")).digest("hex");
}

describe.each(databasesUnderTest)("the migrations of released versions, on $name,", ({ name, createEmpty }) => {
  test.each(releases)("make the schema that $version had", async ({ version, schema }) => {
    const upTo = releases.slice(0, releases.findIndex((one) => one.version === version) + 1);
    const names = upTo.flatMap((one) => one.migrations);
    expect(Object.keys(migrations).slice(0, names.length)).toEqual(names);
    const made = await withOnly(names, async () => schemaOf(await (await createEmpty()).open(), name));
    expect(made).toBe(schema[name]);
  });
});
