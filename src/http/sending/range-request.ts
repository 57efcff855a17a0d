import parseRange from "range-parser";
import { type Instant, instant, instantNow } from "../../platform/instants.ts";
import { readHttpDate } from "../http-date.ts";

/** The part of a file that a request gets. */
export type DeliveryPlan =
  /** `hideRange`: RFC 9110 requires the whole file, but the runtime would apply the request's range. */
  | { kind: "whole"; hideRange: boolean }
  | ({ kind: "range" } & ByteRange)
  /** Two or more ranges that do not overlap, in the order of the file. */
  | { kind: "ranges"; ranges: ByteRange[] }
  | { kind: "not_modified" }
  | { kind: "precondition_failed" }
  | { kind: "unsatisfiable" };

/** The bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

/** The version of a file that a request would get now. */
interface FileVersion {
  sizeBytes: number;
  /** Strong, with its quotes. */
  etag: string;
  lastModified?: Instant;
  /** Whether a request for several ranges gets them; default: it gets the whole file, which RFC 9110 section 14.2 allows. */
  severalRanges?: boolean;
}

interface ConditionalRequest {
  method: string;
  headers: Headers;
}

/**
 * Decides what a GET or HEAD request gets, according to RFC 9110: preconditions in the order of section 13.2.2, then
 * `If-Range` (13.1.5), then `Range` (14.2). Does not consider allowances.
 */
export function planDelivery(request: ConditionalRequest, file: FileVersion, now = instantNow()): DeliveryPlan {
  const { headers, method } = request;
  const failed = failedPrecondition(headers, file, now);
  if (failed) return { kind: failed };
  const range = method === "GET" ? headers.get("range") : null;
  if (range === null) return { kind: "whole", hideRange: false };
  const ifRange = headers.get("if-range");
  if (!rangeIsForThisVersion(ifRange, file, now)) {
    // The runtime compares strong entity tags correctly, but dates only to the second.
    return { kind: "whole", hideRange: !/^"[^"]*"$/.test(ifRange ?? "") };
  }
  return (file.severalRanges ? planRanges(range, file.sizeBytes) : null) ?? planRange(range, file.sizeBytes);
}

/** Most ranges of a request. electron-updater asks for this many (multipleRangeDownloader.ts). */
const mostRanges = 1_000;

/** Null unless there are several ranges, each of which begins after the previous one. Ranges after the end are left out. */
function planRanges(header: string, sizeBytes: number): DeliveryPlan | null {
  if (header.split(",").length > mostRanges) return null;
  const parsed = parseRange(sizeBytes, header);
  if (parsed === -1 && header.includes(",")) return { kind: "unsatisfiable" };
  if (!Array.isArray(parsed) || parsed.type !== "bytes") return null;
  const ranges = parsed.map(({ start, end }) => ({ start, end: end + 1 }));
  if (ranges.length < 2) return ranges[0] && header.includes(",") ? { kind: "range", ...ranges[0] } : null;
  const isInOrder = ranges.every(({ start }, index) => start >= (ranges[index - 1]?.end ?? 0));
  return isInOrder ? { kind: "ranges", ranges } : null;
}

/** The bytes of the file that the plan sends: from the first (inclusive) to the last (exclusive), and how many there are. */
export function bytesOf(plan: DeliveryPlan, sizeBytes: number): { from: number; to: number; count: number } {
  const ranges = plan.kind === "ranges" ? plan.ranges : [plan.kind === "range" ? plan : { start: 0, end: sizeBytes }];
  const count = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return { from: ranges[0]?.start ?? 0, to: ranges.at(-1)?.end ?? sizeBytes, count };
}

/**
 * True if the plan sends the file's first byte, which counts as a download. It does not consider the method: a HEAD
 * never counts.
 */
export function startsAtFirstByte(plan: DeliveryPlan): boolean {
  return plan.kind === "whole" || ((plan.kind === "range" || plan.kind === "ranges") && bytesOf(plan, 0).from === 0);
}

function failedPrecondition(
  headers: Headers,
  file: FileVersion,
  now: Instant,
): "precondition_failed" | "not_modified" | null {
  const ifMatch = headers.get("if-match");
  const ifNoneMatch = headers.get("if-none-match");
  const changedAfter = (header: string): boolean | null => {
    const since = readHttpDate(headers.get(header) ?? "", now);
    return since === null || file.lastModified === undefined ? null : wholeSeconds(file.lastModified) > since;
  };

  if (ifMatch !== null) {
    if (!names(ifMatch, [file.etag])) return "precondition_failed";
  } else if (changedAfter("if-unmodified-since") === true) return "precondition_failed";

  if (ifNoneMatch !== null) return names(ifNoneMatch, [file.etag, `W/${file.etag}`]) ? "not_modified" : null;
  return changedAfter("if-modified-since") === false ? "not_modified" : null;
}

/**
 * True if a list of entity tags is `*` or contains one of `tags`. Tags can contain commas, so the list is not split at
 * commas.
 */
function names(list: string, tags: string[]): boolean {
  return list.trim() === "*" || (list.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tags.includes(tag));
}

/**
 * `If-Range` needs a strong comparison. A date is strong only if the file cannot have changed twice within that second,
 * which is certain one second later (RFC 9110 section 8.8.2.2).
 */
function rangeIsForThisVersion(ifRange: string | null, file: FileVersion, now: Instant): boolean {
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return ifRange === file.etag;
  if (file.lastModified === undefined) return false;
  const modified = wholeSeconds(file.lastModified);
  return readHttpDate(ifRange, now) === modified && now - modified >= 1000;
}

function planRange(sent: string, sizeBytes: number): DeliveryPlan {
  // Bun accepts spaces before the equals sign, so this code must too. Empty elements of a list mean nothing (RFC 9110
  // section 5.6.1).
  const header = sent.replace(/^bytes[ \t]*=[ \t,]*/i, "bytes=").replace(/[ \t,]+$/, "");
  const suffix = /^bytes=\s*-\s*(\d+)\s*$/i.exec(header)?.[1];
  if (suffix !== undefined && Number(suffix) > sizeBytes) {
    // range-parser treats this as unsatisfiable, but in RFC 9110 section 14.1.2 it means the entire file.
    return sizeBytes === 0 ? { kind: "whole", hideRange: true } : { kind: "range", start: 0, end: sizeBytes };
  }
  const ranges = /^bytes=[^,]*$/i.test(header) ? parseRange(sizeBytes, header) : -2;
  if (ranges === -1) return { kind: "unsatisfiable" };
  const range = ranges === -2 ? undefined : ranges[0];
  return range ? { kind: "range", start: range.start, end: range.end + 1 } : { kind: "whole", hideRange: false };
}

const wholeSeconds = (at: Instant): Instant => instant(Math.floor(at / 1000) * 1000);
