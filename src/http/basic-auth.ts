import type { Account } from "../accounts/accounts.ts";
import { equalInConstantTime, type StoredCredentials } from "../accounts/credentials.ts";
import { planOf } from "../accounts/plans.ts";
import type { TokenVault } from "../accounts/token-vault.ts";

/** Names the protection space in `WWW-Authenticate` (RFC 7617). */
export const challenge = 'Basic realm="Waybill API", charset="UTF-8"';

/**
 * A sentence that says why a request may not use the account's API; null if it may (docs/unversioned-interface.md,
 * Signing in). The user name is the API key, the password the API token. `account` and `credentials` are those of the host, or null.
 */
export function apiAccessProblem(
  request: Request,
  { account, credentials }: { account: Account | null; credentials: StoredCredentials | null },
  vault: TokenVault,
): string | null {
  const sent = basicCredentials(request.headers.get("authorization"));
  if (!sent) return "Authenticate with HTTP Basic: the API key is the user name, the API token is the password.";
  if (!account || !credentials) return "This address does not belong to any account. Use the address of your account.";
  const rightKey = equalInConstantTime(sent.user, credentials.apiKey);
  const rightToken = vault.matches(sent.password, credentials.tokenHash);
  if (!(rightKey && rightToken)) return "The API key or the API token is not valid for this account.";
  if (!planOf(account).apiAccess) return `The plan ${account.plan} does not include API access.`;
  return null;
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

function basicCredentials(header: string | null): { user: string; password: string } | null {
  const encoded = /^basic +([a-z0-9+/_-]+=*) *$/i.exec(header ?? "")?.[1];
  if (!encoded) return null;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 0 ? null : { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
