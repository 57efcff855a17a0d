import { parse, serialize } from "hono/utils/cookie";
import {
  createLibraryLink,
  emailedLife,
  forgetLibraryLinks,
  keptLife,
  libraryLink,
} from "../../delivery/library/library-links.ts";
import { orderByGuid } from "../../delivery/orders/queries.ts";
import { keptLibraryPath, linksPath, linksPathFrom } from "../../platform/customer-paths.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { canonicalEmail, isSameAddress } from "../../platform/email-address.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import { type RateLimit, takeTries } from "../../platform/limits/rate-limits.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { DeliveryRequest, DeliveryServices } from "./deliver-file.ts";
import { formIn } from "./form.ts";
import { orderIn, showLibrary } from "./my-links.ts";
import { redirect, sentence } from "./respond.ts";

/*
 * A device on which a customer opened the link to everything they bought keeps it, so that a page on its home screen can show
 * it again (docs/contribute/decisions/0032-library-kept-on-the-device.md).
 */

const cookieName = "library";

/** The page of a link, which the device keeps for as long as the link works. */
export async function openLibrary(
  services: DeliveryServices,
  asked: DeliveryRequest,
  token: string,
): Promise<Response> {
  const now = instantNow();
  const { read } = services.db;
  const link = await libraryLink(read, asked.account.id, token, now);
  const response = await showLibrary(services, asked, link, now);
  if (link && !(await keepsLonger(services, asked, link)))
    response.headers.append("set-cookie", keeping(asked, token, secondsUntil(link.expiresAt, now)));
  return response;
}

/** Whether the device already keeps the same purchases for longer, at the customer's request. */
async function keepsLonger(
  { db }: DeliveryServices,
  { account, request }: DeliveryRequest,
  { address, expiresAt }: { address: string; expiresAt: Instant },
): Promise<boolean> {
  const token = keptToken(request);
  const kept = token === null ? null : await libraryLink(db.read, account.id, token, instantNow());
  return kept !== null && isSameAddress(kept.address, address) && kept.expiresAt > expiresAt;
}

/**
 * The same page on a device that keeps a link. Without a working link, or from the page of another customer's order, one gets the
 * form to request one.
 */
export async function showKeptLibrary(services: DeliveryServices, asked: DeliveryRequest): Promise<Response> {
  const now = instantNow();
  const token = keptToken(asked.request);
  const link = token === null ? null : await libraryLink(services.db.read, asked.account.id, token, now);
  const order = orderIn(asked.request);
  if (order === null) return link ? showLibrary(services, asked, link, now) : redirect(302, linksPath);
  const isTheirs = link !== null && (await isOrderOf(services, asked.account, order, link.address));
  return redirect(302, isTheirs ? keptLibraryPath : linksPathFrom(order));
}

async function isOrderOf({ db }: DeliveryServices, account: Account, guid: string, address: string): Promise<boolean> {
  const order = await orderByGuid(db.read, account.id, guid);
  return order !== null && [order.email, order.recipientEmail ?? ""].some((one) => isSameAddress(one, address));
}

/** Limits how many devices can start to keep the library of one address. */
const keptByAddress: RateLimit = { name: "kept-libraries", most: 10, milliseconds: hourMilliseconds };

/**
 * Lets the device keep the library for longer than the link in an email works, or forgets it. Forgetting ends all links to the
 * library, because their addresses are in browser histories, and a device may be lost. Any other request changes nothing.
 */
export async function changeKeptLibrary(services: DeliveryServices, asked: DeliveryRequest): Promise<Response> {
  const { account, request } = asked;
  const form = await formIn(request);
  if (form === null) return sentence(413, "The form is too long.");
  const { db } = services;
  const now = instantNow();
  const token = keptToken(request);
  const link = token === null ? null : await libraryLink(db.read, account.id, token, now);
  if (form.has("forget")) {
    if (link) await db.write((tx) => forgetLibraryLinks(tx, account.id, link.address));
    const response = redirect(303, linksPath);
    response.headers.append("set-cookie", keeping(asked, "", 0));
    return response;
  }
  const response = redirect(303, link ? keptLibraryPath : linksPath);
  // Only for the link in an email; otherwise it could be prolonged without end.
  if (!link || !form.has("keep") || link.expiresAt > now + emailedLife) return response;
  const subject = `${account.id} ${canonicalEmail(link.address)}`;
  if ((await takeTries(db, [{ limit: keptByAddress, subject }], now)) !== null) return response;
  const kept = await db.write(async (tx) => {
    // It may have been forgotten in the meantime.
    const its = token === null ? null : await libraryLink(tx, account.id, token, now);
    return its && createLibraryLink(tx, account.id, its.address, now, keptLife);
  });
  if (kept !== null) response.headers.append("set-cookie", keeping(asked, kept, keptLife / 1_000));
  return response;
}

const secondsUntil = (end: Instant, now: Instant) => Math.floor((end - now) / 1_000);

/** Browsers send it only to this host, and only to the library. */
const keeping = ({ client }: DeliveryRequest, token: string, maxAge: number): string =>
  serialize(cookieName, token, {
    path: keptLibraryPath,
    maxAge,
    httpOnly: true,
    sameSite: "Lax",
    secure: client.origin.startsWith("https:"),
  });

/** The token of the link that the device keeps; null for none. Only its format has been checked. */
function keptToken(request: Request): string | null {
  const token = parse(request.headers.get("cookie") ?? "", cookieName)[cookieName] ?? "";
  return /^[\w-]{1,64}$/.test(token) ? token : null;
}
