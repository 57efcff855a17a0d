import { type Kysely, type SchemaModule, sql } from "kysely";
import { foldText, trailingNumber } from "../../text.ts";
import type { ColumnTypes, SchemaMigration } from "../column-types.ts";

/** Rows per query. */
const batchSize = 1000;

/**
 * Lists orders by creation time, and finds them by name, email address and the store's own ID in any case. Remembers
 * products with new license keys until the waiting orders have theirs.
 */
export const orderSearch: SchemaMigration = async (db, types) => {
  const { schema } = db;
  await addColumns(schema, "orders", ["email_search", "name_search", "surname_search"], types);
  await schema.alterTable("orders").addColumn("vendor_number", types.text).execute();
  await addColumns(schema, "products", ["sku_search", "name_search"], types);
  await fill(db, "orders", ["email", "first_name", "last_name", "vendor_id"], (order) => ({
    email_search: foldText(order.email ?? ""),
    name_search: foldText(`${order.first_name} ${order.last_name}`),
    surname_search: foldText(`${order.last_name} ${order.first_name}`),
    vendor_number: trailingNumber(order.vendor_id ?? ""),
  }));
  await fill(db, "products", ["sku", "name"], (product) => ({
    sku_search: foldText(product.sku ?? ""),
    name_search: foldText(product.name ?? ""),
  }));
  await replaceIndexes(schema);
  await schema
    .createTable("key_handouts")
    .addColumn("product_id", types.integer, (column) => column.primaryKey().references("products.id"))
    .execute();
};

async function addColumns(schema: SchemaModule, table: string, columns: string[], { text }: ColumnTypes) {
  for (const name of columns) {
    await schema
      .alterTable(table)
      .addColumn(name, text, (column) => column.notNull().defaultTo(""))
      .execute();
  }
}

async function replaceIndexes(schema: SchemaModule): Promise<void> {
  for (const name of ["orders_email", "orders_first_name", "orders_last_name", "orders_account"]) {
    await schema.dropIndex(name).execute();
  }
  for (const column of ["email_search", "name_search", "surname_search"]) {
    await schema.createIndex(`orders_${column}`).on("orders").columns(["account_id", column]).execute();
  }
  await schema
    .createIndex("orders_vendor_number")
    .on("orders")
    .columns(["account_id", "vendor_number"])
    .where(sql.ref("vendor_number"), "is not", null)
    .execute();
  await schema
    .createIndex("orders_newest")
    .on("orders")
    // With the last two, SQLite counts open and expired orders without reading the table.
    .columns(["account_id", "created_at", "id", "expires_at", "deleted_at"])
    .where(sql.ref("deleted_at"), "is", null)
    .execute();
  await schema
    .createIndex("orders_manual")
    .on("orders")
    .columns(["account_id", "created_at", "id"])
    .where(sql<boolean>`source = 'manual' and deleted_at is null`)
    .execute();
}

/** Sets columns of every row from others, a batch of rows at a time. */
async function fill(
  db: Kysely<unknown>,
  table: string,
  read: string[],
  write: (row: Record<string, string | null>) => Record<string, string | null>,
): Promise<void> {
  const name = sql.table(table);
  const columns = sql.join(read.map((column) => sql.ref(column)));
  for (let last = 0; ; ) {
    const { rows } = await sql<Record<string, string | null> & { id: number }>`
      select id, ${columns} from ${name} where id > ${last} order by id limit ${sql.lit(batchSize)}
    `.execute(db);
    const filled = rows.map((row) => ({ id: row.id, set: write(row) }));
    const [first] = filled;
    if (!first) return;
    const written = Object.keys(first.set);
    const values = filled.map(
      ({ id, set }) =>
        sql`(cast(${id} as bigint), ${sql.join(written.map((column) => sql`cast(${set[column] ?? null} as text)`))})`,
    );
    // Both databases give the columns of such a list these names.
    const assignments = written.map(
      (column, index) => sql`${sql.ref(column)} = filled.${sql.ref(`column${index + 2}`)}`,
    );
    await sql`
      update ${name} set ${sql.join(assignments)} from (values ${sql.join(values)}) as filled
      where ${name}.id = filled.column1
    `.execute(db);
    last = filled.at(-1)?.id ?? last;
  }
}
