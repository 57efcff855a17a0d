import type { Account } from "../../accounts/accounts.ts";
import type { Database } from "../../database/database.ts";
import { takeDownload } from "../../downloads/grant.ts";
import { countedRecently, downloadsLeft, type FileLink, rejectExpired } from "../../downloads/link.ts";
import { DomainError } from "../../errors.ts";
import type { FileStore } from "../../files/store.ts";
import type { Log } from "../../log.ts";
import type { Client } from "../client.ts";
import { type DeliveryPlan, fileResponse, planDelivery, startsAtFirstByte } from "../send-file.ts";

/** What customers' requests are answered with. */
export interface DeliveryServices {
  db: Database;
  files: FileStore;
  log: Log;
  /** Full base address of an account. */
  accountUrl(account: Account): string;
}

/**
 * Answers a GET or HEAD with the link's file, and counts it by the rules of contract.md section 7: the first byte
 * counts once and durably before it is sent; resuming a counted transfer is free; HEAD, 304 and 416 never count.
 * Throws `expired`, `used_up` or `file_missing`.
 */
export async function deliverFile(
  { db, files, log }: DeliveryServices,
  request: Request,
  link: FileLink,
  client: Client,
): Promise<Response> {
  const now = Date.now();
  if (link.ordered) rejectExpired(link.ordered.order, now);
  const opened = await files.open(link.file.storage_key);
  if (!opened) {
    log.error({ file: link.file.id }, "the bytes of a file are missing from the store");
    throw new DomainError("file_missing", "The file is missing from the store.");
  }
  const file = {
    filename: link.file.filename,
    contentType: link.file.content_type,
    etag: `"${link.file.sha256}"`,
    lastModified: link.file.created_at,
  };
  const plan = planDelivery(request, { sizeBytes: opened.sizeBytes, etag: file.etag, lastModified: file.lastModified });
  const free = isResume(plan) && (await countedRecently(db.read, link, client.ipAddress, now));
  if (counts(request, plan) && !free) {
    await db.write((tx) => takeDownload(tx, link, client, now));
  } else if (!free && (await downloadsLeft(db.read, link)) === 0) {
    throw new DomainError("used_up", "This download link has been used up.");
  }
  return fileResponse({ plan, method: request.method, opened, file });
}

function counts(request: Request, plan: DeliveryPlan): boolean {
  return request.method === "GET" && (plan.kind === "whole" || plan.kind === "range");
}

function isResume(plan: DeliveryPlan): boolean {
  return plan.kind === "range" && !startsAtFirstByte(plan);
}
