import { backfillAllKeys } from "../../delivery/licenses/backfill.ts";
import { licenseSecrets } from "../../delivery/licenses/secrets.ts";
import type { Database } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type CsvFile, readCsv } from "./csv-read.ts";
import { keyImport } from "./import-keys.ts";
import { orderImport } from "./import-orders.ts";
import { productImport } from "./import-products.ts";
import {
  begin,
  beginApplying,
  finish,
  type ImportRecord,
  type ImportRequest,
  importById,
  type Report,
  removeOld,
  showLife,
} from "./import-records.ts";
import { ChangedMeanwhile, type Checking, type ImportKind } from "./kind.ts";
import { reportOf } from "./report.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a kind's check accepts only its own apply takes.
const kinds: Record<ImportRecord["kind"], ImportKind<any>> = {
  products: productImport,
  orders: orderImport,
  license_keys: keyImport,
};

/** Milliseconds between two heartbeats. */
const lifeInterval = 1_000;

/** How often a file is checked if the store changes while it is written. */
const attempts = 3;

/** Most imports at once of an account, and of all accounts. Each holds its file in memory. */
const [mostOfAccount, mostOfAll] = [2, 8];

/** The imports that run in this process. */
export interface Imports {
  /**
   * Reads a whole file and starts to check and import it. `ended` settles at the end, and rejects if the failure is not
   * the file's fault. Throws `invalid` if it is not a CSV file of this kind, and `in_use` if too many imports are
   * running.
   */
  start(
    account: Account,
    request: ImportRequest,
    bytes: AsyncIterable<Uint8Array>,
    now: Instant,
  ): Promise<{ id: number; ended: Promise<void> }>;
  /** The progress of an import. Throws `not_found`. */
  read(accountId: number, id: number): Promise<ImportRecord>;
}

export function createImports({ db, vault, log }: { db: Database; vault: Vault; log: Log }): Imports {
  /** Finished rows of imports that run here. During a transaction, the database does not know them yet. */
  const doneRows = new Map<number, number>();

  /** The account of each import that is running here. */
  const running: number[] = [];

  /** Reserves a place until the returned function is called. Throws `in_use`. */
  function takePlace(accountId: number): () => void {
    const problem =
      running.filter((id) => id === accountId).length >= mostOfAccount
        ? `Your store already has ${mostOfAccount} imports in progress. Wait until one of them is done.`
        : running.length >= mostOfAll
          ? "Too many imports are in progress. Try again in a few minutes."
          : null;
    if (problem) throw new DomainError("in_use", problem);
    running.push(accountId);
    return () => void running.splice(running.indexOf(accountId), 1);
  }

  async function run(account: Account, id: number, request: ImportRequest, file: CsvFile, now: Instant): Promise<void> {
    const progress = (done: number) => void doneRows.set(id, done);
    let showing = false;
    const living = setInterval(async () => {
      // On SQLite, each waits for the import's transaction to end, so one at a time is enough.
      if (showing) return;
      showing = true;
      await showLife(db, id, doneRows.get(id) ?? 0).catch((error) => log.warn({ err: error, import: id }, "import"));
      showing = false;
    }, lifeInterval);
    try {
      const secrets = () => licenseSecrets(db, vault, account.id, now);
      await checkAndApply(db, account, id, request, file, { now, progress, secrets });
      if (request.kind === "license_keys") await backfill(now);
    } catch (error) {
      await fail(id, error);
      throw error;
    } finally {
      clearInterval(living);
      doneRows.delete(id);
    }
  }

  /** The import is already written. If this fails, the worker does it again. */
  async function backfill(now: Instant): Promise<void> {
    await backfillAllKeys(db, now).catch((error) =>
      log.warn({ err: error }, "could not assign license keys to waiting orders; the next check tries again"),
    );
  }

  async function fail(id: number, error: unknown): Promise<void> {
    const problem =
      error instanceof DomainError ? error.message : "An internal error occurred. Nothing was imported. Try again.";
    const report: Report = { state: "failed", accepted: 0, applied: false, refused: [], notes: [], problem };
    // If this fails, the import counts as failed once its heartbeats have stopped.
    await db
      .write((tx) => finish(tx, id, report))
      .catch((failure) => log.error({ err: failure, import: id }, "import"));
  }

  return {
    async start(account, request, bytes, now) {
      const leave = takePlace(account.id);
      try {
        const file = await readCsv(bytes, kinds[request.kind].columns);
        const id = await db.write(async (tx) => {
          await removeOld(tx, account.id, now);
          return begin(tx, account.id, request, file, now);
        });
        doneRows.set(id, 0);
        return { id, ended: run(account, id, request, file, now).finally(leave) };
      } catch (error) {
        leave();
        throw error;
      }
    },
    async read(accountId, id) {
      // Read first: an import that ends in between has already written its end.
      const alive = doneRows.has(id);
      const record = await importById(db.read, accountId, id, { now: instantNow(), alive });
      if (!record) throw new DomainError("not_found", `There is no import with the ID ${id}.`);
      // Its keys are still being assigned.
      const state = alive && record.state === "done" ? "applying" : record.state;
      return { ...record, state, doneRows: doneRows.get(id) ?? record.doneRows };
    },
  };
}

async function checkAndApply(
  db: Database,
  account: Account,
  id: number,
  request: ImportRequest,
  file: CsvFile,
  options: Checking,
): Promise<void> {
  const kind = kinds[request.kind];
  for (let attempt = 1; ; attempt++) {
    const checked = await kind.check(db, account, file.rows, options);
    const report = reportOf(request, file, checked);
    if (!report.applied) return db.write((tx) => finish(tx, id, report));
    await beginApplying(db, id, report.accepted);
    options.progress(0);
    try {
      await db.writeBulk(async (tx) => {
        await kind.apply(tx, account, checked.accepted, options);
        await finish(tx, id, report);
      });
      return;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt === attempts) throw keepsChanging();
    }
  }
}

const keepsChanging = () =>
  new DomainError("in_use", "Other changes kept getting in the way of the import. Nothing was imported. Try again.");
