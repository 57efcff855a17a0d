import { findKey, type UsedKey } from "../access/api-keys/find-key.ts";
import type { LastUses } from "../access/api-keys/last-uses.ts";
import type { Scope } from "../access/api-keys/scopes.ts";
import { isMeantAsApiKey } from "../access/api-keys/secret.ts";
import type { Database } from "../platform/database/database.ts";
import { instantNow } from "../platform/instants.ts";
import { equalInConstantTime } from "../platform/text.ts";
import type { Vault } from "../platform/vault.ts";
import type { Account } from "../store/accounts/accounts.ts";
import type { StoredCredentials } from "../store/accounts/credentials.ts";
import { planOf } from "../store/accounts/plans.ts";

/** The credentials of a program: one of the account's API keys or, with null, its own key and token, which may do everything. */
export interface ApiAccess {
  key: UsedKey | null;
}

/** Why a request may not use the account's API, and the `WWW-Authenticate` of the answer. */
interface Refusal {
  problem: string;
  challenge: string;
}

interface AccessServices {
  db: Pick<Database, "read">;
  vault: Vault;
  lastUses: LastUses;
}

/** RFC 7617. The realm names the protection space. */
const basicChallenge = 'Basic realm="Waybill API", charset="UTF-8"';

/** Also as in RFC 6750, for clients that sent a Bearer token. */
const bothChallenges = `${basicChallenge}, Bearer realm="Waybill API", error="invalid_token"`;

/**
 * Checks the credentials of a request (docs/connect/api-keys.md). An API key is a Bearer token or the password of HTTP Basic,
 * with any user name. The account's own key and token are user name and password, and need no query. `account` and `credentials`
 * are those of the host, or null.
 */
export async function apiAccess(
  request: Request,
  { account, credentials }: { account: Account | null; credentials: StoredCredentials | null },
  { db, vault, lastUses }: AccessServices,
): Promise<ApiAccess | Refusal> {
  const header = request.headers.get("authorization") ?? "";
  const bearer = /^bearer +(\S+) *$/i.exec(header)?.[1];
  const refuse = (problem: string) => ({ problem, challenge: bearer ? bothChallenges : basicChallenge });
  const sent = bearer === undefined ? basicCredentials(header) : { user: "", password: bearer };
  if (!sent)
    return refuse(
      "Authenticate with HTTP Basic: the API key is the user name, the API token is the password. Or send a key that begins with wb_ as a Bearer token.",
    );
  // The same text whether the address or the credentials are wrong, because the address may be a guessed key.
  const wrong = refuse(
    bearer || isMeantAsApiKey(sent.password)
      ? "The API key is not valid for an account at this address: it is mistyped, expired, replaced or revoked."
      : "The API key or the API token is not valid for an account at this address.",
  );
  if (!account || !credentials) return wrong;
  const rightKey = equalInConstantTime(sent.user, credentials.apiKey);
  const rightToken = vault.matches(sent.password, credentials.tokenHash);
  const plan = planOf(account).apiAccess ? null : `The plan ${account.plan} does not include API access.`;
  if (rightKey && rightToken) return plan ? refuse(plan) : { key: null };
  if (!bearer && !isMeantAsApiKey(sent.password)) return wrong;
  const now = instantNow();
  const key = await findKey(db.read, account.id, sent.password, now);
  if (!key) return wrong;
  if (plan) return refuse(plan);
  lastUses.used(key, now);
  return { key };
}

export const isRefusal = (found: ApiAccess | Refusal): found is Refusal => "problem" in found;

/** A sentence that says that a program's key lacks `scope`; null if the key has it, or if `scope` is null. */
export function scopeProblem({ key }: ApiAccess, scope: Scope | null): string | null {
  if (!key || scope === null || key.scopes.includes(scope)) return null;
  return `The API key ${key.name} lacks the scope ${scope}. An owner of the store can add it.`;
}

/**
 * A sentence that says why a change with the API's credentials is rejected; null if it is allowed. Once a browser knows
 * them, it adds them to requests from any site's pages, but also sends `Sec-Fetch-Site`. Servers send no such header.
 */
export function crossSiteProblem(headers: Headers): string | null {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return null;
  return "This request came from a web page of another site. Call the API from a server, not from a browser.";
}

function basicCredentials(header: string): { user: string; password: string } | null {
  const encoded = /^basic +([a-z0-9+/_-]+=*) *$/i.exec(header)?.[1];
  if (!encoded) return null;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 0 ? null : { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
