import { NotYet } from "../../delivery/orders/gifts/gift.ts";
import { type Delivery, orderName } from "../../delivery/orders/reading/customer-view.ts";
import { isUnavailable } from "../../platform/database/database.ts";
import { DomainError, type DomainErrorCode } from "../../platform/errors.ts";
import { FilesUnreachable } from "../../platform/files/store.ts";
import { giveWay } from "../../platform/give-way.ts";
import { fill } from "../../platform/i18n/localization.ts";
import type { Log } from "../../platform/log.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { logoUrl } from "../../store/accounts/logo.ts";
import { contactOf, type Store } from "../../store/accounts/store.ts";
import { wantsPage } from "../content-negotiation.ts";
import { requestFault } from "../failure.ts";
import { withoutBody } from "../head-response.ts";
import type { Pieces } from "../pages/in-pieces.tsx";
import { dateIn, type KnownOrder, ProblemPage } from "../pages/problem.tsx";
import { type Problem, problemStatus } from "../pages/problem-statuses.ts";
import { pageSecurityPolicy } from "../pages/security-policy.ts";
import { answerWithDocument } from "../streamed-answer.ts";
import { languagesOf, localizationOf } from "./language.ts";

/** A page for a browser. */
export function page(status: number, store: Store | null, html: string): Response {
  return withLength(status, html, pageHeaders(store));
}

/** Like `page`, for a page of any length. A long one is sent while it is being rendered. */
export async function longPage(
  { method }: Request,
  { status, store, log }: { status: number; store: Store; log: Log },
  pieces: Pieces,
): Promise<Response> {
  const options = { status, headers: pageHeaders(store), log };
  const response = await answerWithDocument({ method: "GET" }, inTurns(pieces), options);
  return method === "HEAD" ? withoutBody(response) : response;
}

/** Characters of a page to send at once. */
const partLength = 32_768;

async function* inTurns(pieces: Pieces): AsyncGenerator<string> {
  let part = "";
  for (const piece of pieces) {
    part += piece;
    await giveWay();
    if (part.length < partLength) continue;
    yield part;
    part = "";
  }
  yield part;
}

/** No cache stores a page, because it contains a customer's links. */
const pageHeaders = (store: Store | null) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": pageSecurityPolicy(store),
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  vary: "accept",
});

/** An error response: browsers get a page that says what to do, other clients a sentence of plain text. */
export function problem(request: Request, store: Store | null, kind: Problem, known: KnownOrder = {}): Response {
  const status = problemStatus(kind);
  const local = localizationOf(request, store);
  const response = wantsPage(request.headers)
    ? page(status, store, ProblemPage({ store, local, problem: kind, ...known }))
    : sentence(status, fill(local.texts.problem[kind].sentence, { date: dateIn(local, known) }));
  if (status === 503) response.headers.set("retry-after", "5");
  // Browsers open the page again. A download that begins then leaves the page as it is.
  if (kind === "copy_not_ready") response.headers.set("refresh", "5");
  return response;
}

/** A plain-text response of one line, for clients that do not accept pages. No cache stores it. */
export function sentence(status: number, text: string, headers: Record<string, string> = {}): Response {
  const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", vary: "accept" };
  return withLength(status, `${text}\n`, { ...plain, ...headers });
}

/** Sets the length explicitly, because a response to HEAD has no body to measure. */
function withLength(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(text, { status, headers: { ...headers, "content-length": String(Buffer.byteLength(text)) } });
}

const linkProblems = [
  "not_found",
  "on_hold",
  "not_yet",
  "revoked",
  "item_revoked",
  "expired",
  "used_up",
  "file_missing",
  "copy_not_ready",
  "copy_failed",
] as const;
type LinkProblem = (typeof linkProblems)[number];

const isLinkProblem = (code: DomainErrorCode): code is LinkProblem => linkProblems.includes(code as LinkProblem);

/** The response to an error. Errors that are not the customer's fault are logged and not shown. */
export function failure(request: Request, store: Store | null, error: unknown, log: Log, known?: KnownOrder): Response {
  if (error instanceof DomainError) {
    const { code } = error;
    const opensAt = error instanceof NotYet ? error.opensAt : null;
    if (isLinkProblem(code)) return problem(request, store, code, { ...known, opensAt });
  }
  const fault = requestFault(error);
  if (fault) return sentence(fault.status, fault.sentence);
  const filesUnreachable = error instanceof FilesUnreachable;
  log.error({ err: error }, "request failed");
  return problem(request, store, filesUnreachable || isUnavailable(error) ? "unavailable" : "internal");
}

/** The store for the pages of this order: in the order's language, with an address for questions about the order. */
export function customersStore(account: Account, accountUrl: (account: Account) => string, delivery: Delivery): Store {
  const address = contactOf(account);
  const isFallback = account.contactEmail === null;
  const contact = address === null ? null : { address, orderName: orderName(delivery), isFallback };
  return { ...pageStore(account, accountUrl), contact, ...languagesOf(account, delivery) };
}

/** The store for pages without an order. */
export function pageStore(account: Account, accountUrl: (account: Account) => string): Store {
  return {
    name: account.name,
    url: accountUrl(account),
    // Without a host, so that browsers load it from the page's host.
    logoUrl: logoUrl("", account),
    brandColor: account.brandColor,
    language: account.language,
    currency: account.currency,
    allowsPreviews: account.allowPreviews,
    countsPreviews: account.countPreviews,
    showsFileUpdates: account.showFileUpdates,
    website: account.website,
    contact: account.contactEmail === null ? null : { address: account.contactEmail },
  };
}

/**
 * Not cached, so that each use is counted. Sends no referrer, so that the other site does not see the customer's link.
 */
export function redirect(status: 302 | 303, location: string): Response {
  const headers = { location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return new Response(null, { status, headers });
}
