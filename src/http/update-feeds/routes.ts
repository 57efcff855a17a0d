import { createHash } from "node:crypto";
import { type Platform, platformNamed, platforms } from "../../delivery/catalog/file-releases.ts";
import { type Product, productByUpdateGuid } from "../../delivery/catalog/queries.ts";
import { createReleaseDigests } from "../../delivery/catalog/release-digests.ts";
import { type ReleasedFile, releasedFiles } from "../../delivery/catalog/released-files.ts";
import { type FileLink, updateFileLink } from "../../delivery/downloads/link.ts";
import type { License } from "../../delivery/license-checks/find-license.ts";
import { licenseSecrets } from "../../delivery/licenses/secrets.ts";
import { feedsPath, updateFilePath } from "../../platform/customer-paths.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { unreachable } from "../../platform/files/store.ts";
import { giveWay } from "../../platform/give-way.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Client } from "../client.ts";
import { changedAt, type DeliveryServices, deliverFile, openFile } from "../customers/deliver-file.ts";
import { describeFailure } from "../failure.ts";
import { tooOften } from "../licenses/ask.ts";
import { linkOwner } from "../link-owner.ts";
import { methodRefusal } from "../method-refusal.ts";
import { problemResponse } from "../problem.ts";
import { planDelivery } from "../sending/range-request.ts";
import { fileResponse } from "../sending/send-file.ts";
import { licensedProgram, UpdateRefused, updatesEnded } from "./admission.ts";
import type { WrittenFeed } from "./feed.ts";
import { feedNamed, isFeedName } from "./feeds.ts";

/**
 * A feed, or a file in one. A file in our own feeds has its number, its version's number, and its name for people; a file in a
 * developer's own feed has only its name. A token may come first.
 */
const shape = /^\/updates\/([\w-]+)(?:\/token\/([\w-]{1,120}))?\/(?:files\/(\d{1,15})-(\d{1,9})\/([^/]+)|([^/]+))$/;

/**
 * Electron's updater looks for a block map beside a file, to download only parts of it. Without one, it downloads the whole file.
 */
const isMap = (name: string): boolean => name.endsWith(".blockmap");

/** Whether programs use this path for updates. Customers' pages are at `/updates/GUID`. */
export const isUpdatePath = (pathname: string): boolean => /^\/updates\/[^/]+\/./.test(pathname);

interface Asked {
  request: Request;
  account: Account;
  client: Client;
}

/** Answers programs that ask for updates, under `/updates/GUID/` (docs/connect/updates.md). */
export function createUpdates(services: DeliveryServices) {
  const { db, vault, accountUrl, serviceUrl } = services;
  const digests = createReleaseDigests(services);

  return async (request: Request, caller: { account: Account | null; client: Client }): Promise<Response> => {
    const { client } = caller;
    if (caller.account === null) return refusal(404, "There is no store at this address.");
    const { pathname, searchParams } = new URL(request.url);
    const [, guid = "", token = null, file, number, filename = "", name = ""] = shape.exec(pathname) ?? [];
    const write = feedNamed(name);
    const productOf = async ({ id }: Account) => (file || name ? productByUpdateGuid(db.read, id, guid) : null);
    let { account } = caller;
    let product = await productOf(account);
    if (!product) {
      // The address is built into programs, so it still works after another account has become the main one.
      account = (await linkOwner(db.read, serviceUrl, { client, pathname })) ?? account;
      product = await productOf(account);
    }
    if (!product) return refusal(404, "There are no updates at this address.");
    if (request.method !== "GET" && request.method !== "HEAD") {
      const { sentence, headers } = methodRefusal(request.method, ["GET", "HEAD"]);
      return refusal(405, sentence, headers);
    }
    const asked = { request, account, client };
    const license = product.updates === "open" ? null : await licenseOf(asked, product, token);
    const askedOf = (releases: ReleasedFile[]) =>
      file
        ? releases
            .filter((one) => one.file.id === Number(file) && one.file.version === Number(number))
            .find((one) => !isMap(filename) || isMap(one.file.filename))
        : releases.find((one) => one.file.filename === name);
    const until = license?.updatesUntil ?? null;
    const releases = await releasedFiles(db.read, product, until);
    const release = askedOf(releases);
    if (!release && until !== null && askedOf(await releasedFiles(db.read, product))) throw updatesEnded();
    if (!file && release && isFeedName(name)) return madeFeed(request, release);
    if (release || write === null) {
      const link = await linkOf(account, { product, license, release });
      return deliverFile(services, asked, link, "update");
    }
    const base = accountUrl(account) + feedsPath(guid, token);
    const urlOf = ({ file }: ReleasedFile) => updateFilePath(base, file);
    const wanted = platformIn(searchParams);
    const content = {
      product,
      releases: releases.filter(({ platform, file }) => isFor(platform, wanted) && !isFeedName(file.filename)),
      urlOf,
      sha512Of: (release: ReleasedFile) => sha512Of(account.id, release),
    };
    return feedResponse(request, await write(content), product.updates);
  };

  /** A feed made by the product's developer, byte for byte, because it may be signed. Throws as `openFile`. */
  async function madeFeed(request: Request, { file }: ReleasedFile): Promise<Response> {
    const opened = await openFile(services, { file });
    const described = { ...file, etag: `"${file.sha256}"`, lastModified: changedAt({ file }) };
    const { method } = request;
    const plan = planDelivery({ method, headers: request.headers }, { ...opened, ...described });
    if (method !== "HEAD") await opened.prepare(0).catch(unreachable);
    return fileResponse({ plan, method, opened, file: described });
  }

  async function sha512Of(accountId: number, { file }: ReleasedFile): Promise<string> {
    const known = await digests.sha512Of(accountId, file);
    if (known !== null) return known;
    throw new UpdateRefused(503, "The new version is still being read. Try again shortly.", { "retry-after": "10" });
  }

  async function licenseOf(
    { request, account, client }: Asked,
    product: Product,
    token: string | null,
  ): Promise<License> {
    const now = instantNow();
    const secrets = await licenseSecrets(db, vault, account.id, now);
    const { headers } = request;
    return licensedProgram(db, { account, client, secrets, now }, product, { headers, token });
  }

  /**
   * Delivers only files that the feed names. Without a license, the download counts like one through a permalink. Throws
   * `not_found`.
   */
  async function linkOf(
    account: Account,
    { product, license, release }: { product: Product; license: License | null; release: ReleasedFile | undefined },
  ): Promise<FileLink> {
    const { id: accountId, webhookEvents } = account;
    const file = release?.file;
    if (file && !license)
      return { accountId, webhookEvents, productId: product.id, isStamped: false, file, ordered: null };
    const link = file && license ? await updateFileLink(db.read, account, license.orderItemId, file.id) : null;
    if (link?.file.version !== file?.version || !link)
      throw new DomainError("not_found", "The feed no longer has this file. Read it again.");
    return link;
  }
}

