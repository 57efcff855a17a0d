import { isUniqueViolation, type Reader, type Tx } from "../../platform/database/database.ts";
import { DomainError, type FieldError, rejectFields } from "../../platform/errors.ts";
import { randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import { foldText, textProblem, withoutInvisible } from "../../platform/text.ts";
import { removeCoverBytes } from "./covers.ts";
import { removeProductFiles } from "./product-files.ts";
import { lockProduct, type ProductKey, skuProblem } from "./product-lookup.ts";
import { setProgramIds } from "./program-ids.ts";
import { type Product, productColumns } from "./queries.ts";
import { type Stamp, storedStampOf } from "./stamps.ts";

/** `wrong`: fields that could not be read. They are rejected together with other invalid fields. */
interface NewProduct {
  sku: string;
  name: string;
  price?: number | null | undefined;
  /** ISO 4217; null for the account's. */
  currency?: string | null | undefined;
  /** Whether the permalink works; default: true. */
  permalinkEnabled?: boolean | undefined;
  /** When it was archived; null if it was not. */
  archivedAt?: Instant | null | undefined;
  /** Hours until the links of new orders expire; null for the account's. */
  orderExpirationInHours?: number | null | undefined;
  /** When these hours start; default: at the order. */
  expiresFrom?: Product["expiresFrom"] | undefined;
  /** Downloads of each file in new orders; null for the account's. */
  downloadLimit?: number | null | undefined;
  /** Size in bytes from which a file is large. Set together with its limit, or null. */
  largeFileBytes?: number | null | undefined;
  /** Downloads of each large file in new orders; null for `downloadLimit`. */
  largeFileDownloadLimit?: number | null | undefined;
  /** Devices that may use each license key; null for any number. */
  deviceLimit?: number | null | undefined;
  /** Days for which new orders get updates; null for no limit. */
  updatesForDays?: number | null | undefined;
  /** Where license keys come from; default: `pool`. */
  licenseSource?: Product["licenseSource"] | undefined;
  /** How keys are made; null for the usual pattern. */
  licensePattern?: string | null | undefined;
  /** Who may ask for its update feeds; default: `off`. */
  updates?: Product["updates"] | undefined;
  /** How its files are stamped; null if they are not. */
  stamp?: Stamp | null | undefined;
  wrong?: FieldError[];
}

/** Another product of the account already has this SKU. */
export class SkuTaken extends DomainError {
  constructor(readonly sku: string) {
    super("taken", `Another product already has the SKU ${sku}.`);
  }
}

/** The columns for searches by SKU and name. */
const productSearchColumns = ({ sku, name }: Pick<Product, "sku" | "name">) => ({
  sku_search: foldText(sku),
  name_search: foldText(name),
});

/** Throws `invalid` for a wrong field, and `SkuTaken` if the account has a product with this SKU. */
export async function createProduct(
  tx: Tx,
  accountId: number,
  { price = null, currency = null, permalinkEnabled = true, wrong = [], ...sent }: NewProduct,
  now: Instant,
): Promise<Product> {
  const sku = withoutInvisible(sent.sku);
  const fields = { ...sent, sku };
  rejectFields(productProblems(fields, wrong));
  const permalinkDisabledAt = permalinkEnabled ? null : now;
  const checked = { ...fields, price, currency, createdAt: now, permalinkDisabledAt };
  const [product] = await insertProducts(tx, accountId, [checked]);
  if (!product) throw new SkuTaken(sku);
  return product;
}

/** Changes the fields that are present. Orders and links follow a new SKU. Throws `not_found`, `invalid` or `SkuTaken`. */
export async function updateProduct(
  tx: Tx,
  accountId: number,
  key: ProductKey,
  { wrong = [], ...changes }: { [Name in keyof NewProduct]?: NewProduct[Name] | undefined },
  now: Instant,
): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  const changed = {
    sku: changes.sku === undefined ? product.sku : withoutInvisible(changes.sku),
    name: changes.name ?? product.name,
    price: changes.price === undefined ? product.price : changes.price,
    currency: changes.currency === undefined ? product.currency : changes.currency,
    permalink_disabled_at: disabledAt(product, changes.permalinkEnabled, now),
    archived_at: changes.archivedAt === undefined ? product.archivedAt : changes.archivedAt,
    order_expiration_in_hours:
      changes.orderExpirationInHours === undefined ? product.orderExpirationInHours : changes.orderExpirationInHours,
    expires_from: changes.expiresFrom ?? product.expiresFrom,
    download_limit: changes.downloadLimit === undefined ? product.downloadLimit : changes.downloadLimit,
    large_file_bytes: changes.largeFileBytes === undefined ? product.largeFileBytes : changes.largeFileBytes,
    large_file_download_limit:
      changes.largeFileDownloadLimit === undefined ? product.largeFileDownloadLimit : changes.largeFileDownloadLimit,
    device_limit: changes.deviceLimit === undefined ? product.deviceLimit : changes.deviceLimit,
    updates_for_days: changes.updatesForDays === undefined ? product.updatesForDays : changes.updatesForDays,
    license_source: changes.licenseSource ?? product.licenseSource,
    license_pattern: changes.licensePattern === undefined ? product.licensePattern : changes.licensePattern,
    stamp: changes.stamp === undefined ? product.storedStamp : storedStampOf(changes.stamp),
    ...updateColumns(changes.updates ?? product.updates, product.updateGuid),
  };
  const { large_file_bytes: largeFileBytes, large_file_download_limit: largeFileDownloadLimit } = changed;
  rejectFields(productProblems({ ...changed, largeFileBytes, largeFileDownloadLimit }, wrong));
  try {
    const updated = tx
      .updateTable("products")
      .set({ ...changed, ...productSearchColumns(changed) })
      .where("id", "=", product.id)
      .returning(productColumns);
    return await updated.executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error)) throw new SkuTaken(changed.sku);
    throw error;
  }
}

