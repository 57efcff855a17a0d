import type { Content } from "../../delivery/catalog/contents.ts";
import { bundlesWith, contentsOfProducts } from "../../delivery/catalog/contents.ts";
import { productsBySkus } from "../../delivery/catalog/queries.ts";
import type { Reader } from "../../platform/database/database.ts";
import { giveWay } from "../../platform/give-way.ts";
import { withoutInvisible } from "../../platform/text.ts";
import type { Refusals } from "./kind.ts";
import type { ProductChange, ProductRow } from "./write-products.ts";

/** A row of a file of products that lists the contents of a bundle. */
export interface BundleRow {
  row: number;
  /** The product's row number; absent for a new one. */
  id: number | undefined;
  sku: string;
  contents: Content[];
  /** Its accepted values. */
  accepted: ProductRow | ProductChange;
}

/**
 * Bundles name a product that the file renames by its earlier SKU if only its own row was edited: they get its new one, unless
 * another row takes the earlier SKU. `renamed` has the new SKU for each earlier one.
 */
export function followRenames(bundles: BundleRow[], renamed: Map<string, string>, rows: Map<string, number>): void {
  if (renamed.size === 0) return;
  for (const bundle of bundles) {
    const contents = bundle.contents.map((one) => {
      const before = withoutInvisible(one.sku);
      return rows.has(before) ? one : { ...one, sku: renamed.get(before) ?? one.sku };
    });
    bundle.contents = contents;
    bundle.accepted.contents = contents;
  }
}

/**
 * Refuses the rows whose bundles cannot have their contents. Runs once all rows are read, because a bundle may come before its
 * products in the file. `rows` are the rows of all SKUs of the file. Returns what had been accepted of the refused rows.
 */
export async function refuseContents(
  reader: Reader,
  accountId: number,
  bundles: BundleRow[],
  rows: Map<string, number>,
  refused: Refusals,
): Promise<Set<ProductRow | ProductChange>> {
  const wrong = new Set<ProductRow | ProductChange>();
  const inFile = new Map(bundles.map(({ sku, contents }) => [sku, contents]));
  const heldBy = new Map(
    bundles.flatMap(({ sku, contents }) =>
      contents.flatMap((one) => (one.sku === sku ? [] : [[withoutInvisible(one.sku), sku] as const])),
    ),
  );
  for (const { row, id, sku, contents, accepted } of bundles) {
    await giveWay();
    if (contents.length === 0) continue;
    const skus = contents.map((one) => withoutInvisible(one.sku));
    const products = await productsBySkus(reader, accountId, skus);
    const inside = await contentsOfProducts(reader, products);
    const bySku = new Map(products.map((product) => [product.sku, inside.get(product.id) ?? []]));
    const refuse = (reason: string) => {
      wrong.add(accepted);
      refused.add({ row, field: "contents", reason });
    };
    for (const one of skus) {
      const its = inFile.get(one) ?? bySku.get(one) ?? (rows.has(one) ? [] : null);
      if (its === null) refuse(`has ${JSON.stringify(one)}, which is no product's SKU`);
      else if (one === sku) refuse("has the product itself");
      else if (its.length > 0) refuse(`has ${JSON.stringify(one)}, which holds products itself`);
    }
    const holders = id === undefined ? [] : await bundlesWith(reader, accountId, id);
    const holder = heldBy.get(sku) ?? holders.find((one) => !inFile.has(one));
    if (holder !== undefined) refuse(`must be empty, because ${JSON.stringify(holder)} holds this product`);
  }
  return wrong;
}
