import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** One of Waybill's tables, described from SQLite. PostgreSQL has the same names and columns. */
export interface Table {
  name: string;
  columns: string[];
  /** Whether the database assigns its row numbers (`ColumnTypes.id`). */
  hasRowNumbers: boolean;
}

/** A row by its columns: numbers, texts and nulls, equal on both databases. */
export type Row = Record<string, string | number | null>;

/** Tables that are rebuilt from the others. */
const derived: (keyof Schema)[] = [
  "customer_counts",
  "customer_index",
  "customer_index_orders",
  "order_changes",
  "order_index",
  "order_index_products",
  "order_index_progress",
  "order_index_usage",
  "order_texts",
  "stamped_files",
];

/** All tables of the SQLite database, except the migrator's and derived ones. Each comes after the tables it refers to. */
export async function tablesOf(sqlite: Kysely<never>): Promise<Table[]> {
  const { rows: columns } = await sql<{ name: string; column: string; hasRowNumbers: number }>`
    select entry.name, info.name as "column", entry.sql like '%autoincrement%' as "hasRowNumbers"
    from sqlite_schema as entry, pragma_table_info(entry.name) as info
    where entry.type = 'table' and entry.name not like 'sqlite\\_%' escape '\\' and entry.name not like 'kysely\\_%' escape '\\'
      and entry.name not in (${sql.join(derived)}) and entry.name not like 'order\\_text\\_index%' escape '\\'
    order by entry.name, info.cid`.execute(sqlite);
  const { rows: references } = await sql<{ name: string; target: string }>`
    select entry.name, reference."table" as target
    from sqlite_schema as entry, pragma_foreign_key_list(entry.name) as reference
    where entry.type = 'table'`.execute(sqlite);
  const tables = new Map<string, Table>();
  for (const { name, column, hasRowNumbers } of columns) {
    const table = tables.get(name) ?? { name, columns: [], hasRowNumbers: hasRowNumbers === 1 };
    table.columns.push(column);
    tables.set(name, table);
  }
  return inOrderOfReferences([...tables.values()], references);
}

function inOrderOfReferences(tables: Table[], references: { name: string; target: string }[]): Table[] {
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const isPlaced = (name: string) => ordered.some((table) => table.name === name);
    const next = tables.find(
      ({ name }) =>
        !isPlaced(name) && references.every((one) => one.name !== name || one.target === name || isPlaced(one.target)),
    );
    if (!next) throw new Error("Tables refer to each other in a circle.");
    ordered.push(next);
  }
  return ordered;
}
