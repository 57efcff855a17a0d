import { type ColumnDefinitionBuilder, type Expression, type Kysely, sql } from "kysely";

/** Column types with the same meaning on both databases. */
export interface ColumnTypes {
  /** A row's number, assigned by the database. Never reused after a deletion. */
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  idType: "integer" | "bigint";
  /** Text that is compared and sorted byte by byte. */
  text: Expression<unknown> | "text";
  /** 64-bit whole numbers. */
  integer: "integer" | "bigint";
}

/** A migration that is written once, for both databases. */
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
