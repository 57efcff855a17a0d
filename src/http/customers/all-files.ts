import { rejectClosed } from "../../delivery/downloads/closed-links.ts";
import { countedAt } from "../../delivery/downloads/count-download.ts";
import { type OrderFileLink, orderFileLinks } from "../../delivery/downloads/link.ts";
import { usedUp } from "../../delivery/downloads/record.ts";
import { type Delivery, orderName } from "../../delivery/orders/reading/customer-view.ts";
import { archivesOf, mostTogether } from "../../delivery/orders/reading/files-together.ts";
import { orderPath } from "../../platform/customer-paths.ts";
import { DomainError } from "../../platform/errors.ts";
import { type OpenedFile, type PassedOn, unreachable } from "../../platform/files/store.ts";
import { fill } from "../../platform/i18n/localization.ts";
import { instantNow } from "../../platform/instants.ts";
import { readRowNumber } from "../../platform/integers.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { wantsPage } from "../content-negotiation.ts";
import { attachmentNamed } from "../sending/send-file.ts";
import { type ZipEntry, zipLength, zipPieces } from "../sending/zip.ts";
import { changedAt, type DeliveryRequest, type DeliveryServices, openFile } from "./deliver-file.ts";
import { followTransfer } from "./follow-transfer.ts";
import { languagesOf, localizationOf } from "./language.ts";
import { redirect, sentence } from "./respond.ts";
import { zipNames } from "./zip-names.ts";

/** Largest archive that is built before it is sent, in bytes. */
const largestWhole = 1024 ** 2;

/** Bytes of a file to read at once. */
const window = 64 * 1024;

/** Files to open at once. */
const lookedForAtOnce = 8;

/**
 * Answers with all files of the order that have downloads left in one ZIP archive (docs/reference/delivery.md, Download all).
 * Counts all of them in one transaction before the first byte; HEAD counts nothing. Leaves out files that are missing
 * from the file store or cannot be stamped. Orders with many files have several archives, numbered from 1. If no file is
 * left, throws `on_hold`, `revoked`, `expired`, `used_up` or `file_missing`. Throws `not_found` for an archive that does not
 * exist, `copy_not_ready` while stamped files are being made, and `FilesUnreachable`.
 */
export async function deliverAllFiles(
  services: DeliveryServices,
  { request, account, client }: DeliveryRequest,
  { delivery, part }: { delivery: Delivery; part: string | undefined },
): Promise<Response> {
  const now = instantNow();
  rejectClosed(delivery, now);
  const { db, downloads, holdWatch, metrics } = services;
  const parts = archivesOf(delivery.items);
  if (part === undefined && parts > 1) return chooseOne(request, account, delivery, parts);
  const number = part === undefined ? 1 : (readRowNumber(part) ?? 0);
  if (number < 1 || number > parts) throw new DomainError("not_found", "The order has no such archive.");
  const offset = (number - 1) * mostTogether;
  const isDated = delivery.items.some(({ updatesUntil }) => updatesUntil != null);
  const page = { orderGuid: delivery.guid, offset, limit: mostTogether, isDated };
  const links = await orderFileLinks(db.read, account, page);
  const left = links.filter(({ ordered }) => !ordered?.isUsedUp);
  if (left.length === 0 && links.length > 0) throw usedUp();
  const present = await presentOf(services, left);
  const requested = present.map(({ link }) => ({ link, client, at: countedAt(link, now) }));
  const counts = request.method === "GET" && requested.length > 0;
  const outcomes = counts ? await downloads.recordTogether(requested) : [];
  if (counts && present[0]?.link.ordered) holdWatch.counted(account, present[0].link.ordered.orderId);
  const delivered = present.filter((_, index) => !(outcomes[index] instanceof DomainError));
  const refusal = outcomes.find((outcome) => outcome instanceof DomainError);
  if (delivered.length === 0) throw refusal ?? new DomainError("file_missing", "The order has no file yet.");
  const names = zipNames(delivered.map(({ link }) => link));
  const entries = delivered.map((file, index) => entryOf(services, file, names[index] as string));
  const length = zipLength(entries);
  if (counts) for (const { sizeBytes } of entries) metrics.fileSent(sizeBytes);
  const headers = {
    "content-type": "application/zip",
    "content-disposition": attachmentNamed(
      `${account.name} ${orderName(delivery)}${parts > 1 ? ` (${number})` : ""}.zip`,
    ),
    "content-length": String(length),
    "accept-ranges": "none",
    "cache-control": "private, no-store, no-transform",
    "content-security-policy": "default-src 'none'; sandbox",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  };
  if (!counts) return new Response(null, { headers });
  // The runtime sends a stream in chunks, without its length (https://github.com/oven-sh/bun/issues/10507).
  const pieces = zipPieces(entries);
  // Half an archive is useless, so its files count as sent only when all of it was read and sent.
  const passed: PassedOn = { bytes: 0 };
  const body = length <= largestWhole ? await wholeOf(pieces) : streamOf(pieces, passed);
  if (body instanceof Uint8Array) passed.bytes = null;
  for (const [index, { link }] of present.entries()) {
    const id = outcomes[index];
    if (typeof id !== "number") continue;
    const counted = { id, isNew: true };
    followTransfer(services, { request, link, counted, from: 0, to: link.file.sizeBytes, passed });
  }
  return new Response(body, { headers });
}

