import { activate, deactivate, TooManyActivations, validate } from "../../delivery/license-checks/check.ts";
import { licenseSecrets } from "../../delivery/licenses/secrets.ts";
import { clientNetwork } from "../../platform/client-network.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { type RateLimit, takeTries } from "../../platform/limits/rate-limits.ts";
import type { Log } from "../../platform/log.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";
import { describeFailure } from "../failure.ts";
import { methodRefusal } from "../method-refusal.ts";
import { problemResponse } from "../v3/problem.ts";
import { keySetAnswer, openToPages, verdictAnswer } from "./answers.ts";
import { readQuestion } from "./question.ts";

/** What follows this in a path is what a program asks. */
export const licensesPath = "/licenses/";

interface LicenseServices {
  db: Database;
  vault: Vault;
}

const questions = {
  validate: { ask: validate, needsDevice: false },
  activate: { ask: activate, needsDevice: true },
  deactivate: { ask: deactivate, needsDevice: true },
};

const minutes = 60_000;

/** Limits guesses from one network. Keys that an order has are never refused by these limits. */
const guessesFromNetwork: RateLimit = { name: "license-guesses-from", most: 60, milliseconds: 10 * minutes };

/** Limits guesses at one store from everywhere. */
const guessesAtStore: RateLimit = { name: "license-guesses", most: 3_000, milliseconds: 10 * minutes };

/** Answers programs in customers' hands that ask about licenses, under `/licenses/` (docs/connect/licenses.md). */
export function createLicenseChecks({ db, vault }: LicenseServices) {
  return async (request: Request, caller: { account: Account | null; client: Client }): Promise<Response> => {
    const { account } = caller;
    const { pathname } = new URL(request.url);
    const name = pathname.slice(licensesPath.length).replace(/\/$/, "");
    if (account === null) return refusal(404, "There is no store at this address.");
    const isKeySet = name === "keys.json";
    if (!isKeySet && !Object.hasOwn(questions, name)) return refusal(404, `There is nothing at ${pathname}.`);
    const methods = isKeySet ? ["GET", "HEAD"] : ["POST"];
    if (request.method === "OPTIONS") return preflight(methods);
    if (!methods.includes(request.method)) {
      const { sentence, headers } = methodRefusal(request.method, methods);
      return refusal(405, sentence, headers);
    }
    const now = instantNow();
    if (isKeySet) return keySetAnswer((await licenseSecrets(db, vault, account.id, now)).signingKeys);
    return answer(request, { ...caller, account }, questions[name as keyof typeof questions], now);
  };

  async function answer(
    request: Request,
    { account, client }: { account: Account; client: Client },
    { ask, needsDevice }: (typeof questions)[keyof typeof questions],
    now: Instant,
  ): Promise<Response> {
    const question = await readQuestion(request, { needsDevice });
    const secrets = await licenseSecrets(db, vault, account.id, now);
    const verdict = await ask(db, { accountId: account.id, secrets, question, now });
    if (verdict.code === "unknown") {
      const wait = await takeTries(
        db,
        [
          { limit: guessesFromNetwork, subject: String(account.id), source: clientNetwork(client.ipAddress) },
          { limit: guessesAtStore, subject: String(account.id) },
        ],
        now,
      );
      if (wait !== null) return tooMany("Too many unknown license keys were asked for. Try again later.", wait);
    }
    return verdictAnswer(
      verdict,
      { deviceId: question.device?.id ?? null, nonce: question.nonce, now },
      secrets.signingKeys,
    );
  }
}

/** The answer to an error: a problem (RFC 9457), as in v3. */
export function licenseFailure(error: unknown, log: Log): Response {
  if (error instanceof TooManyActivations) {
    return tooMany("This license was activated too often within an hour. Try again later.", error.seconds);
  }
  const { status, sentence, fields, headers } = describeFailure(error, log);
  return problemResponse(status, { detail: sentence, errors: fields, headers: { ...headers, ...openToPages } });
}

const tooMany = (sentence: string, seconds: number) => refusal(429, sentence, { "retry-after": String(seconds) });

const refusal = (status: number, detail: string, headers: Record<string, string> = {}) =>
  problemResponse(status, { detail, headers: { ...headers, ...openToPages } });

const preflight = (methods: string[]) =>
  new Response(null, {
    status: 204,
    headers: {
      ...openToPages,
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": "Content-Type",
      "access-control-max-age": "86400",
    },
  });
