import { type Kysely, sql } from "kysely";
import { foldIdentifier } from "../../text.ts";
import type { SchemaMigration } from "../column-types.ts";

/** Rows per query. */
const batchSize = 500;

/** Row numbers per query that folds in the database itself. */
const rangeSize = 20_000;

const asciiPunctuation = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ "];

/** Finds orders by the store's own ID in any case and with any punctuation. Plain numbers need no second form. */
export const vendorSearch: SchemaMigration = async (db, { text }) => {
  await db.schema.alterTable("orders").addColumn("vendor_search", text).execute();
  await fillAscii(db);
  await fillOthers(db);
  await db.schema
    .createIndex("orders_vendor_search")
    .on("orders")
    .columns(["account_id", "vendor_search"])
    .where(sql.ref("vendor_search"), "is not", null)
    .execute();
};

/** What `foldIdentifier` makes of ASCII, in SQL: bringing a million rows here one by one would take minutes. */
async function fillAscii(db: Kysely<unknown>): Promise<void> {
  const bare = asciiPunctuation.reduce((text, sign) => sql`replace(${text}, ${sql.lit(sign)}, '')`, sql`vendor_id`);
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from orders`.execute(db);
  const last = Number(rows[0]?.last ?? 0);
  for (let start = 0; start < last; start += rangeSize) {
    await sql`
      update orders set vendor_search = nullif(nullif(lower(${bare}), vendor_id), '')
      where id > ${start} and id <= ${start + rangeSize}
        and trim(vendor_id, '0123456789') <> '' and octet_length(vendor_id) = length(vendor_id)
    `.execute(db);
  }
}

async function fillOthers(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; vendor_id: string }>`
      select id, vendor_id from orders
      where id > ${last} and octet_length(vendor_id) <> length(vendor_id) order by id limit ${sql.lit(batchSize)}
    `.execute(db);
    const changed = rows
      .map(({ id, vendor_id }) => ({ id, vendor_id, folded: foldIdentifier(vendor_id) }))
      .filter(({ vendor_id, folded }) => folded !== null && folded !== vendor_id);
    const values = changed.map(({ id, folded }) => sql`(cast(${id} as bigint), cast(${folded} as text))`);
    if (values.length > 0) {
      // Both databases give the columns of such a list these names.
      await sql`
        update orders set vendor_search = filled.column2 from (values ${sql.join(values)}) as filled
        where orders.id = filled.column1
      `.execute(db);
    }
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}
