import { parse, serialize } from "hono/utils/cookie";
import { createLibraryLink, forgetLibraryLinks, keptLife, libraryLink } from "../../delivery/library/library-links.ts";
import { keptLibraryPath, linksPath } from "../../platform/customer-paths.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { DeliveryRequest, DeliveryServices } from "./deliver-file.ts";
import { formIn } from "./form.ts";
import { showLibrary } from "./my-links.ts";
import { redirect, sentence } from "./respond.ts";

/*
 * A device on which a customer opened the link to everything they bought keeps it, so that a page on its home screen can show
 * it again (docs/contribute/decisions/0032-library-kept-on-the-device.md).
 */

const cookieName = "library";

/** The link's page, which the device keeps from now on for as long as the link works. */
export async function openLibrary(
  services: DeliveryServices,
  asked: DeliveryRequest,
  token: string,
): Promise<Response> {
  const now = instantNow();
  const link = await libraryLink(services.db.read, asked.account.id, token, now);
  const response = await showLibrary(services, asked, link, now);
  if (link) response.headers.append("set-cookie", keeping(asked, token, secondsUntil(link.expiresAt, now)));
  return response;
}

/** The same page on a device that keeps a link; without one that works, customers ask for one. */
export async function showKeptLibrary(services: DeliveryServices, asked: DeliveryRequest): Promise<Response> {
  const now = instantNow();
  const token = keptToken(asked.request);
  const link = token === null ? null : await libraryLink(services.db.read, asked.account.id, token, now);
  return link ? showLibrary(services, asked, link, now) : redirect(302, linksPath);
}

/**
 * Keeps what the device shows for longer than the link works, or forgets it: then all links to it end, as their addresses stand
 * in browsers' histories, and a device may be lost.
 */
export async function changeKeptLibrary(services: DeliveryServices, asked: DeliveryRequest): Promise<Response> {
  const { account, request } = asked;
  const form = await formIn(request);
  if (form === null) return sentence(413, "The form is too long.");
  const keeps = form.has("keep");
  const now = instantNow();
  const token = keptToken(request);
  const kept = await services.db.write(async (tx) => {
    const link = token === null ? null : await libraryLink(tx, account.id, token, now);
    if (link && keeps) return createLibraryLink(tx, account.id, link.address, now, keptLife);
    if (link) await forgetLibraryLinks(tx, account.id, link.address);
    return null;
  });
  const response = redirect(303, kept === null ? linksPath : keptLibraryPath);
  const cookie = kept === null ? keeping(asked, "", 0) : keeping(asked, kept, keptLife / 1_000);
  response.headers.append("set-cookie", cookie);
  return response;
}

const secondsUntil = (end: Instant, now: Instant) => Math.floor((end - now) / 1_000);

/** Browsers send it to this host only, and there to the library only. */
const keeping = ({ client }: DeliveryRequest, token: string, maxAge: number): string =>
  serialize(cookieName, token, {
    path: keptLibraryPath,
    maxAge,
    httpOnly: true,
    sameSite: "Lax",
    secure: client.origin.startsWith("https:"),
  });

/** The token of the link that the device keeps; null for none. Only its form has been checked. */
function keptToken(request: Request): string | null {
  const token = parse(request.headers.get("cookie") ?? "", cookieName)[cookieName] ?? "";
  return /^[\w-]{1,64}$/.test(token) ? token : null;
}