/** Browsers go to the order's page, which has a button for each archive. Other clients get an error. */
function chooseOne(request: Request, account: Account, delivery: Delivery, parts: number): Response {
  if (wantsPage(request.headers)) return redirect(302, `${orderPath(delivery.guid)}#all`);
  const { allFiles } = localizationOf(request, languagesOf(account, delivery)).texts;
  return sentence(400, fill(allFiles.inParts, { parts: String(parts) }));
}

/** A file that exists in the file store. */
interface PresentFile {
  link: OrderFileLink;
  sizeBytes: number;
}

/** The files that exist. Fetches the beginning of the first, so that nothing is counted if the archive cannot start. */
async function presentOf(services: DeliveryServices, links: OrderFileLink[]): Promise<PresentFile[]> {
  const found: (PresentFile | null)[] = [];
  const waiting = links.entries();
  const look = async () => {
    for (const [index, link] of waiting) {
      const present = await openedOrMissing(services, link);
      if (index === 0) await present?.opened.prepare(0).catch(unreachable);
      found[index] = present && { link: present.link, sizeBytes: present.opened.sizeBytes };
    }
  };
  await Promise.all(Array.from({ length: lookedForAtOnce }, look));
  return found.filter((file) => file !== null);
}

/** Stamped, if the product says so. Null for a file that is missing or cannot be stamped. */
async function openedOrMissing(
  services: DeliveryServices,
  link: OrderFileLink,
): Promise<{ link: OrderFileLink; opened: OpenedFile } | null> {
  try {
    const stamped = link.isStamped ? { ...link, ...(await services.stamper.stamped(link)) } : link;
    return { link: stamped, opened: await openFile(services, stamped) };
  } catch (error) {
    const isLeftOut = error instanceof DomainError && ["file_missing", "copy_failed"].includes(error.code);
    if (isLeftOut) return null;
    throw error;
  }
}

function entryOf(services: DeliveryServices, { link, sizeBytes }: PresentFile, name: string): ZipEntry {
  return {
    name,
    sizeBytes,
    modifiedAt: changedAt(link),
    async open() {
      const opened = await openFile(services, link);
      const bytes = opened.slice(0, opened.sizeBytes);
      return bytes instanceof Blob ? inWindows(bytes) : bytes;
    },
  };
}

/** Reads one part at a time, on demand. The runtime's own stream reads a megabyte ahead. */
function inWindows(file: Blob): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await file.slice(position, position + window).bytes();
        position += bytes.byteLength;
        if (bytes.byteLength > 0) controller.enqueue(bytes);
        if (bytes.byteLength < window) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function wholeOf(pieces: AsyncGenerator<Uint8Array, void, undefined>): Promise<Uint8Array<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(pieces));
}

/** Reads only as fast as the client does, and stops when the client disconnects. */
function streamOf(pieces: AsyncGenerator<Uint8Array, void, undefined>, passed: PassedOn): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (!done) return controller.enqueue(value);
        passed.bytes = null;
        controller.close();
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
