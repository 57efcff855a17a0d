import { parse, serialize } from "hono/utils/cookie";
import { endLibraryLink, libraryLink } from "../../delivery/library/library-links.ts";
import { keptLibraryPath, linksPath } from "../../platform/customer-paths.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { DeliveryRequest, DeliveryServices } from "./deliver-file.ts";
import { showLibrary } from "./my-links.ts";
import { redirect } from "./respond.ts";

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

/** The device forgets the link, which ends: its address stands in the browser's history. */
export async function forgetKeptLibrary(services: DeliveryServices, asked: DeliveryRequest): Promise<Response> {
  const token = keptToken(asked.request);
  if (token !== null) await services.db.write((tx) => endLibraryLink(tx, asked.account.id, token));
  const response = redirect(303, linksPath);
  response.headers.append("set-cookie", keeping(asked, "", 0));
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
