import { rejectClosed } from "../../delivery/downloads/closed-links.ts";
import {
  countedAt,
  hasOtherVersion,
  settleDownload,
  type Transfer,
  type TransferPart,
} from "../../delivery/downloads/count-download.ts";
import type { HoldWatch } from "../../delivery/downloads/hold-watch.ts";
import type { FileLink } from "../../delivery/downloads/link.ts";
import type { DownloadRecorder } from "../../delivery/downloads/recorder.ts";
import type { Stamper } from "../../delivery/downloads/stamper.ts";
import type { Metrics } from "../../operations/metrics/metrics.ts";
import type { Database } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { type FileStore, type OpenedFile, unreachable } from "../../platform/files/store.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { ServiceUrl } from "../../store/accounts/address.ts";
import type { WordingRenderer } from "../../store/wording/renderer.ts";
import type { Client } from "../client.ts";
import { bytesOf, type DeliveryPlan, planDelivery, startsAtFirstByte } from "../sending/range-request.ts";
import { fileResponse } from "../sending/send-file.ts";
import type { Handover } from "../sending/web-server-handover.ts";
import { followTransfer, type TransferFollowers } from "./follow-transfer.ts";
import { presignedLink } from "./presigned-link.ts";
import { redirect } from "./respond.ts";
import { notePreview, type VisitRecorders } from "./visits.ts";

/** What is needed to answer customers' requests. */
export interface DeliveryServices extends TransferFollowers, VisitRecorders {
  db: Database;
  downloads: DownloadRecorder;
  holdWatch: HoldWatch;
  stamper: Stamper;
  files: FileStore;
  handover: Handover;
  renderer: WordingRenderer;
  metrics: Pick<Metrics, "fileSent">;
  vault: Vault;
  log: Log;
  serviceUrl: ServiceUrl;
  /** Full base URL of an account. */
  accountUrl(account: Account): string;
  /** Base URL of links for an account's members. */
  peopleUrl(account: Account): string;
}

/** A GET or HEAD of a file. */
export interface DeliveryRequest {
  request: Request;
  account: Account;
  client: Client;
}

/** Whether the customer saves the file, or plays or views it in the browser, or a program updates itself. */
type Use = "save" | "preview" | "update";

/**
 * Counts the download, unless it is a preview and the store's previews do not count. Then answers with the link's file,
 * or with a redirect to the external link or the S3 store. HEAD, 304 and 416 never count. A preview is never
 * redirected, because pages may only show content of their own host. Throws `on_hold`, `revoked`, `expired`, `used_up`,
 * `file_missing`, `copy_not_ready` or `copy_failed`, and `FilesUnreachable`.
 */
export async function deliverFile(
  services: DeliveryServices,
  { request, account, client }: DeliveryRequest,
  asked: FileLink,
  use: Use = "save",
): Promise<Response> {
  const now = instantNow();
  if (asked.ordered) {
    rejectClosed(asked.ordered, now);
    if (request.method === "GET") await services.holdWatch.admit(account, asked.ordered.orderId, client.country);
  }
  const link = asked.isStamped ? await services.stamper.stamped(asked) : asked;
  if (link.file.externalUrl !== null) {
    const sendsBytes = request.method === "GET";
    const transfer: Transfer = { sendsBytes, part: "whole", isHandedOver: true, caller: request.signal };
    await settleDownload(services, link, transfer, client, now);
    watchFor(services, account, link, transfer);
    return redirect(302, new URL(link.file.externalUrl).href);
  }
  const opened = await openFile(services, link);
  const { handover, metrics } = services;
  const file = {
    filename: link.file.filename,
    contentType: link.file.contentType,
    ...handover.validatorsOf(
      opened,
      opened.validators ?? { etag: `"${link.file.sha256}"`, lastModified: changedAt(link) },
    ),
  };
  const isInline = use === "preview";
  const planned = planDelivery(request, {
    sizeBytes: opened.sizeBytes,
    etag: file.etag,
    lastModified: file.lastModified,
    // In a remote store, each range would need its own request.
    severalRanges: use === "update" && opened.object === null,
  });
  const begun = await beginsAnew(services.db, { request, client, link, plan: planned });
  const plan: DeliveryPlan = begun ? { kind: "whole", hideRange: true } : planned;
  const { sendsBytes, part: transferred } = transferOf(request, plan, use);
  const address =
    sendsBytes && use !== "preview" && !begun ? await presignedLink(account, link, opened).catch(unreachable) : null;
  if (sendsBytes && address === null) {
    await opened.prepare(plan.kind === "range" ? plan.start : 0).catch(unreachable);
  }
  const headers = client.isForwarded ? handover.headersFor(request, opened) : null;
  const isHandedOver = address !== null || headers !== null;
  const transfer: Transfer = { sendsBytes, part: transferred, isHandedOver, caller: request.signal };
  const isFree = isInline && !account.countPreviews;
  const counted = isFree ? null : await settleDownload(services, link, transfer, client, countedAt(link, now));
  if (isFree && sendsBytes) notePreview(services, { account, client, link, begins: transferred !== "later" });
  else watchFor(services, account, link, transfer);
  if (address !== null) return redirect(302, address);
  const part = bytesOf(plan, opened.sizeBytes);
  if (sendsBytes) metrics.fileSent(part.count);
  const passed = { bytes: null };
  const answer = fileResponse({ plan, method: request.method, opened, file, handover: headers, passed, isInline });
  // If another server sends the bytes, it does not report its progress.
  const isFollowed = counted && !headers && plan.kind !== "ranges";
  if (isFollowed) followTransfer(services, { request, link, counted, passed, from: part.from, to: part.to });
  return answer;
}

