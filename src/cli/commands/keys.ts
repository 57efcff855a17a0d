import type { Context } from "../../context.ts";
import { otherFileKind } from "../../data/csv/csv-text.ts";
import { requireProduct } from "../../delivery/catalog/product-lookup.ts";
import { addKeys, keysAtOnce } from "../../delivery/licenses/change-pool.ts";
import {
  type EarlierOrders,
  type EarlierOrdersChoice,
  earlierOrders,
  earlierOrdersInWords,
} from "../../delivery/licenses/earlier-orders.ts";
import { keysOfBytes } from "../../delivery/licenses/read-key-list.ts";
import type { Database } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { fullDiskSentence } from "../../platform/full-disk.ts";
import { instantNow } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import { type Account, requireAccount } from "../../store/accounts/accounts.ts";
import { recordingChange } from "../../store/activity/recording-change.ts";
import { printObject } from "../print.ts";
import { type CommandChange, recordCommand } from "../record-command.ts";

/** Most duplicates to list. The others are only counted. */
const mostListed = 20;

/** Keys between two lines of progress if the output is not a terminal. */
const progressStep = 10_000;

interface ImportOptions {
  account: string;
  earlierOrders?: EarlierOrdersChoice;
  json?: boolean;
}

/** Adds the license keys of a file, or of standard input for `-`, while they are read. */
export async function keysImport(context: Context, sku: string, path: string, options: ImportOptions): Promise<void> {
  const { db } = context;
  const account = await requireAccount(db.read, options.account);
  const { id } = await requireProduct(db.read, account.id, sku);
  const bytes = await open(path);
  const subject = { type: "product", id: sku };
  const added: CommandChange = { kind: "product.keys_added", subject, fields: ["license_keys"] };
  const keys = new KeyImport(
    recordingChange(db, (tx) => recordCommand(tx, account.id, added)),
    account,
    id,
    options.earlierOrders,
  );
  const earlier = await earlierOrders(db.read, id);
  if (earlier.orders > 0) process.stderr.write(`${whatTheyGet(earlier, options.earlierOrders)}\n`);
  try {
    await keys.addLines(bytes);
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError("invalid", `${error.message} ${addedBefore(keys.added)}`);
    const full = await fullDiskSentence(error, context.config.data);
    if (full !== null) throw new DomainError("invalid", `${full} ${addedSoFar(keys.added)}`);
    process.stderr.write(`${addedSoFar(keys.added)}\n`);
    throw error;
  }
  printObject({ added: keys.added, duplicates: keys.duplicates }, options);
}

/** Says whether orders from before the first key get keys. */
function whatTheyGet({ skipped, ...earlier }: EarlierOrders, choice: EarlierOrdersChoice | undefined): string {
  const which = earlierOrdersInWords(earlier);
  if (choice === undefined && skipped)
    return `${which} will get no keys, as chosen before; --earlier-orders give changes that`;
  if (choice === "skip") return `${which} will get no keys`;
  return `${which} will get keys first, and an email each${earlier.onHold === 0 ? "" : ", on hold when released"}${choice ? "" : "; --earlier-orders skip keeps the keys for new orders"}`;
}

function addedBefore(added: number): string {
  if (added === 0) return "No keys were added.";
  return added === 1 ? "1 key before this line was added." : `${added} keys before this line were added.`;
}

/** Says how many keys remain added after the database or the disk failed. */
function addedSoFar(added: number): string {
  if (added === 0) return "No keys were added.";
  const keys = added === 1 ? "1 key was" : `${added} keys were`;
  return `${keys} added before. Import the same file again: those are then listed as duplicates.`;
}

async function open(path: string): Promise<ReadableStream<Uint8Array>> {
  if (path === "-") return Bun.stdin.stream();
  const file = Bun.file(path);
  if (!(await file.exists())) throw new DomainError("invalid", `There is no file ${path}.`);
  return file.stream();
}

/** Throws `invalid` at the first line that cannot be a key, and before the first line if the file is not text. */
async function* keysOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const found of keysOfBytes(textOnly(bytes))) {
    if ("problem" in found) throw new DomainError("invalid", `Line ${found.line} ${found.problem}.`);
    if ("key" in found) yield found.key;
    else process.stderr.write(`column name skipped in line ${found.line}: ${singleLine(found.header)}\n`);
  }
}

/** Passes the bytes on. Throws `invalid` before the first one if the file is not text. */
async function* textOnly(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of bytes) {
    const kind = isFirst ? (otherFileKind(chunk) ?? (chunk.includes(0) ? "binary" : null)) : null;
    if (kind !== null) {
      throw new DomainError("invalid", `The file is ${kind}. Use a text file in UTF-8 with one key per line.`);
    }
    isFirst = false;
    yield chunk;
  }
}

/** An import in progress, and its result so far. */
class KeyImport {
  added = 0;
  duplicates = 0;
  #told = 0;

  constructor(
    private readonly db: Database,
    private readonly account: Account,
    private readonly productId: number,
    private readonly choice: EarlierOrdersChoice | undefined,
  ) {}

  async addLines(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let batch: string[] = [];
    try {
      for await (const key of keysOf(bytes)) {
        batch.push(key);
        if (batch.length < keysAtOnce) continue;
        const full = batch;
        batch = [];
        await this.#add(full);
      }
    } catch (error) {
      if (error instanceof DomainError) await this.#add(batch);
      throw error;
    }
    await this.#add(batch);
    if (process.stderr.isTTY && this.#told > 0) process.stderr.write("\n");
    if (this.duplicates > mostListed) process.stderr.write(`and ${this.duplicates - mostListed} more duplicates\n`);
  }

  async #add(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const startedAt = performance.now();
    const { added, duplicates } = await addKeys(this.db, this.account, this.productId, keys, instantNow(), this.choice);
    this.#list(duplicates);
    this.added += added;
    this.duplicates += duplicates.length;
    this.#tell();
    // Gives way to a running server, which may be waiting for the same database.
    await Bun.sleep((performance.now() - startedAt) / 2);
  }

  #list(duplicates: string[]): void {
    const listed = duplicates.slice(0, Math.max(0, mostListed - this.duplicates));
    for (const key of listed) process.stderr.write(`duplicate: ${singleLine(key)}\n`);
  }

  #tell(): void {
    const done = this.added + this.duplicates;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} ${done === 1 ? "key" : "keys"}`);
    else if (Math.floor(done / progressStep) > Math.floor(this.#told / progressStep)) {
      process.stderr.write(`${done} keys\n`);
    }
    this.#told = done;
  }
}
