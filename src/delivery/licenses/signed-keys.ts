import { randomBytes } from "node:crypto";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { vaultOf } from "../../platform/database/tx-vault.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { type LicenseFacts, writeLicenseFile } from "./license-file.ts";
import type { FreeKey } from "./queries.ts";
import { lockedSigningKeys, type SigningKey } from "./secrets.ts";

/** Keys per statement. */
const insertSize = 100;

/** The facts about an order item (row number) for its license files. */
type ItemFacts = Omit<LicenseFacts, "id"> & { itemId: number };

/**
 * Adds a signed license file for each unit, and returns the files in the same order. Each unit is the row number of its order
 * item. The caller has locked the product's pool, and gives each unit its file.
 */
export async function makeSignedKeys(
  tx: Tx,
  { accountId, productId, units }: { accountId: number; productId: number; units: number[] },
  now: Instant,
): Promise<FreeKey[]> {
  const signingKey = await fileSigner(tx, accountId, now);
  const made: FreeKey[] = [];
  for (let start = 0; start < units.length; start += insertSize) {
    const some = units.slice(start, start + insertSize);
    const facts = await factsOfItems(tx, some);
    const files: string[] = [];
    for (const itemId of some) {
      await giveWay();
      const id = randomBytes(16).toString("base64url");
      files.push(writeLicenseFile({ ...(facts.get(itemId) as ItemFacts), id }, signingKey, now));
    }
    const rows = files.map((key) => ({
      account_id: accountId,
      product_id: productId,
      key,
      order_item_id: null,
      assigned_at: null,
      created_at: now,
      is_made: 1,
    }));
    const inserted = await tx.insertInto("license_keys").values(rows).returning(["id", "key"]).execute();
    const ids = new Map(inserted.map(({ id, key }) => [key, id]));
    for (const key of files) made.push({ id: ids.get(key) as number, key });
  }
  return made;
}

/**
 * The key with which the store signs license files: the older of two. While a store changes its key, installed programs know only
 * the older one. It is not removed before the transaction ends.
 */
export async function fileSigner(tx: Tx, accountId: number, now: Instant): Promise<SigningKey> {
  const [oldest] = await lockedSigningKeys(tx, vaultOf(tx), accountId, now);
  if (!oldest) throw new Error("A store has no key that signs license files.");
  return oldest;
}

/** The facts for license files of these order items (row numbers), by item. */
export async function factsOfItems(tx: Tx, itemIds: number[]): Promise<Map<number, ItemFacts>> {
  const rows = await itemFacts(tx, { ids: JSON.stringify([...new Set(itemIds)]) });
  return new Map(
    rows.map(({ firstName, lastName, ...row }) => [
      row.itemId,
      { ...row, customerName: `${firstName} ${lastName}`.trim() },
    ]),
  );
}

type ItemRow = Omit<ItemFacts, "customerName"> & { firstName: string; lastName: string };

/** Crosses domains: a license file has facts about the order, its item and the product. */
const itemFacts = prepared<{ ids: string }, ItemRow>((db, { ids }) =>
  db
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select(["item.id as itemId", "product.sku", "product.name as productName", "order.public_id as orderId"])
    .select(["order.first_name as firstName", "order.last_name as lastName", "order.email"])
    .select(["order.access_until as accessUntil", "item.updates_until as updatesUntil"])
    .select(({ fn }) => fn.coalesce("item.device_limit", "product.device_limit").as("deviceLimit"))
    .where("item.id", "in", valueSet(db, "integer", ids)),
);
