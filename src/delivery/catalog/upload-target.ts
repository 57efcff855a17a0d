import type { Reader, Tx } from "../../platform/database/database.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { recordActivity } from "../../store/activity/activities.ts";
import { platformNamed, type ReleaseChanges, setFileRelease } from "./file-releases.ts";
import { deleteUnusedFile } from "./file-removal.ts";
import { addFileVersion, type VersionNews } from "./file-versions.ts";
import { addProductFile, moveProductFile } from "./product-files.ts";
import { filesOfProduct, isStored, type Product, productById } from "./queries.ts";
import { type Upload, uploadColumns } from "./uploads.ts";

/** The product that an upload's file is for. */
interface UploadTarget {
  productId: number;
  /** The product's file that it replaces; null if it replaces none. */
  replaces: number | null;
  /** If the upload is a new version of a product's file: that file, and the version's details. Otherwise null. */
  versionOf: ({ fileId: number; release: ReleaseChanges } & VersionNews) | null;
  /** Its position among files uploaded for the product, smallest first. */
  sequence: number | null;
}

/** Throws `invalid` if the account does not have the product (row number). */
export async function rejectUnknownTarget(reader: Reader, accountId: number, productId: number): Promise<void> {
  const known = (await productById(reader, accountId, productId)) !== null;
  rejectFields([{ field: "productId", message: known ? null : "does not match any product of the account" }]);
}

type StoredMetadata = Record<string, string | null | undefined>;

/** The product that an upload's file is for; null for none. */
function targetOf({ metadata }: Upload): UploadTarget | null {
  const stored: StoredMetadata = JSON.parse(metadata);
  const productId = readRowNumber(stored.product_id ?? "");
  if (productId === null) return null;
  const fileId = readRowNumber(stored.version_of ?? "");
  return {
    productId,
    replaces: readRowNumber(stored.replaces ?? ""),
    versionOf: fileId === null ? null : { fileId, ...newsIn(stored), release: releaseIn(stored) },
    sequence: readRowNumber(stored.sequence ?? ""),
  };
}

const newsIn = ({ note, added_by: addedBy }: StoredMetadata): VersionNews => ({
  note: note ?? "",
  addedBy: addedBy ?? null,
});

const releaseIn = ({ version, platform, signature }: StoredMetadata): ReleaseChanges => ({
  version: version || undefined,
  platform: platformNamed(platform) ?? undefined,
  signature: signature || undefined,
});

/** The result of an upload. */
interface Attached {
  /** Null if it belongs to no product. */
  productId: number | null;
  /** The number of its content's file. */
  fileId: number;
}

/**
 * Attaches the file of a finished upload to its product, or makes it the newest version of one of the product's files and returns
 * that file's number. If the product or file does not exist or has no room, the file only belongs to the account. A replaced file
 * is deleted unless another product has it.
 */
export async function attachUpload(tx: Tx, upload: Upload, fileId: number, now: Instant): Promise<Attached> {
  const target = targetOf(upload);
  if (!target) return { productId: null, fileId };
  const { productId: id, replaces, versionOf, sequence } = target;
  if (versionOf) {
    const file = { product: { id }, fileId: versionOf.fileId };
    const added = await addFileVersion(tx, upload.accountId, file, fileId, versionOf, now).catch(nullWithoutRoom);
    if (added === null) return { productId: null, fileId };
    const { number } = added;
    await setFileRelease(tx, upload.accountId, { fileId: versionOf.fileId, number }, versionOf.release);
    await noteNewVersion(tx, upload.accountId, id, versionOf.addedBy, now);
    return { productId: id, fileId: versionOf.fileId };
  }
  const added = await addProductFile(tx, upload.accountId, { id }, { fileId, replaces }, now).catch(nullWithoutRoom);
  if (added && added.replaced !== null) await deleteUnusedFile(tx, upload.accountId, added.replaced, now);
  if (added && replaces === null && sequence !== null)
    await moveToItsPlace(tx, added.product, { fileId, sequence }, now);
  return { productId: added?.product.id ?? null, fileId };
}

/** The upload's last request may be long ago, so the activity log gets no IP address. */
async function noteNewVersion(
  tx: Tx,
  accountId: number,
  productId: number,
  addedBy: string | null,
  at: Instant,
): Promise<void> {
  const product = await productById(tx, accountId, productId);
  await recordActivity(tx, accountId, {
    kind: "product.version_added",
    actor: addedBy === null ? { type: "api" } : { type: "person", email: addedBy },
    subject: product && { type: "product", id: product.sku },
    fields: [],
    ipAddress: "",
    at,
  });
}

/**
 * Moves the product's last file before files with a larger number that arrived earlier. Stops at any other file, so
 * that older files and files moved by hand keep their order.
 */
async function moveToItsPlace(
  tx: Tx,
  product: Product,
  { fileId, sequence }: { fileId: number; sequence: number },
  now: Instant,
): Promise<void> {
  const uploads = await tx.selectFrom("uploads").select(uploadColumns).where("product_id", "=", product.id).execute();
  const later = new Set(uploads.filter((upload) => isLater(upload, sequence)).map((upload) => upload.fileId));
  const others = (await filesOfProduct(tx, product.id)).filter((file) => isStored(file) && file.id !== fileId);
  const place = others.findLastIndex(({ id }) => !later.has(id)) + 1;
  if (place === others.length) return;
  await moveProductFile(tx, product.accountId, { id: product.id }, { fileId, position: place + 1 }, now);
}

function isLater(upload: Upload, sequence: number): boolean {
  const target = targetOf(upload);
  return (
    target !== null &&
    target.replaces === null &&
    target.versionOf === null &&
    target.sequence !== null &&
    target.sequence > sequence
  );
}

/** These errors are thrown before anything is changed. */
function nullWithoutRoom(error: unknown): null {
  if (error instanceof DomainError && (error.code === "not_found" || error.code === "invalid")) return null;
  throw error;
}
