import { activate, deactivate } from "../../delivery/license-checks/activate.ts";
import { validate } from "../../delivery/license-checks/validate.ts";
import { licenseSecrets } from "../../delivery/licenses/secrets.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";
import { describeFailure } from "../failure.ts";
import { methodRefusal } from "../method-refusal.ts";
import { problemResponse } from "../problem.ts";
import { keySetAnswer, openToPages, verdictAnswer } from "./answers.ts";
import { askLicense, type LicenseServices, tooOften } from "./ask.ts";
import { readQuestion } from "./question.ts";

/** The path prefix before the name of a question. */
export const licensesPath = "/licenses/";

const questions = {
  validate: { ask: validate, needsDevice: false },
  activate: { ask: activate, needsDevice: true },
  deactivate: { ask: deactivate, needsDevice: true },
};

/** Answers customers' programs that ask about licenses, under `/licenses/` (docs/connect/licenses.md). */
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
    const verdict = await askLicense(db, { account, client, secrets, now }, ask, question);
    return verdictAnswer(
      verdict,
      { key: question.key, deviceId: question.device?.id ?? null, nonce: question.nonce, now },
      secrets.signingKeys,
    );
  }
}

/** The answer to an error: a problem (RFC 9457), as in v3. */
export function licenseFailure(error: unknown, log: Log): Response {
  const limited = tooOften(error);
  if (limited) return refusal(429, limited.sentence, { "retry-after": String(limited.seconds) });
  const { status, sentence, fields, headers } = describeFailure(error, log);
  return problemResponse(status, { detail: sentence, errors: fields, headers: { ...headers, ...openToPages } });
}

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