/** When the file got its current content. */
export const changedAt = ({ file, stampedAt }: Pick<FileLink, "file" | "stampedAt">) =>
  stampedAt ?? file.updatedAt ?? file.createdAt;

/** With these headers, a client says from which version it wants a part. */
const versionHeaders = ["if-range", "if-match", "if-unmodified-since"];

/**
 * Whether a client requests a later part without a version, and has begun with another version of the file. It then
 * gets the whole file, which RFC 9110 section 14.2 allows.
 */
async function beginsAnew(
  db: Database,
  { request, client, link, plan }: Omit<DeliveryRequest, "account"> & { link: FileLink; plan: DeliveryPlan },
): Promise<boolean> {
  const isLater = (plan.kind === "range" || plan.kind === "ranges") && !startsAtFirstByte(plan);
  if (!isLater || versionHeaders.some((name) => request.headers.has(name))) return false;
  return hasOtherVersion(db.read, link, client.ipAddress);
}

function watchFor({ holdWatch }: DeliveryServices, account: Account, { ordered }: FileLink, transfer: Transfer): void {
  if (ordered && transfer.sendsBytes) holdWatch.counted(account, ordered.orderId);
}

/** Throws `file_missing` and `FilesUnreachable`. */
export async function openFile(
  { files, log }: DeliveryServices,
  { file }: Pick<FileLink, "file">,
): Promise<OpenedFile> {
  const key = file.storageKey;
  const opened = key === null ? null : await files.open(key).catch(unreachable);
  if (opened) return opened;
  log.error({ file: file.id }, "the content of a file is missing from the file storage");
  throw new DomainError("file_missing", "The file is missing from the file storage.");
}

/** HEAD gets only the headers. */
function transferOf({ method }: Request, plan: DeliveryPlan, use: Use): Pick<Transfer, "sendsBytes" | "part"> {
  const sendsBytes = method === "GET" && ["whole", "range", "ranges"].includes(plan.kind);
  return { sendsBytes, part: use === "preview" && isProbe(plan) ? "later" : partOf(plan) };
}

/**
 * Players request the first two bytes to check for range support, and then the file from the beginning. Treated as an
 * out-of-order part, the two requests count once.
 */
const isProbe = (plan: DeliveryPlan) => plan.kind === "range" && plan.start === 0 && plan.end <= 2;

/** A client that has the whole file requests the bytes after its end, and must learn that there are none. */
function partOf(plan: DeliveryPlan): TransferPart {
  if (plan.kind === "unsatisfiable") return "later";
  if (plan.kind !== "range" && plan.kind !== "ranges") return "whole";
  return startsAtFirstByte(plan) ? "first" : "later";
}
