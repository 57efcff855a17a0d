import { type Context, Hono } from "hono";
import { coverUrl } from "../../delivery/catalog/covers.ts";
import { hostOf } from "../../delivery/catalog/external-urls.ts";
import type { ProductFile } from "../../delivery/catalog/queries.ts";
import { rejectClosed } from "../../delivery/downloads/closed-links.ts";
import { onlyOrderedFileLink, orderedFileLink, permalinkFileLink } from "../../delivery/downloads/link.ts";
import { isExpired } from "../../delivery/orders/expiration.ts";
import { type Delivery, isUsedUp, isWaitingForFile } from "../../delivery/orders/reading/customer-view.ts";
import {
  allFilesPath,
  devicesPath,
  itemPath,
  keptLibraryPath,
  libraryPath,
  linksPath,
  manifestPath,
  openedPath,
  orderPath,
  permalinkPath,
  previewPath,
  stopAnnouncementsPath,
} from "../../platform/customer-paths.ts";
import { DomainError, type DomainErrorCode } from "../../platform/errors.ts";
import { instantNow } from "../../platform/instants.ts";
import { readRowNumber } from "../../platform/integers.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";
import { wantsPage } from "../content-negotiation.ts";
import { linkElsewhere } from "../link-owner.ts";
import { allowedMethods, methodRefusal } from "../method-refusal.ts";
import { devicesAnchor } from "../pages/devices.tsx";
import { HomePage } from "../pages/home.tsx";
import { ItemPage, PermalinkPage } from "../pages/item.tsx";
import { OrderPage } from "../pages/order.tsx";
import { problemStatus } from "../pages/problem-statuses.ts";
import { renewedAnchor } from "../pages/renewal.tsx";
import { previewKind } from "../preview-kind.ts";
import { deliverAllFiles } from "./all-files.ts";
import { type DeliveryServices, deliverFile } from "./deliver-file.ts";
import { answerDeviceRemoval, deviceRemovalIn, devicesOn } from "./devices.ts";
import { isForeignForm } from "./form.ts";
import { changeKeptLibrary, openLibrary, showKeptLibrary } from "./kept-library.ts";
import { languageCookie, localizationOf } from "./language.ts";
import { deliveryBehind, requireDeliveredItem, requireDelivery, requirePermalink } from "./links.ts";
import { answerManifest } from "./manifest.ts";
import { requestLinks, showLinksForm } from "./my-links.ts";
import { renderPageWording } from "./page-wording.ts";
import { answerRenewal, renewalOf } from "./renewal.ts";
import { customersStore, failure, longPage, page, pageStore, problem, redirect, sentence } from "./respond.ts";
import { showStopAnnouncements, stopAnnouncements } from "./stop-announcements.ts";
import { answerCover, answerLogo } from "./stored-picture.ts";
import { trimmedLink } from "./trimmed-link.ts";

import { answerPicture, noteVisit } from "./visits.ts";

interface Bindings {
  account: Account | null;
  client: Client;
}

interface Environment {
  Bindings: Bindings;
  Variables: { account: Account };
}

/**
 * The pattern of identifiers in links. Any other text is not a link, and may contain characters that a database
 * rejects.
 */
const guid = ":guid{[\\w-]+}";

const unsentFile =
  "a file was not sent: the web server has no internal location for WAYBILL_SENDFILE (docs/operate/run.md)";

/** The number identifies the file. The name is only for the customer. */
const file = `${guid}/:file{[0-9]+}/:filename`;

