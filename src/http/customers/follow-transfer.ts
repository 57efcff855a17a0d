import type { CountedDownload } from "../../delivery/downloads/count-download.ts";
import type { FileLink } from "../../delivery/downloads/link.ts";
import type { TransferNote } from "../../delivery/downloads/progress/transfers.ts";
import { isCutShort } from "../../delivery/downloads/second-requests.ts";
import type { LaterWriter } from "../../platform/database/later-writer.ts";
import type { PassedOn } from "../../platform/files/store.ts";
import { instantNow } from "../../platform/instants.ts";
import type { TransferWatch } from "../sending/watch-transfers.ts";

/** Tracks the progress of downloads. */
export interface TransferFollowers {
  transfers: LaterWriter<TransferNote>;
  watch: TransferWatch;
}

/** A response with bytes of a file, from `from` to `to`. */
interface FollowedTransfer {
  request: Request;
  link: FileLink;
  counted: CountedDownload;
  from: number;
  to: number;
  /** How many bytes were read. */
  passed: PassedOn;
}

/** From this size in bytes, a response may take long. Smaller ones mostly fit into the system's buffers. */
const long = 256 * 1024;

/** Shortest transfer to time, in milliseconds: its end is known only to the second. */
const timedFrom = 10_000;

/**
 * Records how much of this response was sent, once it has ended. Call just before returning the response to the
 * runtime.
 */
export function followTransfer(
  { transfers, watch }: TransferFollowers,
  { request, link, counted, from, to, passed }: FollowedTransfer,
): void {
  const { accountId, productId, file } = link;
  const download = { downloadId: counted.id, accountId, productId, fileId: file.id, sizeBytes: file.sizeBytes };
  if (!counted.isNew) {
    const event = { kind: "began", from } as const;
    transfers.note({ ...download, at: instantNow(), milliseconds: null, isCutShort: false, event });
  }
  const began = performance.now();
  watch.watch({
    request,
    isLong: to - from > long || !counted.isNew,
    ended(isOver) {
      const known = from + (passed.bytes ?? (isOver ? to - from : 0));
      // If the client disconnected, the last bytes that were read may not have been sent.
      const sentTo = isOver ? known : Math.max(from, Math.min(known, to - 1));
      const took = performance.now() - began;
      const milliseconds = took >= timedFrom && sentTo === to ? Math.round(took) : null;
      const event = { kind: "ended", from, to, sentTo, isCounted: counted.isNew } as const;
      const isWhole = counted.isNew && to - from === file.sizeBytes;
      const cutShort = isCutShort({ isWhole, isOver, sizeBytes: file.sizeBytes, took });
      transfers.note({ ...download, at: instantNow(), milliseconds, isCutShort: cutShort, event });
      // The client may retry at once.
      if (cutShort) void transfers.flush();
    },
  });
}
