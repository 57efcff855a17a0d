import { type BounceReport, recordBounce } from "../../messages/mail/bounces.ts";
import type { Database } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { giveBackTries, type RateLimit, type Try, takeTry } from "../../platform/limits/rate-limits.ts";
import type { SendRequest } from "../../platform/outgoing/request.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { countRefused, hookByGuid, noteEvent, secretOf } from "./hooks.ts";
import { parseReport } from "./parse.ts";
import { UnreadableReport } from "./service.ts";
import { mailServices } from "./services/index.ts";

/**
 * `taken`: all of it was recorded. `later`: send it again, because one of the emails is still being sent, or the signature could
 * not be checked. `unknown`: no mail service has this address.
 */
export type ReportReceipt = "taken" | "later" | "refused" | "unreadable" | "unknown";

/** Limits a signature that does not cover the whole body to one use, for longer than it is accepted. */
const signatureUse: RateLimit = { name: "mail-hook-signature", most: 1, milliseconds: 2 * dayMilliseconds };

/** Reports per transaction. */
const atOnce = 20;

/**
 * Records what a mail service sends to an address of the account, if the signature is right. Everything is durable when this
 * resolves. Repeated reports change nothing. Calls `readBody` once the address is found, and throws its errors.
 */
export async function receiveReport(
  { db, vault, send }: { db: Database; vault: Vault; send: SendRequest },
  account: Account,
  { guid, headers, readBody }: { guid: string; headers: Headers; readBody(): Promise<Uint8Array> },
  now: Instant,
): Promise<ReportReceipt> {
  const hook = await hookByGuid(db.read, account.id, guid);
  if (!hook) return "unknown";
  const request = { headers, body: await readBody() };
  const service = mailServices[hook.service];
  const secret = secretOf(vault, hook);
  try {
    const verdict = secret === null ? "wrong" : await service.verify(request, secret, { now, send });
    if (verdict === "later") return "later";
    if (verdict === "wrong") {
      await db.write((tx) => countRefused(tx, hook, now));
      return "refused";
    }
    const body = parseReport(request.body);
    const signed = service.signed?.(body);
    const once = signed === undefined ? null : { limit: signatureUse, subject: `${hook.guid} ${signed}` };
    const isRecorded = await recordAll(db, account.id, { reports: service.read(body), once }, now);
    const isAnswered = (await service.answer?.(body, send)) ?? true;
    await db.write((tx) => noteEvent(tx, hook, now));
    return isRecorded && isAnswered ? "taken" : "later";
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error;
    return "unreadable";
  }
}

/** Whether it has an ID and an address that can be looked up. */
const isNamed = ({ messageId, recipient }: BounceReport) =>
  [messageId, recipient].every((text) => /^[^\p{Cc}\s]{1,998}$/u.test(text) && text.isWellFormed());

/** Returns false if one of the emails is still being sent. With `once`, records nothing if this limit is used up. */
async function recordAll(
  db: Database,
  accountId: number,
  { reports, once }: { reports: BounceReport[]; once: Try | null },
  now: Instant,
): Promise<boolean> {
  // Always in the same order, so that two transactions never wait for each other.
  const named = reports.filter(isNamed).toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1));
  let isComplete = true;
  for (let start = 0; start < named.length; start += atOnce) {
    const slice = named.slice(start, start + atOnce);
    const results = await db.write(async (tx) => {
      const all: Awaited<ReturnType<typeof recordBounce>>[] = [];
      if (once && !(await takeTry(tx, once, now))) return all;
      for (const report of slice) all.push(await recordBounce(tx, accountId, report, now));
      if (once && all.includes("too_early")) await giveBackTries(tx, [once]);
      return all;
    });
    if (results.includes("too_early")) isComplete = false;
    await giveWay();
  }
  return isComplete;
}
