import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { createFile } from "../../delivery/catalog/files.ts";
import { mostFiles, setProductFiles } from "../../delivery/catalog/product-files.ts";
import { createProduct } from "../../delivery/catalog/products.ts";
import { permalinkPath } from "../../platform/customer-paths.ts";
import { DomainError } from "../../platform/errors.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore, StoredFile } from "../../platform/files/store.ts";
import { instantNow, writeInstant } from "../../platform/instants.ts";
import { requireAccount } from "../../store/accounts/accounts.ts";
import { printObject } from "../print.ts";
import { recordCommand } from "../record-command.ts";

interface AddOptions {
  account: string;
  name: string;
  file: string[];
  json?: boolean;
}

/** Stores the files, then creates the item with them. If the item is rejected, the stored bytes are removed again. */
export async function itemAdd({ db, files }: Context, sku: string, options: AddOptions): Promise<void> {
  const account = await requireAccount(db.read, options.account);
  const uploads = await storeFiles(files, options.file);
  const now = instantNow();
  const stored = uploads.map((upload) => upload.stored);
  const item = await recordStored({ db, files }, stored, async (tx) => {
    const product = await createProduct(tx, account.id, { sku, name: options.name }, now);
    const attached = [];
    for (const upload of uploads) {
      const file = await createFile(tx, account.id, upload, now);
      attached.push({ id: file.id, filename: file.filename, size_bytes: file.sizeBytes, sha256: file.sha256 });
    }
    const fileIds = attached.map(({ id }) => id);
    await setProductFiles(tx, product, { fileIds }, now);
    const subject = { type: "product", id: product.sku };
    await recordCommand(tx, account.id, { kind: "product.created", subject, fields: ["name", "files"] });
    return {
      sku: product.sku,
      name: product.name,
      guid: product.guid,
      permalink: permalinkPath(product.guid),
      created_at: writeInstant(product.createdAt),
      files: attached,
    };
  });
  printObject(item, options);
}

interface Upload {
  stored: StoredFile;
  filename: string;
  contentType: string;
}

/** Stores all of the files, or none if one cannot be read. */
async function storeFiles(files: FileStore, paths: string[]): Promise<Upload[]> {
  if (paths.length > mostFiles) throw new DomainError("invalid", `An item can have at most ${mostFiles} files.`);
  for (const path of paths) {
    if (!(await Bun.file(path).exists())) throw new DomainError("invalid", `--file: there is no file ${path}.`);
  }
  const uploads: Upload[] = [];
  try {
    for (const path of paths) {
      const content = Bun.file(path);
      const stored = await files.put(content.stream());
      uploads.push({ stored, filename: basename(path), contentType: content.type });
    }
  } catch (error) {
    for (const { stored } of uploads) await files.delete(stored.key);
    throw error;
  }
  return uploads;
}
