import { type ColumnDefinitionBuilder, type Expression, type Kysely, sql } from "kysely";

/** What the two databases call the same thing. */
export interface ColumnTypes {
  /** A row's number, given out by the database, never again after a deletion. */
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  idType: "integer" | "bigint";
  /** Text that is compared and sorted byte by byte. */
  text: Expression<unknown> | "text";
  /** 64-bit whole numbers. */
  integer: "integer" | "bigint";
}

/** A migration that is written once for both databases. */
export type SchemaMigration = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;

export const sqliteColumns: ColumnTypes = {
  id: (column) => column.primaryKey().autoIncrement(),
  idType: "integer",
  text: "text",
  integer: "integer",
};

export const postgresColumns: ColumnTypes = {
  id: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
  idType: "bigint",
  text: sql`text collate "C"`,
  integer: "bigint",
};
