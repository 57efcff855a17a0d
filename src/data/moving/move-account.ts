import type { Database, Tx } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { instantNow } from "../../platform/instants.ts";
import type { StreamRequest } from "../../platform/outgoing/stream.ts";
import { emailProblem, textProblem } from "../../platform/text.ts";
import {
  type Account,
  changeSettings,
  largestSetting,
  requireAccount,
  type SettingChanges,
} from "../../store/accounts/accounts.ts";
import { Comparison } from "./comparison.ts";
import type { Job } from "./job.ts";
import { moveDownloads } from "./move-downloads.ts";
import { moveFiles } from "./move-files.ts";
import { moveOrders } from "./move-orders.ts";
import { moveProducts } from "./move-products.ts";
import { beginMove, moveFrom } from "./moves.ts";
import { OldService, type OldServiceAccess } from "./old-service.ts";
import { type OldAccount, oldAccount } from "./old-values.ts";

/** The services that a move uses. */
interface Movers extends Pick<Job, "progress"> {
  db: Database;
  files: FileStore;
  stream: StreamRequest;
  /** When it fires, the move rejects with its reason. */
  signal?: AbortSignal;
  /** Reports what happens, in sentences. */
  tell(sentence: string): void;
  /** Records the changed settings in the activity log, by the account's field names. */
  noteSettings(tx: Tx, accountId: number, fields: string[]): Promise<void>;
}

/**
 * Moves an account from another service that has the interface of docs/reference/unversioned-interface.md: settings, products,
 * orders, files and downloads. If started again, it continues where it stopped, and creates nothing twice. With `dryRun`, it only
 * reads and compares. Throws `OldServiceProblem` if the old service cannot be read, and `not_found` for the handle.
 */
export async function moveAccount(
  { db, files, stream, signal, tell, progress, noteSettings }: Movers,
  handle: string,
  access: OldServiceAccess,
  { dryRun }: { dryRun: boolean },
): Promise<Comparison> {
  const service = new OldService(access, stream, tell, signal);
  const comparison = new Comparison();
  const account = await requireAccount(db.read, handle);
  const old = oldAccount(await service.one("/api/account", "account"));
  const source = access.from.origin + access.from.pathname.replace(/\/+$/, "");
  const now = instantNow();
  let move = await moveFrom(db.read, account.id, source);
  if (!move && !dryRun) {
    const { changes, refused } = settingsOf(old);
    for (const name of refused) comparison.differs("account", name, "it cannot be taken over");
    const beginning = { accountId: account.id, source, historyUntil: service.clock ?? now };
    move = await beginMove(db, beginning, now, async (tx) => {
      await changeSettings(tx, account.id, changes, now);
      await noteSettings(tx, account.id, Object.keys(changes));
    });
  }
  // Read again for its new settings.
  const current: Account = await requireAccount(db.read, handle);
  const job: Job = { db, files, account: current, service, comparison, move, dryRun, now, progress };
  const products = await moveProducts(job);
  await moveOrders(job, products);
  await moveFiles(job, products);
  await moveDownloads(job, products);
  return comparison;
}

/** The settings to take over, and the names of those that are refused. An empty limit means unlimited. */
function settingsOf(old: OldAccount): { changes: SettingChanges; refused: string[] } {
  const text = (value: string) => (value !== "" && textProblem(value, { longest: 255 }) === null ? value : undefined);
  const email = (value: string) => (emailProblem(value) === null ? value : undefined);
  const limit = (value: number | null) =>
    value === null || (value >= 0 && value <= largestSetting) ? value : undefined;
  const changes: SettingChanges = {
    name: text(old.name),
    email: email(old.email),
    billingEmail: email(old.billingEmail),
    ecommerceAddress: text(old.ecommerceAddress),
    paymentAddress: text(old.paymentAddress),
    orderExpirationInHours: limit(old.orderExpirationInHours),
    downloadLimitPerItem: limit(old.downloadLimitPerItem),
  };
  const names = Object.keys(changes) as (keyof typeof changes & keyof OldAccount)[];
  const refused = names.filter((name) => changes[name] === undefined && old[name] !== "");
  return {
    changes: Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    refused,
  };
}
