import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { giveWay } from "../../platform/give-way.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";
import {
  isLicenseFile,
  type LicenseFacts,
  type LicenseFileContent,
  licenseFileStart,
  readLicenseFile,
  writeLicenseFile,
} from "./license-file.ts";
import { lockPools } from "./pool.ts";
import { factsOfItems, fileSigner } from "./signed-keys.ts";

/** A key of an order that is a license file. */
interface FileKey {
  id: number;
  accountId: number;
  itemId: number;
  key: string;
  /** 1 for a file that this store has signed. */
  isMade: number;
}

/** Keys per statement. */
const keysAtOnce = 200;

/**
 * Rewrites the signed license files of the order (row number) after the end of its access, or of an item's updates, has changed.
 * They stay the same keys, with their devices, and programs can still send the earlier text.
 */
export async function renewLicenseFiles(
  tx: Tx,
  { accountId, orderId }: { accountId: number; orderId: number },
  now: Instant,
): Promise<void> {
  // Other transactions may hand out files at this time. They have either read the earlier end of access, or wait for this lock.
  await lockPools(tx, await signedProducts(tx, orderId));
  const files = (await filesOfOrders(tx, { ids: JSON.stringify([orderId]) })).filter(({ isMade }) => isMade === 1);
  if (files.length === 0) return;
  const signingKey = await fileSigner(tx, accountId, now);
  const items = await factsOfItems(
    tx,
    files.map(({ itemId }) => itemId),
  );
  const fresh: { file: FileKey; key: string }[] = [];
  for (const file of files) {
    await giveWay();
    const said = readLicenseFile(file.key);
    const facts = items.get(file.itemId);
    if (facts && hasOtherEnds(facts, said))
      fresh.push({ file, key: writeLicenseFile({ ...facts, id: said.id }, signingKey, now) });
  }
  await changeTexts(tx, fresh);
}

/** Whether the file has other ends of access or updates. A file from before updates could end says nothing about them. */
function hasOtherEnds(
  { accessUntil, updatesUntil }: Pick<LicenseFacts, "accessUntil" | "updatesUntil">,
  { access_until, updates_until = null }: LicenseFileContent,
): boolean {
  const written = (at: Instant | null) => (at === null ? null : writeInstant(at));
  return written(accessUntil) !== access_until || written(updatesUntil) !== updates_until;
}

/**
 * Erases the license files of these orders (row numbers), because they name the customer. The keys cannot be used again, and
 * programs that send one get the state of its order.
 */
export async function eraseLicenseFiles(tx: Tx, orderIds: number[]): Promise<void> {
  const files = await filesOfOrders(tx, { ids: JSON.stringify(orderIds) });
  await changeTexts(
    tx,
    files.map((file) => ({ file, key: `erased-${file.id}` })),
  );
}

/** The row number of the key that once had this text; null for none. */
export async function keyWithEarlierText(reader: Reader, accountId: number, text: string): Promise<number | null> {
  if (!isLicenseFile(text)) return null;
  const [row] = await keyWithHash(reader, { accountId, hash: hashOf(text) });
  return row?.id ?? null;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

const keyWithHash = prepared<{ accountId: number; hash: string }, { id: number }>((db, { accountId, hash }) =>
  db
    .selectFrom("license_key_hashes")
    .select("license_key_id as id")
    .where("account_id", "=", accountId)
    .where("hash", "=", hash),
);

async function changeTexts(tx: Tx, changes: { file: FileKey; key: string }[]): Promise<void> {
  for (let start = 0; start < changes.length; start += keysAtOnce) {
    const some = changes.slice(start, start + keysAtOnce);
    await tx
      .insertInto("license_key_hashes")
      .values(some.map(({ file }) => ({ account_id: file.accountId, hash: hashOf(file.key), license_key_id: file.id })))
      // Products can share a key that was added to both.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const texts = some.map(({ file, key }) => ({ keyId: file.id, key }));
    await setTexts(tx, { texts: JSON.stringify(texts) });
    await giveWay();
  }
}

const setTexts = prepared<{ texts: string }, never>((db, { texts }) =>
  db
    .updateTable("license_keys")
    .from(rowSet(db, "fresh", { keyId: "integer", key: "text" }, texts))
    .set(({ ref }) => ({ key: ref("fresh.key") }))
    .whereRef("license_keys.id", "=", "fresh.keyId"),
);

/** Crosses domains: items lead from orders to keys. */
const filesOfOrders = prepared<{ ids: string }, FileKey>((db, { ids }) =>
  db
    .selectFrom("license_keys as key")
    .innerJoin("order_items as item", "item.id", "key.order_item_id")
    .select(["key.id", "key.account_id as accountId", "item.id as itemId", "key.key", "key.is_made as isMade"])
    .where("item.order_id", "in", valueSet(db, "integer", ids))
    .where(sql<boolean>`substr(${sql.ref("key.key")}, 1, ${sql.lit(licenseFileStart.length)}) = ${licenseFileStart}`)
    .orderBy("key.id"),
);

/** The products (row numbers) of the order whose keys are signed. Crosses domains: items lead from orders to products. */
async function signedProducts(tx: Tx, orderId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("order_items as item")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select("product.id")
    .where("item.order_id", "=", orderId)
    .where("item.removed_at", "is", null)
    .where("product.license_source", "=", "signed")
    .execute();
  return rows.map(({ id }) => id);
}
