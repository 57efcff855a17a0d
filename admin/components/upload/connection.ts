import type { TusDetailedError } from "@uppy/tus";
import { readUpload } from "../../api/files.ts";
import { isReachable, Unreachable } from "../../api/request.ts";
import { setConnected, underwayNow } from "./underway.ts";
import type { UploadFile, Uploads } from "./upload-file.ts";

/** Milliseconds between retries of an interrupted upload, for about an hour. Any progress restarts the list. */
export const retryDelays = [0, 1_000, 2_000, ...Array.from({ length: 720 }, () => 5_000)];

/** Milliseconds without progress until the service is checked, and until the upload reconnects. */
const silence = { asked: 6_000, ended: 45_000 };

/** Milliseconds that the service gets to answer; its disk may be busy with the file. */
const answerTimeout = 10_000;

/** Milliseconds for uploads to resume by themselves once the browser is online again. */
const recoveryTime = 5_000;

/**
 * Notes a failed connection at once; `decide` tells whether the request is retried.
 */
export function noteFailure(
  error: TusDetailedError,
  _attempt: number,
  _options: unknown,
  decide: (error: TusDetailedError) => boolean,
): boolean {
  const status = error.originalResponse?.getStatus() || 503;
  if (status >= 500) setConnected(false);
  return decide(error);
}

/** Notices when the connection is lost and back, and reconnects stalled uploads. */
export function watchConnection(uploads: Uploads): void {
  uploads.on("upload-progress", () => setConnected(true));
  window.addEventListener("offline", () => setConnected(false));
  window.addEventListener("online", () => {
    setTimeout(() => {
      if (!underwayNow().connected) for (const file of uploads.getFiles()) reconnect(uploads, file);
    }, recoveryTime);
  });
  watchForStalls(uploads);
}

/**
 * A network can disappear without an event. A service that stores a file is silent too.
 */
function watchForStalls(uploads: Uploads): void {
  let asking = false;
  const seen = new Map<string, { bytes: number; since: number }>();
  setInterval(() => {
    const now = Date.now();
    for (const file of uploads.getFiles()) {
      const bytes = Number(file.progress.bytesUploaded);
      const before = seen.get(file.id);
      if (!isSending(file) || before?.bytes !== bytes) {
        seen.set(file.id, { bytes, since: now });
        continue;
      }
      if (now - before.since > silence.asked && !asking) {
        asking = true;
        void askAbout(uploads, file).finally(() => (asking = false));
      }
      if (now - before.since > silence.ended) {
        seen.delete(file.id);
        reconnect(uploads, file);
      }
    }
  }, 2_000);
}

/** The browser's count of sent bytes lags behind. Only the service knows whether everything has arrived. */
async function askAbout(uploads: Uploads, { id, tus, progress: { bytesUploaded } }: UploadFile): Promise<void> {
  const isThere = await isReachable(AbortSignal.timeout(answerTimeout));
  setConnected(isThere);
  if (!isThere || !tus?.uploadUrl) return;
  const hasArrived = await readUpload(tus.uploadUrl, AbortSignal.timeout(answerTimeout)).then(
    ({ offset, size_bytes }) => offset === size_bytes,
    // For a complete upload it answers only once the file is stored.
    (error) => error instanceof Unreachable,
  );
  const { progress, size } = uploads.getFile(id) ?? {};
  if (!hasArrived || !progress?.uploadStarted || progress.bytesUploaded !== bytesUploaded) return;
  uploads.setFileState(id, { progress: { ...progress, bytesUploaded: size ?? 0 } });
}

function reconnect(uploads: Uploads, file: UploadFile): void {
  if (!isSending(file)) return;
  uploads.pauseResume(file.id);
  uploads.pauseResume(file.id);
}

const isSending = ({ isPaused, error, progress: { bytesUploaded, bytesTotal } }: UploadFile) =>
  !isPaused && !error && Number(bytesUploaded) > 0 && bytesUploaded !== bytesTotal;
