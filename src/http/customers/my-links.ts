import type { libraryLink } from "../../delivery/library/library-links.ts";
import { ordersOfAddress } from "../../delivery/orders/reading/library-orders.ts";
import { supplyOf } from "../../delivery/orders/state.ts";
import { queueLibraryEmail } from "../../messages/mail/outbox.ts";
import { clientNetwork } from "../../platform/client-network.ts";
import { linksPath, linksPathFrom } from "../../platform/customer-paths.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { canonicalEmail } from "../../platform/email-address.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { type RateLimit, type Try, takeTries } from "../../platform/limits/rate-limits.ts";
import { emailProblem } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { wantsPage } from "../content-negotiation.ts";
import { LibraryEndedPage, LibraryPage } from "../pages/library.tsx";
import { type LinksFormState, LinksPage } from "../pages/links-form.tsx";
import type { DeliveryRequest, DeliveryServices } from "./deliver-file.ts";
import { formIn } from "./form.ts";
import { localizationOf } from "./language.ts";
import { page, pageStore, redirect, sentence } from "./respond.ts";

/** Orders on a page of a library. */
const ordersOnPage = 50;

/** Longest search text, in characters. */
const longestSearch = 200;

/** The form in which customers request their links. */
export function showLinksForm(services: DeliveryServices, asked: DeliveryRequest, state: LinksFormState): Response {
  const store = pageStore(asked.account, services.accountUrl);
  const local = localizationOf(asked.request, store);
  const status = state === "wrong" ? 422 : state === "tooMany" ? 429 : 200;
  if (asked.request.method === "POST" && !wantsPage(asked.request.headers)) {
    const { wrongEmail, tooMany } = local.texts.library.form;
    return sentence(status, state === "wrong" ? wrongEmail : tooMany);
  }
  return page(status, store, LinksPage({ store, local, state, orderGuid: orderIn(asked.request) }));
}

/** The identifier of the order whose page led here; null if there is none. Only its format has been checked. */
export function orderIn({ url }: Request): string | null {
  const guid = new URL(url).searchParams.get("order") ?? "";
  return /^[\w-]{1,64}$/.test(guid) ? guid : null;
}

/**
 * Queues an email to any address, and always answers the same in the same time. The worker finds out whether anything
 * was bought with the address.
 */
export async function requestLinks(services: DeliveryServices, asked: DeliveryRequest): Promise<Response> {
  const { account, client } = asked;
  const form = await formIn(asked.request);
  if (form === null) return sentence(413, "The form is too long.");
  const address = (form.get("email") ?? "").trim();
  if (emailProblem(address) !== null) return showLinksForm(services, asked, "wrong");
  const now = instantNow();
  const wait = await takeTries(services.db, linksRequest(account, address, client), now);
  if (wait !== null) {
    const refusal = showLinksForm(services, asked, "tooMany");
    refusal.headers.set("retry-after", String(wait));
    return refusal;
  }
  await services.db.write((tx) => queueLibraryEmail(tx, account, address, now));
  const order = orderIn(asked.request);
  return redirect(303, order === null ? `${linksPath}?sent` : `${linksPathFrom(order)}&sent`);
}

/** Shows everything bought with the address of a link. An expired one (null) leads to the form. */
export async function showLibrary(
  services: DeliveryServices,
  { account, request }: DeliveryRequest,
  link: Awaited<ReturnType<typeof libraryLink>>,
  now: Instant,
): Promise<Response> {
  const { read } = services.db;
  const store = pageStore(account, services.accountUrl);
  const local = localizationOf(request, store);
  if (link === null) return page(404, store, LibraryEndedPage({ store, local }));
  const { address, expiresAt } = link;
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get("q") ?? "").slice(0, longestSearch).toWellFormed().replaceAll("\0", "");
  const pageNumber = Math.min(10_000, Math.max(1, Math.floor(Number(searchParams.get("page"))) || 1));
  const found = await ordersOfAddress(services.db.scan, account.id, address, {
    text: search,
    offset: (pageNumber - 1) * ordersOnPage,
    limit: ordersOnPage + 1,
    now,
  });
  const orders = found.slice(0, ordersOnPage);
  const supply = await supplyOf(
    read,
    orders.flatMap(({ items }) => items),
  );
  const about = { address, search, pageNumber, hasMore: found.length > ordersOnPage, orders, supply, expiresAt, now };
  return page(200, store, LibraryPage({ store, local, ...about }));
}

/** Limits emails to one address. */
const linksToAddress: RateLimit = { name: "links-to", most: 3, milliseconds: hourMilliseconds };

/** Limits requests from one network, for any address. */
const linksFromNetwork: RateLimit = { name: "links-from", most: 20, milliseconds: hourMilliseconds };

/** The limits for a customer's request to email links to an address. */
function linksRequest({ id }: Account, address: string, client: { ipAddress: string }): Try[] {
  return [
    { limit: linksToAddress, subject: `${id} ${canonicalEmail(address)}` },
    { limit: linksFromNetwork, subject: String(id), source: clientNetwork(client.ipAddress) },
  ];
}
