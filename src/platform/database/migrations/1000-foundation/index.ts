import { sql } from "kysely";
import type { SchemaMigration } from "../../column-types.ts";
import { createTextIndex } from "../../text-index.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { catalog } from "./catalog.ts";
import { data } from "./data.ts";
import { delivery } from "./delivery.ts";
import { messages } from "./messages.ts";
import { operations } from "./operations.ts";
import { orderIndex } from "./order-index.ts";
import { orders } from "./orders.ts";
import { platform } from "./platform.ts";
import { shops } from "./shops.ts";
import { store } from "./store.ts";

/** Each part comes after those that its tables refer to. */
const parts = [
  accounts,
  access,
  catalog,
  orders,
  orderIndex,
  delivery,
  store,
  messages,
  shops,
  data,
  platform,
  operations,
];

/** All tables of version 1.0.0, written in SQLite's SQL. */
export const foundation: SchemaMigration = async (db, { integer }) => {
  const inWords = integer === "bigint" ? forPostgres : forSqlite;
  for (const statement of parts.flatMap((part) => part.split(";\n"))) {
    if (statement.trim() !== "") await sql.raw(inWords(statement)).execute(db);
  }
  await createTextIndex(db);
};

/**
 * Leaves out references that have no index and whose tables have many rows: PostgreSQL would read the whole table for each
 * deleted row. Rows that refer to a row are deleted before it anyway. SQLite does not check references when such rows are deleted
 * (`writeUnchecked`).
 */
function forPostgres(statement: string): string {
  return statement
    .replace("integer primary key autoincrement", "bigint generated always as identity primary key")
    .replaceAll(/^( {2}\w+) integer/gm, "$1 bigint")
    .replaceAll(/^( {2}\w+) text/gm, '$1 text collate "C"')
    .replaceAll(/ references \w+ \(id\) \/\* SQLite alone \*\//g, "");
}

const forSqlite = (statement: string) => statement.replaceAll(" /* SQLite alone */", "");