/** The system whose files a program asks for; null for all. Throws `invalid`. */
function platformIn(query: URLSearchParams): Platform | null {
  const asked = query.get("platform");
  const platform = platformNamed(asked);
  const isUnknown = asked !== null && platform === null;
  rejectFields([{ field: "platform", message: isUnknown ? `must be one of ${platforms.join(", ")}` : null }]);
  return platform;
}

const isFor = (platform: Platform, wanted: Platform | null): boolean =>
  wanted === null ||
  platform === wanted ||
  platform === "any" ||
  (platform === "mac-universal" && wanted.startsWith("mac-"));

/** Caches may keep an open feed for 5 minutes. */
async function feedResponse(
  request: Request,
  { contentType, body }: WrittenFeed,
  updates: Product["updates"],
): Promise<Response> {
  const cacheControl = updates === "open" ? "public, max-age=300" : "private, no-store";
  if (body === null) return new Response(null, { status: 204, headers: { "cache-control": cacheControl } });
  const hash = createHash("sha256");
  const bytes: Buffer[] = [];
  for (const part of body) {
    const some = Buffer.from(part);
    hash.update(some);
    bytes.push(some);
    await giveWay();
  }
  const sizeBytes = bytes.reduce((sum, { length }) => sum + length, 0);
  const etag = `"${hash.digest("base64url")}"`;
  const headers = { etag, "cache-control": cacheControl, "x-content-type-options": "nosniff" };
  const plan = planDelivery({ method: request.method, headers: withoutRange(request.headers) }, { sizeBytes, etag });
  if (plan.kind === "not_modified") return new Response(null, { status: 304, headers });
  if (plan.kind === "precondition_failed") return refusal(412, "The feed has changed.", headers);
  const described = { ...headers, "content-type": contentType, "content-length": String(sizeBytes) };
  return new Response(request.method === "HEAD" ? null : new Blob(bytes), { headers: described });
}

/** A feed is always sent whole. */
function withoutRange(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete("range");
  return kept;
}

/** The answer to an error: a problem (RFC 9457), as in v3. */
export function updateFailure(error: unknown, log: Log): Response {
  if (error instanceof UpdateRefused) return refusal(error.status, error.message, error.headers);
  const limited = tooOften(error);
  if (limited) return refusal(429, limited.sentence, { "retry-after": String(limited.seconds) });
  const { status, sentence, fields, headers } = describeFailure(error, log);
  return problemResponse(status, { detail: sentence, errors: fields, headers });
}

const refusal = (status: number, detail: string, headers: Record<string, string> = {}) =>
  problemResponse(status, { detail, headers: { "cache-control": "no-store", ...headers } });
