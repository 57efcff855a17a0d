import { sql } from "kysely";
import { productsByIds, productsBySkus } from "../../delivery/catalog/products.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { InvalidFields } from "../../platform/errors.ts";

/** Characters of what a mapping names. */
export const longestExternalId = 255;

/** What a product of the shop is here; a null SKU for one that Waybill does not deliver. */
export interface Mapping {
  /** The shop's ID of a product, variant or price, its SKU, or the name of a line. */
  externalId: string;
  sku: string | null;
}

/** Mappings of one connection; more are a mistake. */
export const mostMappings = 5_000;

/** The product (row number) of each mapped ID; null for one that is not delivered. */
export async function mappedProducts(reader: Reader, connectionId: number): Promise<Map<string, number | null>> {
  const rows = await reader
    .selectFrom("connection_mappings")
    .select(["external_id as externalId", "product_id as productId"])
    .where("connection_id", "=", connectionId)
    .orderBy("external_id")
    .execute();
  return new Map(rows.map(({ externalId, productId }) => [externalId, productId]));
}

/** In the order of the shop's IDs. Those of deleted products are left out. */
export async function listMappings(reader: Reader, accountId: number, connectionId: number): Promise<Mapping[]> {
  const mapped = await mappedProducts(reader, connectionId);
  const ids = [...mapped.values()].filter((id) => id !== null);
  const products = ids.length === 0 ? [] : await productsByIds(reader, accountId, ids);
  const skus = new Map(products.map(({ id, sku }) => [id, sku]));
  return [...mapped].flatMap(([externalId, productId]) => {
    const sku = productId === null ? null : skus.get(productId);
    return sku === undefined ? [] : [{ externalId, sku }];
  });
}

/** Makes these the mappings of the connection, and tells whether that changes any. Throws `invalid` for a SKU that no product has. */
export async function replaceMappings(
  tx: Tx,
  accountId: number,
  connectionId: number,
  mappings: Mapping[],
): Promise<boolean> {
  const skus = mappings.flatMap(({ sku }) => sku ?? []);
  const found = skus.length === 0 ? [] : await productsBySkus(tx, accountId, [...new Set(skus)]);
  const products = new Map(found.map(({ id, sku }) => [sku, id]));
  const unknown = mappings.flatMap(({ sku }, index) =>
    sku === null || products.has(sku)
      ? []
      : [{ field: `mappings[${index}].sku`, message: `is unknown: no product has the SKU ${JSON.stringify(sku)}` }],
  );
  if (unknown.length > 0) throw new InvalidFields(unknown);
  const before = await mappedProducts(tx, connectionId);
  const rows = [...new Map(mappings.map((one) => [one.externalId, one])).values()].map(({ externalId, sku }) => ({
    connection_id: connectionId,
    external_id: externalId,
    product_id: sku === null ? null : (products.get(sku) as number),
  }));
  const kept = new Set(rows.map(({ external_id }) => external_id));
  const removed = [...before.keys()].filter((id) => !kept.has(id));
  const changed = rows.filter(({ external_id, product_id }) => before.get(external_id) !== product_id);
  const old = [...removed, ...changed.map(({ external_id }) => external_id).filter((id) => before.has(id))];
  for (const ids of slicesOf(old)) await removeSome(tx, { connectionId, ids: JSON.stringify(ids) });
  for (const some of slicesOf(changed)) await insertSome(tx, { rows: JSON.stringify(some) });
  return removed.length + changed.length > 0;
}

/** Rows of one statement, which holds the loop meanwhile. */
const slice = 500;

const slicesOf = <One>(all: One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / slice) }, (_, index) => all.slice(index * slice, (index + 1) * slice));

const removeSome = prepared<{ connectionId: number; ids: string }, never>((db, { connectionId, ids }) =>
  db
    .deleteFrom("connection_mappings")
    .where("connection_id", "=", connectionId)
    .where("external_id", "in", valueSet(db, "text", ids)),
);

const insertSome = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("connection_mappings")
    .columns(["connection_id", "external_id", "product_id"])
    .expression(
      db
        .selectFrom(rowSet(db, "some", { connection_id: "integer", external_id: "text", product_id: "integer" }, rows))
        .select(["connection_id", "external_id", "product_id"]),
    ),
);

/** Gives a connection the mappings of another that it has not. */
export async function carryMappings(tx: Tx, from: number, to: number): Promise<void> {
  const has = (await mappedProducts(tx, to)).size;
  if (has >= mostMappings) return;
  await tx
    .insertInto("connection_mappings")
    .columns(["connection_id", "external_id", "product_id"])
    .expression(({ selectFrom, val, not, exists }) =>
      selectFrom("connection_mappings as theirs")
        .select([
          sql<number>`cast(${val(to)} as integer)`.as("connection_id"),
          "theirs.external_id",
          "theirs.product_id",
        ])
        .where("theirs.connection_id", "=", from)
        .where(
          not(
            exists(
              selectFrom("connection_mappings as own")
                .select("own.external_id")
                .where("own.connection_id", "=", to)
                .where("own.external_id", "=", sql.ref<string>("theirs.external_id")),
            ),
          ),
        )
        .orderBy("theirs.external_id")
        .limit(mostMappings - has),
    )
    .execute();
}
