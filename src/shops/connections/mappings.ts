import { sql } from "kysely";
import { productsByIds, productsBySkus } from "../../delivery/catalog/queries.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { InvalidFields } from "../../platform/errors.ts";

/** Maximum length of the ID, SKU or name in a mapping, in characters. */
export const longestExternalId = 255;

/** Which product here a product of the shop is. The SKU is null if Waybill does not deliver it. */
export interface Mapping {
  /** The shop's ID of a product, variant or price, its SKU, or a line's name. */
  externalId: string;
  sku: string | null;
  /** The shop's name for it; empty if unknown. */
  name: string;
}

/** A mapping to set. Without a name, it keeps its present name. */
export type NewMapping = Omit<Mapping, "name"> & { name?: string | undefined };

/** Maximum number of mappings of one connection. More are a mistake. */
export const mostMappings = 5_000;

/** The product (row number) of each mapped ID; null for one that is not delivered. */
export async function mappedProducts(reader: Reader, connectionId: number): Promise<Map<string, number | null>> {
  const rows = await mappingRows(reader, connectionId);
  return new Map(rows.map(({ externalId, productId }) => [externalId, productId]));
}

const mappingRows = (reader: Reader, connectionId: number) =>
  reader
    .selectFrom("connection_mappings")
    .select(["external_id as externalId", "product_id as productId", "name"])
    .where("connection_id", "=", connectionId)
    .orderBy("external_id")
    .execute();

/** In the order of the shop's IDs. Leaves out mappings to deleted products. */
export async function listMappings(reader: Reader, accountId: number, connectionId: number): Promise<Mapping[]> {
  const mapped = await mappingRows(reader, connectionId);
  const ids = mapped.flatMap(({ productId }) => productId ?? []);
  const products = ids.length === 0 ? [] : await productsByIds(reader, accountId, ids);
  const skus = new Map(products.map(({ id, sku }) => [id, sku]));
  return mapped.flatMap(({ externalId, productId, name }) => {
    const sku = productId === null ? null : skus.get(productId);
    return sku === undefined ? [] : [{ externalId, sku, name }];
  });
}

/**
 * Sets the mappings of the connection, and returns whether that changes which product here any product is. Throws `invalid` for a
 * SKU that no product has.
 */
export async function replaceMappings(
  tx: Tx,
  accountId: number,
  connectionId: number,
  mappings: NewMapping[],
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
  const before = new Map((await mappingRows(tx, connectionId)).map((row) => [row.externalId, row]));
  const rows = [...new Map(mappings.map((one) => [one.externalId, one])).values()].map(({ externalId, sku, name }) => ({
    connection_id: connectionId,
    external_id: externalId,
    product_id: sku === null ? null : (products.get(sku) as number),
    name: name ?? before.get(externalId)?.name ?? "",
  }));
  const kept = new Set(rows.map(({ external_id }) => external_id));
  const removed = [...before.keys()].filter((id) => !kept.has(id));
  const isOther = ({ external_id, product_id }: (typeof rows)[number]) =>
    before.get(external_id)?.productId !== product_id;
  const changed = rows.filter((row) => isOther(row) || before.get(row.external_id)?.name !== row.name);
  const old = [...removed, ...changed.map(({ external_id }) => external_id).filter((id) => before.has(id))];
  for (const ids of slicesOf(old)) await removeSome(tx, { connectionId, ids: JSON.stringify(ids) });
  for (const some of slicesOf(changed)) await insertSome(tx, { rows: JSON.stringify(some) });
  return removed.length > 0 || changed.some(isOther);
}

/** Rows per statement, which blocks the event loop meanwhile. */
const slice = 500;

const slicesOf = <One>(all: One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / slice) }, (_, index) => all.slice(index * slice, (index + 1) * slice));

const removeSome = prepared<{ connectionId: number; ids: string }, never>((db, { connectionId, ids }) =>
  db
    .deleteFrom("connection_mappings")
    .where("connection_id", "=", connectionId)
    .where("external_id", "in", valueSet(db, "text", ids)),
);

const mappingColumns = { connection_id: "integer", external_id: "text", product_id: "integer", name: "text" } as const;

const insertSome = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("connection_mappings")
    .columns(["connection_id", "external_id", "product_id", "name"])
    .expression(
      db
        .selectFrom(rowSet(db, "some", mappingColumns, rows))
        .select(["connection_id", "external_id", "product_id", "name"]),
    ),
);

/** Gives a connection the mappings of another connection that it lacks. */
export async function carryMappings(tx: Tx, from: number, to: number): Promise<void> {
  const has = (await mappedProducts(tx, to)).size;
  if (has >= mostMappings) return;
  await tx
    .insertInto("connection_mappings")
    .columns(["connection_id", "external_id", "product_id", "name"])
    .expression(({ selectFrom, val, not, exists }) =>
      selectFrom("connection_mappings as theirs")
        .select([
          sql<number>`cast(${val(to)} as integer)`.as("connection_id"),
          "theirs.external_id",
          "theirs.product_id",
          "theirs.name",
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