/** Gives the product a new permalink. The previous one stops working. Throws `not_found`. */
export async function renewPermalink(tx: Tx, accountId: number, key: ProductKey): Promise<Product> {
  const { id } = await lockProduct(tx, accountId, key);
  const renewed = tx
    .updateTable("products")
    .set({ guid: randomIdentifier() })
    .where("id", "=", id)
    .returning(productColumns);
  return renewed.executeTakeFirstOrThrow();
}

/** Removes the product from the catalog, but not from orders: `deleteProduct` does both. Throws `not_found`. */
export async function removeFromCatalog(tx: Tx, accountId: number, key: ProductKey, now: Instant): Promise<Product> {
  const product = await lockProduct(tx, accountId, key);
  if (product.coverSha256 !== null) await removeCoverBytes(tx, product.id);
  const without = { cover_storage_key: null, cover_content_type: null, cover_sha256: null };
  await tx
    .updateTable("products")
    .set({ deleted_at: now, ...without })
    .where("id", "=", product.id)
    .execute();
  await removeProductFiles(tx, product, now);
  await setProgramIds(tx, product, []);
  return product;
}

/** A new product whose fields have been checked. */
interface CheckedProduct extends Omit<NewProduct, "permalinkEnabled" | "wrong"> {
  price: number | null;
  currency: string | null;
  createdAt: Instant;
  /** When the permalink was turned off; null, the default, if it works. */
  permalinkDisabledAt?: Instant | null;
  /** Identifier in the permalink; default: a new one. */
  guid?: string | undefined;
}

/** Inserts the products whose SKUs the account does not have, and returns them. */
export function insertProducts(tx: Tx, accountId: number, products: CheckedProduct[]): Promise<Product[]> {
  return tx
    .insertInto("products")
    .values(
      products.map((product) => ({
        account_id: accountId,
        sku: product.sku,
        name: product.name,
        price: product.price,
        currency: product.currency,
        guid: product.guid ?? randomIdentifier(),
        created_at: product.createdAt,
        permalink_disabled_at: product.permalinkDisabledAt ?? null,
        archived_at: product.archivedAt ?? null,
        order_expiration_in_hours: product.orderExpirationInHours ?? null,
        expires_from: product.expiresFrom ?? "order",
        download_limit: product.downloadLimit ?? null,
        large_file_bytes: product.largeFileBytes ?? null,
        large_file_download_limit: product.largeFileDownloadLimit ?? null,
        device_limit: product.deviceLimit ?? null,
        updates_for_days: product.updatesForDays ?? null,
        license_source: product.licenseSource ?? "pool",
        license_pattern: product.licensePattern ?? null,
        stamp: storedStampOf(product.stamp ?? null),
        ...updateColumns(product.updates ?? "off", null),
        deleted_at: null,
        ...productSearchColumns(product),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(productColumns)
    .execute();
}

/** Update feeds get an address when they are first switched on. It never changes. */
const updateColumns = (updates: Product["updates"], guid: string | null) => ({
  updates,
  update_guid: updates === "off" ? guid : (guid ?? randomIdentifier()),
});

/** When the permalink was first turned off. */
function disabledAt({ permalinkDisabledAt }: Product, enabled: boolean | undefined, now: Instant): Instant | null {
  if (enabled === undefined) return permalinkDisabledAt;
  return enabled ? null : (permalinkDisabledAt ?? now);
}

type CheckedFields = Pick<NewProduct, "sku" | "name" | "largeFileBytes" | "largeFileDownloadLimit">;

function productProblems(
  { sku, name, largeFileBytes: size = null, largeFileDownloadLimit: limit = null }: CheckedFields,
  wrong: FieldError[],
) {
  const unread = new Set(wrong.map(({ field }) => field));
  const rules = [
    { field: "sku", message: skuProblem(sku) },
    { field: "name", message: textProblem(name, { longest: 255 }) },
    { field: "largeFileBytes", message: size === null && limit !== null ? "must be given with the limit" : null },
    {
      field: "largeFileDownloadLimit",
      message: limit === null && size !== null ? "must be given with the size" : null,
    },
  ];
  return [...wrong, ...rules.filter(({ field }) => !unread.has(field))];
}

/** How the product's license keys are made, and for which account; undefined if its keys are not made here. */
export function keyMakerOf(
  reader: Reader,
  id: number,
): Promise<{ accountId: number; source: Product["licenseSource"]; pattern: string | null } | undefined> {
  return reader
    .selectFrom("products")
    .select(["account_id as accountId", "license_source as source", "license_pattern as pattern"])
    .where("id", "=", id)
    .where("license_source", "<>", "pool")
    .executeTakeFirst();
}

/** The order item (row number) up to which orders of the product get no license keys; null if there is no such limit. */
export async function keysAfterItem(reader: Reader, id: number): Promise<number | null> {
  const row = await reader
    .selectFrom("products")
    .select("keys_after_item as item")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.item ?? null;
}

/** Sets what `keysAfterItem` returns. The caller has locked the product. */
export async function setKeysAfterItem(tx: Tx, id: number, item: number | null): Promise<void> {
  await tx.updateTable("products").set({ keys_after_item: item }).where("id", "=", id).execute();
}
