import { type Kysely, sql } from "kysely";
import { foldIdentifier, foldText, trailingNumber, visibleText, withoutInvisible } from "../../text.ts";
import type { SchemaMigration } from "../column-types.ts";

/** Rows per query. */
const batchSize = 500;

/**
 * IDs of orders and SKUs are stored without what cannot be seen from now on. Few earlier ones have any of it; one whose visible
 * form another row has stays as it is.
 */
export const visibleIds: SchemaMigration = async (db) => {
  await tidy(db, { table: "orders", column: "public_id", seen: visibleText, searches: () => ({}) });
  const searches = (id: string) => {
    const folded = foldIdentifier(id);
    return { vendor_search: folded === id ? null : folded, vendor_number: trailingNumber(id) };
  };
  await tidy(db, { table: "orders", column: "vendor_id", seen: visibleText, searches });
  const skuSearches = (sku: string) => ({ sku_search: foldText(sku) });
  await tidy(db, { table: "products", column: "sku", seen: withoutInvisible, searches: skuSearches });
};

interface Identifiers {
  table: "orders" | "products";
  column: string;
  seen: (text: string) => string;
  /** The columns by which searches find the row. */
  searches: (seen: string) => Record<string, string | null>;
}

async function tidy(db: Kysely<unknown>, { table, column, seen, searches }: Identifiers): Promise<void> {
  const [rowsOf, id] = [sql.table(table), sql.ref(column)];
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, ${id} as text from ${rowsOf}
      where id > ${last} and (octet_length(${id}) <> length(${id}) or trim(${id}) <> ${id})
      order by id limit ${sql.lit(batchSize)}
    `.execute(db);
    for (const row of rows) {
      const text = seen(row.text);
      if (text === row.text || text === "") continue;
      const values = Object.entries({ [column]: text, ...searches(text) }).map(
        ([name, value]) => sql`${sql.ref(name)} = ${value}`,
      );
      await sql`
        update ${rowsOf} set ${sql.join(values)} where id = ${row.id} and not exists (
          select 1 from ${rowsOf} as other
          where other.account_id = ${sql.ref(`${table}.account_id`)} and other.${id} = ${text}
            and other.deleted_at is null
        )
      `.execute(db);
    }
    if (rows.length < batchSize) return;
    last = Number(rows.at(-1)?.id ?? last);
  }
}
