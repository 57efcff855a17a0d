import { createFile, filenameProblem } from "../../delivery/catalog/files.ts";
import { addProductFile } from "../../delivery/catalog/product-files.ts";
import { filesOfProduct, isStored, type Product } from "../../delivery/catalog/queries.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore, StoredFile } from "../../platform/files/store.ts";
import type { StreamedAnswer } from "../../platform/outgoing/stream.ts";
import { type Job, writtenMove } from "./job.ts";
import type { MovedProducts } from "./move-products.ts";
import type { OldProduct } from "./old-values.ts";
import { OldServiceProblem } from "./problem.ts";

/** Fetches the missing files of products through their permalinks. Reports those that it cannot get. */
export async function moveFiles(job: Job, products: MovedProducts): Promise<void> {
  const { comparison } = job;
  const withFile = [...products.values()].filter(({ old }) => old.file !== null);
  for (const [index, { product, old }] of withFile.entries()) {
    comparison.count("there", "files");
    const problem = product ? await bring(job, product, old) : null;
    if (problem !== null) comparison.differs("file", old.sku, problem);
    job.progress("bringing files", index + 1, withFile.length, "files");
  }
}

/** Returns what differs from the old service; null if nothing. */
async function bring(job: Job, product: Product, old: OldProduct): Promise<string | null> {
  const { db, comparison } = job;
  const [here] = (await filesOfProduct(db.read, product.id)).filter(isStored);
  const size = old.file?.sizeBytes ?? null;
  if (here) {
    comparison.count("here", "files");
    return size === null || here.sizeBytes === size ? null : `it has ${here.sizeBytes} bytes here and ${size} there`;
  }
  if (!writtenMove(job)) return null;
  try {
    const fetched = await fetchFile(job, old);
    if (typeof fetched === "string") return fetched;
    await attach(job, product, old, fetched);
    comparison.count("here", "files");
    comparison.made.files++;
    return fetched.doubt;
  } catch (error) {
    if (error instanceof OldServiceProblem) return error.message.replace(/\.$/, "");
    throw error;
  }
}

interface Fetched {
  stored: StoredFile;
  /** What differs although the size is right; null if nothing. */
  doubt: string | null;
}

/** Stores the file's bytes. Returns the reason if it cannot get them. */
function fetchFile({ service, files }: Job, { permalink, file }: OldProduct): Promise<Fetched | string> {
  if (permalink === "") return Promise.resolve("it has no permalink to read it from");
  return service.file(permalink, async (answer): Promise<Fetched | string> => {
    const type = answer.headers.get("content-type") ?? "";
    if (answer.status !== 200) {
      await answer.body.return();
      return `its permalink answers ${answer.status}`;
    }
    if (type.startsWith("text/html") && !file?.contentType.startsWith("text/html")) {
      await answer.body.return();
      return "its permalink leads to a page and not to a file; the product may have several files";
    }
    const stored = await storeBody(files, answer);
    if (file && file.sizeBytes !== null && file.sizeBytes !== stored.sizeBytes) {
      await files.delete(stored.key);
      return `its permalink sends ${stored.sizeBytes} bytes in place of ${file.sizeBytes}`;
    }
    return { stored, doubt: doubtOf(answer, stored) };
  });
}

/**
 * Stores the body as fast as the store accepts it. If the answer breaks off, throws the reason, not the store's error.
 */
async function storeBody(files: FileStore, { body }: StreamedAnswer): Promise<StoredFile> {
  let problem: unknown = null;
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await body.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        problem = error;
        throw error;
      }
    },
    async cancel() {
      await body.return();
    },
  });
  try {
    return await files.put(content);
  } catch (error) {
    throw problem ?? error;
  }
}

/** Compares with the hash if the service sends one: as a digest (RFC 9530), or as an entity tag like Waybill's. */
function doubtOf({ headers }: StreamedAnswer, { sha256 }: StoredFile): string | null {
  const digest = /\bsha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get("repr-digest") ?? "")?.[1];
  const tag = /^"([0-9a-f]{64})"$/.exec(headers.get("etag") ?? "")?.[1];
  const told = digest === undefined ? tag : Buffer.from(digest, "base64").toString("hex");
  return told === undefined || told === sha256 ? null : `its SHA-256 is ${sha256} here and ${told} there`;
}

async function attach({ db, files, account, now }: Job, product: Product, old: OldProduct, { stored }: Fetched) {
  const { filename = "", contentType = "" } = old.file ?? {};
  const name = filenameProblem(filename) === null ? filename : "file";
  await recordStored({ db, files }, [stored], async (tx) => {
    const file = await createFile(
      tx,
      account.id,
      { stored, filename: name, contentType: contentType || "application/octet-stream" },
      now,
    );
    await addProductFile(tx, account.id, { id: product.id }, { fileId: file.id, replaces: null }, now);
  });
}
