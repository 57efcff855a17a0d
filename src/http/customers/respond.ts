import type { Account } from "../../accounts/accounts.ts";
import { logoUrl } from "../../accounts/logo.ts";
import { contactOf, type Store } from "../../accounts/store.ts";
import { isUnavailable } from "../../database/database.ts";
import { DomainError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { type Delivery, orderName } from "../../orders/delivery.ts";
import { wantsPage } from "../content-negotiation.ts";
import { requestFault } from "../failure.ts";
import { ProblemPage } from "../pages/problem.tsx";
import { type Problem, problemStatus } from "../pages/problems.ts";
import type { RenewalOffer } from "../pages/renewal.tsx";
import { pageSecurityPolicy } from "../pages/security-policy.ts";
import { FilesUnreachable } from "./deliver-file.ts";
import { localizationOf } from "./language.ts";

/** A page for a browser; never stored by anything on the way, as it holds a customer's links. */
export function page(status: number, store: Store | null, html: string): Response {
  return withLength(status, html, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pageSecurityPolicy(store),
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    vary: "accept",
  });
}

/** A refusal: a page that says what to do for a browser, and a plain sentence for anything else. */
export function problem(
  request: Request,
  store: Store | null,
  kind: Problem,
  renewal: RenewalOffer | null = null,
): Response {
  const status = problemStatus(kind);
  const local = localizationOf(request, store?.language);
  const response = wantsPage(request.headers)
    ? page(status, store, ProblemPage({ store, local, problem: kind, renewal }))
    : sentence(status, local.texts.problem[kind].sentence);
  if (status === 503) response.headers.set("retry-after", "5");
  return response;
}

/** A plain-text answer of one line, for clients that do not ask for a page; stored by nothing on the way. */
export function sentence(status: number, text: string, headers: Record<string, string> = {}): Response {
  const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", vary: "accept" };
  return withLength(status, `${text}\n`, { ...plain, ...headers });
}

/** Names the length, so that it stands in the answer to a HEAD too, which has no body to take it from. */
function withLength(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { ...headers, "content-length": String(Buffer.byteLength(text)) } });
}

/** The answer to what went wrong; what is not the customer's fault is logged, not shown. */
export function failure(
  request: Request,
  store: Store | null,
  error: unknown,
  log: Log,
  renewal: RenewalOffer | null = null,
): Response {
  if (error instanceof DomainError) {
    const { code } = error;
    if (code === "not_found" || code === "expired" || code === "used_up" || code === "file_missing") {
      return problem(request, store, code, renewal);
    }
  }
  const fault = requestFault(error);
  if (fault) return sentence(fault.status, fault.sentence);
  const filesUnreachable = error instanceof FilesUnreachable;
  log.error({ err: filesUnreachable ? error.cause : error }, "request failed");
  return problem(request, store, filesUnreachable || isUnavailable(error) ? "unavailable" : "internal");
}

/** What the pages show of the store to the customer of this order: where to write to about it, as well. */
export function customersStore(account: Account, accountUrl: (account: Account) => string, delivery: Delivery): Store {
  const address = contactOf(account);
  const isFallback = account.contact_email === null;
  const contact = address === null ? null : { address, orderName: orderName(delivery), isFallback };
  return { ...pageStore(account, accountUrl), contact };
}

/** What the pages show of the store to anybody. */
export function pageStore(account: Account, accountUrl: (account: Account) => string): Store {
  return {
    name: account.name,
    url: accountUrl(account),
    // Without a host, so that it comes from wherever the page came from.
    logoUrl: logoUrl("", account),
    brandColor: account.brand_color,
    language: account.language,
    website: account.website,
    contact: account.contact_email === null ? null : { address: account.contact_email },
  };
}
