import { longestProgramId, skuOfProgram } from "../../delivery/catalog/program-ids.ts";
import { TooManyActivations } from "../../delivery/license-checks/activate.ts";
import type { validate } from "../../delivery/license-checks/validate.ts";
import type { Verdict } from "../../delivery/license-checks/verdict.ts";
import type { LicenseSecrets } from "../../delivery/licenses/secrets.ts";
import { clientNetwork } from "../../platform/client-network.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { type RateLimit, takeTries } from "../../platform/limits/rate-limits.ts";
import { textProblem } from "../../platform/text.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";

export interface LicenseServices {
  db: Database;
  vault: Vault;
}

/** The caller, and the store that is asked. */
export interface Asker {
  account: Account;
  client: Client;
  secrets: LicenseSecrets;
  now: Instant;
}

const minutes = 60_000;

/** Limits guesses from one network. Keys that an order has are never refused by these limits. */
const guessesFromNetwork: RateLimit = { name: "license-guesses-from", most: 60, milliseconds: 10 * minutes };

/** Limits guesses at one store from everywhere. */
const guessesAtStore: RateLimit = { name: "license-guesses", most: 3_000, milliseconds: 10 * minutes };

/** Thrown after too many questions about unknown license keys. */
class TooManyGuesses extends Error {
  /** `seconds` to wait. */
  constructor(readonly seconds: number) {
    super("Too many unknown license keys were asked for. Try again later.");
  }
}

/**
 * Answers a program's question, in any of the supported forms. All forms count toward the same limits. Throws `TooManyGuesses`,
 * and as `ask` does.
 */
export async function askLicense(
  db: Database,
  { account, client, secrets, now }: Asker,
  ask: typeof validate,
  question: Parameters<typeof validate>[1]["question"],
): Promise<Verdict> {
  const verdict = await ask(db, { accountId: account.id, secrets, question, now });
  if (verdict.code !== "unknown") return verdict;
  const tries = [
    { limit: guessesFromNetwork, subject: String(account.id), source: clientNetwork(client.ipAddress) },
    { limit: guessesAtStore, subject: String(account.id) },
  ];
  const wait = await takeTries(db, tries, now);
  if (wait !== null) throw new TooManyGuesses(wait);
  return verdict;
}

/** The answer to a program that asks too often, with the seconds to wait; null for any other error. */
export function tooOften(error: unknown): { sentence: string; seconds: number } | null {
  if (error instanceof TooManyGuesses) return { sentence: error.message, seconds: error.seconds };
  if (!(error instanceof TooManyActivations)) return null;
  return {
    sentence: "This license was activated too often within an hour. Try again later.",
    seconds: error.seconds,
  };
}

/**
 * The SKU of the product that a program of another system means. Takes the first of these IDs or names that an owner has entered.
 * Otherwise returns the first one itself, which may be a SKU; null if there are none.
 */
export async function skuMeant(reader: Reader, accountId: number, names: string[]): Promise<string | null> {
  for (const name of names) {
    if (textProblem(name, { longest: longestProgramId }) !== null) continue;
    const sku = await skuOfProgram(reader, accountId, name);
    if (sku !== null) return sku;
  }
  return names[0] ?? null;
}
