import { emailOfPicture } from "../../delivery/customer-emails/opened-picture.ts";
import type { HoldWatch } from "../../delivery/downloads/hold-watch.ts";
import type { FileLink } from "../../delivery/downloads/link.ts";
import type { Visit } from "../../delivery/visits/order-visits.ts";
import type { EmailOpening } from "../../messages/mail/openings.ts";
import type { LaterWriter } from "../../platform/database/later-writer.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";
import { wantsPage } from "../content-negotiation.ts";

/** A request of a customer. */
interface CustomerRequest {
  request: Request;
  account: Account;
  client: Client;
}

/** Records with a delay what customers opened. */
export interface VisitRecorders {
  visits: LaterWriter<Visit>;
  openings: LaterWriter<EmailOpening>;
}

/** User agents of programs, not people: search engines, mail scanners, link previews. */
const programs =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scan|preview|fetch|facebookexternalhit|whatsapp|python|curl|wget|java\/|go-http/i;

/** Records that a person, not a known program, opened a page of an order. The page does not wait for it. */
export function noteVisit(
  { visits }: VisitRecorders,
  { request, account, client }: CustomerRequest,
  orderGuid: string,
): void {
  const { method, headers } = request;
  const isEarly = /prefetch|prerender|preview/i.test(`${headers.get("sec-purpose")} ${headers.get("purpose")}`);
  if (method !== "GET" || !wantsPage(headers) || isEarly || programs.test(client.userAgent)) return;
  visits.note({ accountId: account.id, order: orderGuid, ipAddress: client.ipAddress, at: instantNow() });
}

/**
 * Records that a customer previewed a file without counting it. `begins` is false for a later part of the file. Once it
 * is written, it is checked against the rules that hold orders.
 */
export function notePreview(
  { visits, holdWatch }: VisitRecorders & { holdWatch: HoldWatch },
  { account, client, link, begins }: Pick<CustomerRequest, "account" | "client"> & { link: FileLink; begins: boolean },
): void {
  const { ordered } = link;
  if (!ordered) return;
  const { orderId } = ordered;
  const visit = { accountId: account.id, ipAddress: client.ipAddress, at: instantNow() };
  visits.note({ ...visit, what: "preview", order: orderId, opened: begins ? 1 : 0 });
  if (account.holdRules?.manyAddresses) void visits.flush().then(() => holdWatch.counted(account, orderId));
}

/** A transparent GIF of one pixel. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Answers with an email's picture, and records that it was fetched. The response is the same for every URL. */
export function answerPicture(
  { openings, vault }: VisitRecorders & { vault: Vault },
  { request, account }: CustomerRequest,
  name: string,
): Response {
  const emailId = request.method === "GET" ? emailOfPicture(name, vault) : null;
  if (emailId !== null) openings.note({ accountId: account.id, emailId, at: instantNow() });
  const headers = { "content-type": "image/gif", "cache-control": "no-store", "x-robots-tag": "noindex" };
  const body = request.method === "HEAD" ? null : pixel;
  return new Response(body, { headers: { ...headers, "content-length": String(pixel.byteLength) } });
}
