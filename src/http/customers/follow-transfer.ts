import type { CountedDownload } from "../../delivery/downloads/grant.ts";
import type { FileLink } from "../../delivery/downloads/link.ts";
import { isCutShort } from "../../delivery/downloads/repeats.ts";
import type { TransferNote } from "../../delivery/downloads/transfers.ts";
import type { LaterWriter } from "../../platform/database/later-writer.ts";
import type { PassedOn } from "../../platform/files/store.ts";
import { instantNow } from "../../platform/instants.ts";
import type { TransferWatch } from "../watch-transfers.ts";

/** What follows how far downloads come. */
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
  /** What is known of the bytes that were read. */
  passed: PassedOn;
}

/** Bytes from which on a response may take long. Smaller ones mostly fit into the system's buffers. */
const long = 256 * 1024;

/** Milliseconds of a transfer that is timed: its end is only known to the second. */
const timedFrom = 10_000;

/** Notes how far this response comes, once it has ended. Call it just before the response is handed to the runtime. */
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
      // The last bytes that were read may not have been sent when the client went away.
      const sentTo = isOver ? known : Math.max(from, Math.min(known, to - 1));
      const took = performance.now() - began;
      const milliseconds = took >= timedFrom && sentTo === to ? Math.round(took) : null;
      const event = { kind: "ended", from, to, sentTo, isCounted: counted.isNew } as const;
      const isWhole = counted.isNew && to - from === file.sizeBytes;
      const cutShort = isCutShort({ isWhole, isOver, sizeBytes: file.sizeBytes, took });
      transfers.note({ ...download, at: instantNow(), milliseconds, isCutShort: cutShort, event });
      // Its client may ask again at once.
      if (cutShort) void transfers.flush();
    },
  });
}
