import { licenseSecrets } from "../../delivery/licenses/secrets.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";
import { describeFailure } from "../failure.ts";
import { methodRefusal } from "../method-refusal.ts";
import { type Asker, type LicenseServices, tooOften } from "./ask.ts";
import { answerEdd, type EddServices, isEddQuestion } from "./edd.ts";
import { answerGumroad, gumroadPath } from "./gumroad.ts";
import { answerKeygen, isKeygenPath } from "./keygen.ts";
import { keygenError, signedForKeygen } from "./keygen-documents.ts";
import { WrongMediaType } from "./parameters.ts";

type System = "edd" | "gumroad" | "keygen";

/** The other license system whose form a request has; null for none. */
export function askedSystem(request: Request, pathname: string): System | null {
  if (pathname === "/") return isEddQuestion(request) ? "edd" : null;
  if (pathname === gumroadPath) return "gumroad";
  return isKeygenPath(pathname) ? "keygen" : null;
}

/** Answers customers' programs that use the form of another system (docs/connect/licenses.md). */
export function createOtherSystems({ db, vault, log, accountUrl }: LicenseServices & EddServices & { log: Log }) {
  return async (request: Request, { account, client }: { account: Account | null; client: Client }) => {
    const system = askedSystem(request, new URL(request.url).pathname);
    if (account === null || system === null) return refusal(system, 404, "There is no store at this address.");
    const now = instantNow();
    const secrets = await licenseSecrets(db, vault, account.id, now);
    const asker: Asker = { account, client, secrets, now };
    if (system === "keygen") {
      // Programs check the signature of refusals too.
      const response = await answerKeygen(db, request, asker).catch((error) => otherSystemFailure(system, error, log));
      const [signingKey] = secrets.signingKeys;
      const host = URL.parse(client.origin)?.host ?? client.hostname;
      return signingKey ? signedForKeygen(request, response, { host, now, signingKey }) : response;
    }
    if (system === "edd") {
      const answered = await answerEdd({ db, accountUrl }, request, asker);
      return answered ?? refusal(system, 404, "There is no such edd_action.");
    }
    if (request.method === "POST") return answerGumroad(db, request, asker);
    const { sentence, headers } = methodRefusal(request.method, ["POST"]);
    return refusal(system, 405, sentence, headers);
  };
}

/** The answer to an error, in the form of the system that was asked. */
export function otherSystemFailure(system: System | null, error: unknown, log: Log): Response {
  const limited = tooOften(error);
  if (limited) return refusal(system, 429, limited.sentence, { "retry-after": String(limited.seconds) });
  if (error instanceof WrongMediaType) return refusal(system, 415, error.message);
  const { status, sentence, headers } = describeFailure(error, log);
  return refusal(system, status, sentence, headers);
}

function refusal(system: System | null, status: number, message: string, headers: Record<string, string> = {}) {
  if (system === "keygen") return keygenError(status, codes[status] ?? "ERROR", message, headers);
  return new Response(JSON.stringify({ success: false, message }), {
    status,
    headers: { ...headers, "content-type": "application/json", "cache-control": "no-store" },
  });
}

const codes: Record<number, string> = {
  400: "BAD_REQUEST",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_ENTITY",
  429: "TOO_MANY_REQUESTS",
};
