import { recordFormerFile } from "../../delivery/catalog/files.ts";
import { filesOfProduct, isStored, type Product } from "../../delivery/catalog/queries.ts";
import { type FormerDownload, insertHistory } from "../../delivery/downloads/insert-history.ts";
import { ordersByIds, withItems } from "../../delivery/orders/queries.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type Job, writtenMove } from "./job.ts";
import { readList } from "./list.ts";
import type { MovedProducts } from "./move-products.ts";
import { lockMove, type Move, movedIds, noteMoved } from "./moves.ts";
import { type OldDownload, type OldProduct, oldDownload } from "./old-values.ts";

/** The file that downloads of a product are recorded with. */
interface FileOfDownloads {
  id: number;
  filename: string;
}

/**
 * Imports the history of downloads, each on its day. Leaves out downloads after the beginning of the move: the move
 * itself downloads files, and what orders have left was read afterwards.
 */
export async function moveDownloads(job: Job, products: MovedProducts): Promise<void> {
  const { service, comparison, db, move } = job;
  const seen = new LastIds();
  let later = 0;
  await readList(service, {
    path: "/api/downloads",
    root: "downloads",
    progress: (done, total) => job.progress("reading downloads", done, total, "pages"),
    async handle(batch) {
      const read = batch.map(oldDownload).filter(({ id }) => seen.isNew(id));
      const earlier = read.filter(({ at }) => at === null || move === null || at < move.historyUntil);
      later += read.length - earlier.length;
      comparison.count("there", "downloads", earlier.length);
      const problems = new Map<string, string>();
      const written = writtenMove(job);
      if (written) {
        const made = await db.write((tx) => insertMissing(tx, job, written, earlier, products, problems));
        comparison.made.downloads += made;
      }
      const ids = earlier.map(({ id }) => id);
      const moved = await movedIds(db.read, move, "download", ids);
      comparison.count("here", "downloads", moved.size);
      for (const [id, problem] of problems) comparison.differs("download", id, problem);
    },
  });
  if (later > 0) {
    const downloads =
      later === 1 ? "1 download since the move began was" : `${later} downloads since the move began were`;
    comparison.notes.push(
      `${downloads} left out of the history: those that the move made to bring the files, and any by customers since.`,
    );
  }
}

/** Finds repeated records: while the list grows, a record may come twice, but soon after the first time. */
class LastIds {
  #ids = new Set<string>();
  #before = new Set<string>();

  isNew(id: string): boolean {
    if (this.#ids.has(id) || this.#before.has(id)) return false;
    if (this.#ids.size >= 10_000) {
      this.#before = this.#ids;
      this.#ids = new Set();
    }
    this.#ids.add(id);
    return true;
  }
}

/** Returns how many it has inserted, and adds to `problems` why it could not insert others. */
async function insertMissing(
  tx: Tx,
  { account, now }: Job,
  move: Move,
  downloads: OldDownload[],
  products: MovedProducts,
  problems: Map<string, string>,
): Promise<number> {
  await lockMove(tx, move);
  const moved = await movedIds(
    tx,
    move,
    "download",
    downloads.map(({ id }) => id),
  );
  const missing = downloads.filter(({ id }) => !moved.has(id));
  const orderIds = [...new Set(missing.flatMap(({ orderId }) => orderId ?? []))];
  const orders = await movedIds(tx, move, "order", orderIds);
  const here = await withItems(tx, await ordersByIds(tx, [...orders.values()]));
  const items = new Map(here.map(({ id, items }) => [id, new Map(items.map((item) => [item.productId, item.id]))]));
  const files = new Map<string, FileOfDownloads>();
  const rows: FormerDownload[] = [];
  const ids: string[] = [];
  for (const { id, sku, orderId, ipAddress, at, sizeBytes } of missing) {
    const { product, old } = products.get(sku) ?? {};
    const order = orderId === null ? null : orders.get(orderId);
    const problem = problemOf({ product, order, at, sku, orderId });
    if (problem !== null || !product || !old || at === null) {
      problems.set(id, problem ?? "it cannot be read");
      continue;
    }
    const file = files.get(sku) ?? (await fileOf(tx, move, product, old, now));
    files.set(sku, file);
    ids.push(id);
    rows.push({
      accountId: account.id,
      productId: product.id,
      orderId: order ?? null,
      orderItemId: (order && items.get(order)?.get(product.id)) ?? null,
      fileId: file.id,
      filename: file.filename,
      sizeBytes,
      ipAddress: ipAddress.slice(0, 64).toWellFormed(),
      downloadedAt: at,
    });
  }
  const inserted = await insertHistory(tx, rows);
  await noteMoved(
    tx,
    move,
    "download",
    inserted.map((newId, index) => ({ oldId: ids[index] as string, newId })),
  );
  return inserted.length;
}

function problemOf({
  product,
  order,
  at,
  sku,
  orderId,
}: {
  product: Product | null | undefined;
  order: number | null | undefined;
  at: Instant | null;
  sku: string;
  orderId: string | null;
}): string | null {
  if (!product) return `its product ${JSON.stringify(sku)} is not here`;
  if (order === undefined) return `its order ${orderId} is not here`;
  return at === null ? "its time cannot be read" : null;
}

/** The product's file, or a record of a file that does not exist here. */
async function fileOf(tx: Tx, move: Move, product: Product, { sku, file }: OldProduct, now: Instant) {
  const [here] = (await filesOfProduct(tx, product.id)).filter(isStored);
  if (here) return here;
  const filename = file?.filename || sku;
  const former = (await movedIds(tx, move, "former_file", [sku])).get(sku);
  if (former !== undefined) return { id: former, filename };
  const { sizeBytes, contentType = "" } = file ?? {};
  const id = await recordFormerFile(tx, product.accountId, { filename, sizeBytes: sizeBytes ?? 0, contentType }, now);
  await noteMoved(tx, move, "former_file", [{ oldId: sku, newId: id }]);
  return { id, filename };
}
