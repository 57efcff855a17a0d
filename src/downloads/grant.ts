import type { Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";
import { allowanceOf } from "../orders/allowance.ts";
import { countedRecently, type FileLink, rejectExpired } from "./link.ts";
import { type DownloadClient, recordDownload } from "./record.ts";

/**
 * Takes one download of the link's file from its allowance and records it, in one atomic step: of any number of
 * callers at once, only as many as the allowance has left succeed. Throws `used_up` when none is left, `expired`
 * when the order is, and `not_found` when the link was taken away meanwhile.
 */
export async function takeDownload(tx: Tx, link: FileLink, client: DownloadClient, now: number): Promise<void> {
  if (link.ordered) await takeAllowance(tx, link, link.ordered.item.id, now);
  const { accountId, productId, file } = link;
  const orderId = link.ordered?.order.id ?? null;
  const orderItemId = link.ordered?.item.id ?? null;
  await recordDownload(tx, { accountId, productId, orderId, orderItemId, file, client }, now);
}

/**
 * Takes one download for a transfer that starts later than the first byte, unless one to the same address was counted
 * recently: of the parts of one file that a download manager asks for at once, one counts. Throws as `takeDownload`.
 */
export async function takeResumedDownload(tx: Tx, link: FileLink, client: DownloadClient, now: number): Promise<void> {
  await lockLink(tx, link);
  if (await countedRecently(tx, link, client.ipAddress, now)) return;
  await takeDownload(tx, link, client, now);
}

/** Makes others who take a resumed download wait; an update that changes nothing locks the row on every database. */
async function lockLink(tx: Tx, { ordered, productId }: FileLink): Promise<void> {
  const lock = ordered
    ? tx
        .updateTable("order_items")
        .set(({ ref }) => ({ download_count: ref("download_count") }))
        .where("id", "=", ordered.item.id)
    : tx
        .updateTable("products")
        .set(({ ref }) => ({ name: ref("name") }))
        .where("id", "=", productId);
  await lock.execute();
}

async function takeAllowance(tx: Tx, { file }: FileLink, orderItemId: number, now: number): Promise<void> {
  // The update holds the order item's row, so that what is left cannot be changed between here and the commit.
  const item = await tx
    .updateTable("order_items")
    .set(({ eb }) => ({ download_count: eb("download_count", "+", 1) }))
    .where("id", "=", orderItemId)
    .where("removed_at", "is", null)
    .returning(["order_id", "allowance_override"])
    .executeTakeFirst();
  if (!item) throw new DomainError("not_found", "This download link does not exist.");
  const order = await tx
    .selectFrom("orders")
    .select(["expires_at", "download_limit"])
    .where("id", "=", item.order_id)
    .executeTakeFirstOrThrow();
  rejectExpired(order, now);

  const allowance = allowanceOf(item, order);
  const taken = await tx
    .insertInto("allowances")
    .values({ order_item_id: orderItemId, file_id: file.id, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["order_item_id", "file_id"])
        .doUpdateSet(({ eb }) => ({ taken: eb("allowances.taken", "+", 1) })),
    )
    .returning("taken")
    .executeTakeFirstOrThrow();
  if (allowance !== null && taken.taken > allowance) {
    throw new DomainError("used_up", "This download link has been used up.");
  }
}