/** The links that customers open: `/orders/…`, `/get/…` and `/permalink/…` (docs/reference/delivery.md, Links). */
export function createCustomerPages(
  services: DeliveryServices,
): (request: Request, bindings: Bindings) => Promise<Response> {
  const app = new Hono<Environment>();
  const { log } = services;
  const { read } = services.db;
  const storeOf = (account: Account) => pageStore(account, services.accountUrl);
  const asked = (c: Context<Environment>) => ({ request: c.req.raw, account: c.var.account, client: c.env.client });
  const admission = (c: Context<Environment>) => async (orderId: number) => {
    if (c.req.raw.method === "GET") await services.holdWatch.admit(c.var.account, orderId, c.env.client.country);
  };
  const seen = (request: Request, account: Account, delivery?: Delivery) => {
    const store = delivery ? customersStore(account, services.accountUrl, delivery) : storeOf(account);
    return { store, local: localizationOf(request, store) };
  };

  app.use(async (c, next) => {
    const { account } = c.env;
    if (!account) return problem(c.req.raw, null, "unknown_store");
    c.set("account", account);
    await next();
    const cookie = languageCookie(c.req.raw, account.language, c.env.client);
    if (cookie) c.res.headers.append("set-cookie", cookie);
  });

  app.use(async (c, next) => {
    await next();
    if (c.res.status !== 404 || !c.var.account.isMain || !isRead(c.req.raw)) return;
    const elsewhere = await linkElsewhere(services, c.req.raw, c.env.client);
    if (!elsewhere) return;
    // Otherwise the rejection's headers would be kept.
    c.res = undefined;
    c.res = redirect(302, elsewhere);
  });

  // Rejects forms from pages of other sites, including other stores on the same service domain.
  app.use(async (c, next) => {
    if (isRead(c.req.raw) || !isForeignForm(c.req.raw.headers, c.env.client.origin)) return next();
    const { account } = c.var;
    const delivery = await deliveryBehind(read, account.id, c.req.path);
    const renewal = delivery?.stop === null ? await renewalOf(read, account, delivery, instantNow()) : null;
    const store = delivery ? customersStore(account, services.accountUrl, delivery) : storeOf(account);
    return problem(c.req.raw, store, "foreign_form", { renewal, orderGuid: delivery?.guid });
  });

  app.get("/", (c) => page(200, storeOf(c.var.account), HomePage(seen(c.req.raw, c.var.account))));

  app.get(linksPath, (c) => showLinksForm(services, asked(c), c.req.query("sent") === undefined ? "ask" : "sent"));

  app.post(linksPath, (c) => requestLinks(services, asked(c)));

  app.get(libraryPath(guid), (c) => openLibrary(services, asked(c), c.req.param("guid")));

  app.get(keptLibraryPath, (c) => showKeptLibrary(services, asked(c)));

  app.post(keptLibraryPath, (c) => changeKeptLibrary(services, asked(c)));

  app.get(stopAnnouncementsPath(guid), (c) => showStopAnnouncements(services, asked(c), c.req.param("guid")));

  app.post(stopAnnouncementsPath(guid), (c) => stopAnnouncements(services, asked(c), c.req.param("guid")));

  app.get(manifestPath, (c) => answerManifest(services, c.var.account));

  app.get("/logo/:version", (c) => answerLogo(services, c.req.raw, c.var.account, c.req.param("version")));

  app.get("/covers/:product{[0-9]+}/:version{[0-9a-f]+}", (c) => {
    const { product, version } = c.req.param();
    return answerCover(services, c.req.raw, c.var.account, { id: readRowNumber(product) ?? 0, version });
  });

  app.get(orderPath(guid), async (c) => {
    const { account } = c.var;
    const delivery = await requireDelivery(read, account.id, c.req.param("guid"), admission(c));
    const now = instantNow();
    const about = seen(c.req.raw, account, delivery);
    const { language } = about.local;
    const wording = await renderPageWording(services, account, delivery, { language, now });
    const renewal = await renewalOf(read, account, delivery, now);
    const renewed = c.req.query(renewedAnchor) !== undefined;
    const devices = await devicesOn(read, account, delivery);
    const removal = deviceRemovalIn(c.req.query(devicesAnchor));
    const order = { ...about, delivery, now, wording, renewal, renewed, devices, removal };
    noteVisit(services, asked(c), delivery.guid);
    return longPage(c.req.raw, { status: 200, store: order.store, log }, OrderPage(order));
  });

  app.get(openedPath(":name"), (c) => answerPicture(services, asked(c), c.req.param("name")));

  app.get(allFilesPath(guid), async (c) => {
    const delivery = await requireDelivery(read, c.var.account.id, c.req.param("guid"), admission(c));
    return deliverAllFiles(services, asked(c), { delivery, part: c.req.query("part") });
  });

  app.post(`${orderPath(guid)}/renewal`, (c) => answerRenewal(services, c.req.raw, c.var.account, c.req.param("guid")));

  app.post(devicesPath(guid), (c) => answerDeviceRemoval(services, c.req.raw, c.var.account, c.req.param("guid")));

  app.get(itemPath(guid), async (c) => {
    const { account } = c.var;
    const { guid } = c.req.param();
    if (!asksForPage(c.req.raw) && !wantsPage(c.req.raw.headers)) {
      const only = await onlyOrderedFileLink(read, account, guid);
      if (only) return deliverFile(services, asked(c), only);
    }
    const { delivery, item } = await requireDeliveredItem(read, account.id, guid, admission(c));
    if (item === null) return c.redirect(orderPath(delivery.guid), 302);
    const { guid: orderGuid, expiresAt, hoursFromFirstDownload } = delivery;
    const now = instantNow();
    // License keys can be used for longer than links.
    const isKeyed = item.licenseKeys.length > 0 || item.keysDue > 0;
    rejectClosed({ ...delivery, expiresAt: isKeyed ? null : expiresAt }, now);
    if (isWaitingForFile(item)) rejectNoFile(item.files);
    const shown = seen(c.req.raw, account, delivery);
    const { language } = shown.local;
    const wording = await renderPageWording(services, account, delivery, { language, now });
    const renewal = await renewalOf(read, account, { ...delivery, items: [item] }, now);
    const over = isExpired(expiresAt, now) ? "expired" : isUsedUp([item]) ? "used_up" : null;
    const status = over === null ? 200 : problemStatus(over);
    const expiry = { expiresAt, hoursFromFirstDownload };
    noteVisit(services, asked(c), orderGuid);
    const about = { ...shown, item, orderGuid, ...expiry, now, wording, renewal };
    return longPage(c.req.raw, { status, store: about.store, log }, ItemPage(about));
  });

  app.get(itemPath(file), async (c) => {
    const { guid, file } = c.req.param();
    const link = requireLink(await orderedFileLink(read, c.var.account, guid, readRowNumber(file) ?? 0));
    return deliverFile(services, asked(c), link);
  });

  app.get(previewPath(guid, ":file{[0-9]+}"), async (c) => {
    const { guid, file } = c.req.param();
    const { account } = c.var;
    const link = requireLink(await orderedFileLink(read, account, guid, readRowNumber(file) ?? 0));
    const isShown = account.allowPreviews && link.file.externalUrl === null && previewKind(link.file) !== null;
    return deliverFile(services, asked(c), requireLink(isShown ? link : null), "preview");
  });

  app.get(permalinkPath(guid), async (c) => {
    const { account } = c.var;
    const { product, files } = await requirePermalink(read, account.id, c.req.param("guid"));
    rejectNoFile(files);
    const only = onlyFile(c.req.raw, files);
    if (!only) {
      const shown = { ...product, coverPath: coverUrl("", product) };
      const about = { ...seen(c.req.raw, account), product: shown, files: files.map(listed) };
      return longPage(c.req.raw, { status: 200, store: about.store, log }, PermalinkPage(about));
    }
    const link = requireLink(await permalinkFileLink(read, account, product.guid, only.id));
    return deliverFile(services, asked(c), link);
  });

  app.get(permalinkPath(file), async (c) => {
    const { guid, file } = c.req.param();
    const link = requireLink(await permalinkFileLink(read, c.var.account, guid, readRowNumber(file) ?? 0));
    return deliverFile(services, asked(c), link);
  });

  app.all("*", (c) => {
    if (isRead(c.req.raw)) {
      if (c.env.client.isForwarded && services.handover.isPlace(c.req.path)) log.error(unsentFile);
      const trimmed = trimmedLink(c.req.url);
      return trimmed ? redirect(302, trimmed) : problem(c.req.raw, storeOf(c.var.account), "not_found");
    }
    const allowed = allowedMethods(app, c.req.path);
    const methods = allowed.length > 0 ? allowed : ["GET", "HEAD"];
    const { sentence: words, headers } = methodRefusal(c.req.raw.method, methods);
    return sentence(405, words, { ...headers });
  });

  app.onError(async (error, c) => {
    const { account } = c.env;
    if (!account) return failure(c.req.raw, null, error, services.log);
    const isUnknown = error instanceof DomainError && error.code === "not_found";
    const trimmed = isUnknown && isRead(c.req.raw) ? trimmedLink(c.req.url) : null;
    if (trimmed) return redirect(302, trimmed);
    const refusal = error instanceof DomainError && wantsPage(c.req.raw.headers) ? error.code : null;
    const isOver = refusal === "expired" || refusal === "used_up";
    const isKnown = refusal !== null && orderProblems.includes(refusal);
    const delivery = isKnown ? await deliveryBehind(read, account.id, c.req.path) : null;
    const renewal = delivery && isOver ? await renewalOf(read, account, delivery, instantNow()) : null;
    const store = delivery ? customersStore(account, services.accountUrl, delivery) : storeOf(account);
    const known = { orderGuid: delivery?.guid, renewal, emailFollows: emailsAtRelease(delivery) };
    return failure(c.req.raw, store, error, services.log, known);
  });

  return async (request, bindings) => app.fetch(request, bindings);
}

