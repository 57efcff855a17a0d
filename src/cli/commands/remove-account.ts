import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { beginRemoval, removeRest } from "../../operations/housekeeping/remove-accounts.ts";
import { type AccountContents, contentsOfAccount } from "../../platform/database/account-rows.ts";
import { DomainError } from "../../platform/errors.ts";
import { instantNow, writeInstant } from "../../platform/instants.ts";
import { type Account, allAccounts, requireAccount } from "../../store/accounts/accounts.ts";
import {
  accountBeingRemoved,
  type RemovedAccount,
  rejectMainAmongOthers,
} from "../../store/accounts/removed-accounts.ts";
import { printObject } from "../print.ts";

interface RemoveOptions {
  yes?: boolean;
  json?: boolean;
}

/** Milliseconds until a waiting removal is continued. */
const pause = 1_000;

/**
 * Removes an account and everything in it, after its handle was typed again. Continues an interrupted removal without
 * asking. Throws `not_found`, `in_use` for the main account while there are others, and `invalid` if nobody agreed.
 */
export async function removeAccount(context: Context, handle: string, options: RemoveOptions): Promise<void> {
  const { db } = context;
  const begun = (await accountBeingRemoved(db.read, handle)) ?? (await begin(context, handle, options));
  const rest = { ...context, isBusy: () => false, stopping: new AbortController().signal };
  for (let hasSaid = false; !(await removeRest(rest, begun)); hasSaid = true) {
    if (!hasSaid) process.stderr.write("Waiting for a backup, or for an email that is being sent.\n");
    await setTimeout(pause);
  }
  printObject({ handle, removed_at: writeInstant(begun.removedAt) }, options);
}

async function begin(context: Context, handle: string, { yes = false }: RemoveOptions): Promise<RemovedAccount> {
  const { db, log } = context;
  const account = await requireAccount(db.read, handle);
  await rejectMainAmongOthers(db.read, account);
  const contents = await contentsOfAccount(db.scan, account.id);
  const isLast = (await allAccounts(db.read)).length === 1;
  process.stderr.write(whatGoes(account, contents, isLast));
  if (!yes && (await typed(`Type ${handle} to remove it: `)) !== handle) {
    throw new DomainError("invalid", `Nothing was removed, because ${handle} was not typed. Type it, or use --yes.`);
  }
  const removedAt = instantNow();
  await db.write(async (tx) => beginRemoval(tx, await requireAccount(tx, handle), removedAt));
  log.warn({ account: handle, account_id: account.id, by: whoRuns(), ...contents }, "an account was removed");
  return { id: account.id, handle, removedAt };
}

function whatGoes({ handle, name }: Account, contents: AccountContents, isLast: boolean): string {
  const { orders, customers, products, files, bytes, members } = contents;
  const [size, unit] = bytes < 1_000_000 ? [bytes, "bytes"] : [Math.round(bytes / 1_000_000), "MB"];
  const lines = [
    `${handle} (${name}) goes for good, with all its links:`,
    `  orders: ${orders}, customers: ${customers}, products: ${products}, files: ${files} (${size} ${unit})`,
    `  members: ${members}; people without another account go too`,
    ...(isLast ? ["It is the last account. The next start of the server makes an account “demo”."] : []),
    "Only a backup brings it back, together with everything else.",
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The typed line; empty if there is none. */
async function typed(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const answer = await Promise.race([lines.question(question), ended]);
  lines.close();
  return answer.trim();
}

/** The system user who runs the command. */
const whoRuns = () => ({
  user: process.env.SUDO_USER ?? process.env.USER ?? process.env.LOGNAME ?? null,
  uid: process.getuid?.() ?? null,
});
