import { skuProblem } from "../../delivery/catalog/product-lookup.ts";
import { insertProducts } from "../../delivery/catalog/products.ts";
import { type Product, productsByIds, productsBySkus } from "../../delivery/catalog/queries.ts";
import type { Tx } from "../../platform/database/database.ts";
import { textProblem } from "../../platform/text.ts";
import { type Job, writtenMove } from "./job.ts";
import { readList } from "./list.ts";
import { lockMove, type Move, movedIds, noteMoved } from "./moves.ts";
import { keptIdentifier, type OldProduct, oldProduct } from "./old-values.ts";

/** The products here, by their SKUs in the old service. */
export type MovedProducts = Map<string, MovedProduct>;

interface MovedProduct {
  /** Null in a dry run if it does not exist here. */
  product: Product | null;
  old: OldProduct;
}

/** Imports the items of the old service as products. A product with the same SKU counts as the same. */
export async function moveProducts(job: Job): Promise<MovedProducts> {
  const { service, account, comparison, db } = job;
  const products: MovedProducts = new Map();
  await readList(service, {
    path: "/api/items",
    root: "items",
    progress: (done, total) => job.progress("reading products", done, total, "pages"),
    async handle(batch) {
      const read = batch.map(oldProduct).filter(({ sku }) => !products.has(sku));
      for (const _ of read) comparison.count("there", "products");
      const right = read.filter(({ sku, name }) => {
        const problem = skuProblem(sku) ?? textProblem(name, { longest: 255 });
        if (problem) comparison.differs("product", sku, `its SKU or name ${problem}`);
        return problem === null;
      });
      const move = writtenMove(job);
      if (move) comparison.made.products += await db.write((tx) => insertMissing(tx, job, move, right));
      const here = await productsHere(right.map(({ sku }) => sku));
      for (const old of right) {
        const product = here.get(old.sku) ?? null;
        if (product || job.dryRun) products.set(old.sku, { product, old });
        else comparison.differs("product", old.sku, "it was deleted here");
        if (!product) continue;
        comparison.count("here", "products");
        if (product.name !== old.name) comparison.differs("product", old.sku, `its name here is ${product.name}`);
      }
    },
  });
  return products;

  async function productsHere(skus: string[]): Promise<Map<string, Product>> {
    const moved = await movedIds(db.read, job.move, "product", skus);
    const byId = new Map((await productsByIds(db.read, account.id, [...moved.values()])).map((one) => [one.id, one]));
    const bySku = new Map((await productsBySkus(db.read, account.id, skus)).map((one) => [one.sku, one]));
    const found = new Map<string, Product>();
    for (const sku of skus) {
      const id = moved.get(sku);
      const product = id === undefined ? bySku.get(sku) : byId.get(id);
      if (product) found.set(sku, product);
    }
    return found;
  }
}

/** Returns how many it has created. */
async function insertMissing(tx: Tx, { account, now }: Job, move: Move, list: OldProduct[]): Promise<number> {
  await lockMove(tx, move);
  const moved = await movedIds(
    tx,
    move,
    "product",
    list.map(({ sku }) => sku),
  );
  const missing = list.filter(({ sku }) => !moved.has(sku));
  const wanted = missing.map((old) => ({
    ...{ sku: old.sku, name: old.name, price: null, currency: null },
    createdAt: old.createdAt ?? now,
    guid: keptIdentifier(old.guid),
  }));
  const made = wanted.length === 0 ? [] : await insertProducts(tx, account.id, wanted);
  const skus = missing.map(({ sku }) => sku);
  let here = await productsBySkus(tx, account.id, skus);
  // Another product already has the old link's identifier.
  const refused = wanted.filter(({ sku }) => !here.some((one) => one.sku === sku));
  if (refused.length > 0) {
    const again = refused.map(({ guid: _, ...product }) => product);
    made.push(...(await insertProducts(tx, account.id, again)));
    here = await productsBySkus(tx, account.id, skus);
  }
  await noteMoved(
    tx,
    move,
    "product",
    here.map(({ sku, id }) => ({ oldId: sku, newId: id })),
  );
  return made.length;
}
