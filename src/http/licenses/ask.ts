import type { LicenseQuestion, validate } from "../../delivery/license-checks/check.ts";
import type { Verdict } from "../../delivery/license-checks/verdict.ts";
import { type LicenseSecrets, licenseSecrets } from "../../delivery/licenses/secrets.ts";
import { clientNetwork } from "../../platform/client-network.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type RateLimit, takeTries } from "../../platform/limits/rate-limits.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";

export interface LicenseServices {
  db: Database;
  vault: Vault;
}

/** Who asks, and at which store. */
export interface LicenseCaller {
  account: Account;
  client: Client;
}

const minutes = 60_000;

/** Limits guesses from one network. Keys that an order has are never refused by these limits. */
const guessesFromNetwork: RateLimit = { name: "license-guesses-from", most: 60, milliseconds: 10 * minutes };

/** Limits guesses at one store from everywhere. */
const guessesAtStore: RateLimit = { name: "license-guesses", most: 3_000, milliseconds: 10 * minutes };

/** Thrown when a caller has asked for too many keys that no order has. */
export class TooManyGuesses extends Error {
  constructor(
    /** Seconds to wait. */
    readonly seconds: number,
  ) {
    super("Too many unknown license keys were asked for. Try again later.");
  }
}

/**
 * Asks one of the questions of `check.ts` for a program, in whichever system's words it came. Throws `TooManyGuesses`, and what
 * the question throws.
 */
export async function askLicense(
  { db, vault }: LicenseServices,
  { account, client }: LicenseCaller,
  ask: typeof validate,
  question: LicenseQuestion,
  now: Instant,
): Promise<{ verdict: Verdict; secrets: LicenseSecrets }> {
  const secrets = await licenseSecrets(db, vault, account.id, now);
  const verdict = await ask(db, { accountId: account.id, secrets, question, now });
  if (verdict.code !== "unknown") return { verdict, secrets };
  const wait = await takeTries(
    db,
    [
      { limit: guessesFromNetwork, subject: String(account.id), source: clientNetwork(client.ipAddress) },
      { limit: guessesAtStore, subject: String(account.id) },
    ],
    now,
  );
  if (wait !== null) throw new TooManyGuesses(wait);
  return { verdict, secrets };
}