/** The email of a gift that is still to come goes out on its day. */
const emailsAtRelease = (delivery: Delivery | null): boolean =>
  delivery?.emailWaits === true && (delivery.deliverAt ?? 0) <= instantNow();

/** Why a link of an existing order does not work. */
const orderProblems: DomainErrorCode[] = [
  "expired",
  "used_up",
  "file_missing",
  "copy_not_ready",
  "copy_failed",
  "on_hold",
  "not_yet",
  "revoked",
  "item_revoked",
];

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** The file to send directly: if there is only one and the client is not a browser. */
function onlyFile<File>(request: Request, files: File[]): File | null {
  const isPage = asksForPage(request) || wantsPage(request.headers);
  return files.length === 1 && !isPage ? (files[0] ?? null) : null;
}

/** Links in emails request the page with `?page`, so that link scanners do not use up a download. Programs may escape letters. */
const asksForPage = ({ url }: Request) =>
  /[?&]page(?![a-z\d])/i.test(url.replace(/%[4-7][\da-f]/gi, decodeURIComponent));

function rejectNoFile(files: unknown[]): void {
  if (files.length === 0) throw new DomainError("file_missing", "The product has no file yet.");
}

function requireLink<Link>(link: Link | null): Link {
  if (!link) throw new DomainError("not_found", "This link does not exist.");
  return link;
}

const listed = (file: ProductFile) => ({
  id: file.id,
  filename: file.filename,
  sizeBytes: file.sizeBytes,
  contentType: file.contentType,
  opensAt: file.externalUrl === null ? null : hostOf(file.externalUrl),
});
