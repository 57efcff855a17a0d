import { sql } from "kysely";
import { productsByIds, productsBySkus } from "../../delivery/catalog/products.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
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
  const isSame = ({ external_id, product_id }: (typeof rows)[number]) => before.get(external_id) === product_id;
  if (rows.length === before.size && rows.every(isSame)) return false;
  await tx.deleteFrom("connection_mappings").where("connection_id", "=", connectionId).execute();
  for (let start = 0; start < rows.length; start += 200) {
    await tx
      .insertInto("connection_mappings")
      .values(rows.slice(start, start + 200))
      .execute();
  }
  return true;
}

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
