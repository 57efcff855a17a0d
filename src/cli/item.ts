import { basename } from "node:path";
import { requireAccount } from "../accounts/accounts.ts";
import { attachFile, createFile } from "../catalog/files.ts";
import { createProduct } from "../catalog/products.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { StoredFile } from "../files/store.ts";
import { writeInstant } from "../instants.ts";
import { printObject } from "./print.ts";

interface AddOptions {
  account: string;
  name: string;
  file: string[];
  json?: boolean;
}

/** Stores the files, then makes the item with them; when that fails, the stored bytes are removed again. */
export async function itemAdd({ db, files }: Context, sku: string, options: AddOptions): Promise<void> {
  const account = await requireAccount(db.read, options.account);
  const sources = options.file.map((path) => ({ path, content: Bun.file(path) }));
  for (const { path, content } of sources) {
    if (!(await content.exists())) throw new DomainError("invalid", `--file ${path} is not a file.`);
  }
  const uploads: { stored: StoredFile; filename: string; contentType: string }[] = [];
  try {
    for (const { path, content } of sources) {
      const stored = await files.put(content.stream());
      uploads.push({ stored, filename: basename(path), contentType: content.type });
    }
    const now = Date.now();
    const item = await db.write(async (tx) => {
      const product = await createProduct(tx, account.id, { sku, name: options.name }, now);
      const attached = [];
      for (const upload of uploads) {
        const file = await createFile(tx, account.id, upload, now);
        await attachFile(tx, product.id, file.id);
        attached.push({ id: file.id, filename: file.filename, size_bytes: file.size_bytes, sha256: file.sha256 });
      }
      return {
        sku: product.sku,
        name: product.name,
        guid: product.guid,
        permalink: `/permalink/${product.guid}`,
        created_at: writeInstant(product.created_at),
        files: attached,
      };
    });
    printObject(item, options);
  } catch (error) {
    for (const { stored } of uploads) await files.delete(stored.key);
    throw error;
  }
}
