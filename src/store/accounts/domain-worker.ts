import { whenDue } from "../../platform/database/when-due.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { dueClaims, nextCheckAt, postponeCheck } from "./domain-claims.ts";
import { checkDomain, type DomainChecks } from "./domain-proof.ts";
import { accountById } from "./queries.ts";

/** Milliseconds between two rounds of due checks. */
const poll = 5_000;

/** Maximum number of checks at once. */
const batch = 8;

interface DomainWorkerSettings extends DomainChecks {
  log: Log;
}

/** Checks claims when they are due (`pauseAfter` in domain-claims.ts). */
export function startDomainWorker(settings: DomainWorkerSettings): Worker {
  const { db, log } = settings;

  async function check(accountId: number): Promise<void> {
    try {
      const account = await accountById(db.read, accountId);
      if (account) await checkDomain(settings, account);
    } catch (error) {
      log.error({ err: error, account: accountId }, "could not check a domain");
      await db.write((tx) => postponeCheck(tx, accountId, instantNow()));
    }
  }

  async function checkDue(now: Instant): Promise<Instant | null> {
    const due = await dueClaims(db.read, batch, now);
    await Promise.all(due.map(({ accountId }) => check(accountId)));
    return nextCheckAt(db.read);
  }

  return startWorker(log, () => [{ work: whenDue(db, checkDue), every: poll, failure: "could not check domains" }]);
}
