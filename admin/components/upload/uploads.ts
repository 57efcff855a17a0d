import Uppy from "@uppy/core";
import Tus from "@uppy/tus";
import { discardUpload } from "../../api/files.ts";
import { ApiProblem } from "../../api/request.ts";
import { cut } from "../format.ts";
import { errorWords, showDone, showError } from "../notify.tsx";
import { noteFailure, retryDelays, watchConnection } from "./connection.ts";
import { finishUpload } from "./finish.ts";
import { setFiles } from "./underway.ts";
import type { UploadBody, UploadFile, UploadMeta, Uploads } from "./upload-file.ts";
import { connectionLost } from "./upload-words.ts";

/** Parallel uploads. More would only slow each other down. */
const atOnce = 3;

/** Keeps running while other screens are open. */
const uploads: Uploads = new Uppy<UploadMeta, UploadBody>({ autoProceed: true }).use(Tus, {
  endpoint: "/api/v3/uploads",
  limit: atOnce,
  retryDelays,
  allowedMetaFields: [
    "name",
    "type",
    "product_id",
    "version_of",
    "note",
    "version",
    "platform",
    "signature",
    "sequence",
  ],
  removeFingerprintOnSuccess: true,
  onShouldRetry: noteFailure,
});

uploads.on("state-update", () => setFiles(uploads.getFiles()));

uploads.on("upload-success", (file) => {
  if (file) void finishUpload(uploads, file.id);
});
uploads.on("upload-error", (file, error) => {
  if (file && uploads.getFile(file.id) && isOfTransfer(error)) uploads.setFileState(file.id, { error: connectionLost });
});
watchConnection(uploads);

window.addEventListener("beforeunload", (event) => {
  if (uploads.getFiles().length > 0) event.preventDefault();
});

/** False for errors of this page, such as a file that can no longer be read. Only those of the transfer have a request. */
const isOfTransfer = (error: object) => "originalRequest" in error || "isNetworkError" in error;

interface UploadTarget {
  product: number;
  /** The file that gets a new version, with a note for customers and what update feeds say. */
  replaces?: { id: number; filename: string; note?: string; version?: string; platform?: string; signature?: string };
}

const byName = new Intl.Collator(undefined, { numeric: true });

/** Grows with each file and each visit, so that earlier files stay first. */
let sequence = 0;
function nextInSequence(): number {
  sequence = Math.max(sequence + 1, Date.now());
  return sequence;
}

/**
 * Starts uploads for a product, in the order of the files' names. Skips files that are already uploading, and refuses
 * empty ones.
 */
export function upload(files: File[], { product, replaces }: UploadTarget): void {
  for (const { name, size } of files) if (size === 0) showError(new Error(`${cut(name)} is empty.`));
  const relativePath = `product-${product}${replaces ? `-${replaces.id}` : ""}`;
  uploads.addFiles(
    files
      .filter(({ size }) => size > 0)
      .toSorted((one, other) => byName.compare(one.name, other.name))
      .map((file) => ({
        name: file.name,
        type: file.type,
        data: file,
        meta: {
          name: file.name,
          type: file.type,
          product_id: product,
          version_of: replaces?.id ?? "",
          note: replaces?.note ?? "",
          version: replaces?.version ?? "",
          platform: replaces?.platform ?? "",
          signature: replaces?.signature ?? "",
          replacesName: replaces?.filename ?? null,
          sequence: nextInSequence(),
          relativePath,
          isCanceled: false,
        },
      })),
  );
}

export const pauseOrResume = (file: UploadFile) => void uploads.pauseResume(file.id);

/**
 * Cancels an upload and deletes what was sent, unless it has already replaced a file. Errors are shown at the upload.
 */
export async function cancel({ id, meta: { name, replacesName } }: UploadFile): Promise<void> {
  const { isPaused, error, progress } = uploads.getFile(id);
  const address = addressOf(id);
  markCanceled(id, true);
  if (progress.uploadStarted && !isPaused && !error) uploads.pauseResume(id);
  try {
    const isGone = !address || (await discardUpload(address, replacesName !== null).catch(orGone));
    uploads.removeFile(id);
    if (!isGone) showDone(`Too late to cancel. ${cut(name)} has replaced ${cut(replacesName ?? "")}.`);
  } catch (error) {
    markCanceled(id, false);
    uploads.setFileState(id, { error: `Could not cancel. ${errorWords(error)}` });
  }
}

/** Undefined until the service has created the upload. */
function addressOf(id: string): string | undefined {
  const { tus, uploadURL } = uploads.getFile(id);
  return uploadURL ?? tus?.uploadUrl ?? undefined;
}

function markCanceled(id: string, isCanceled: boolean): void {
  uploads.setFileMeta(id, { ...uploads.getFile(id).meta, isCanceled });
}

/** True if the upload or file no longer exists. */
function orGone(error: unknown): true {
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 410)) return true;
  throw error;
}

/** Cancels all uploads of somebody who signs out. Ignores errors. */
export async function cancelAll(): Promise<void> {
  const addresses = uploads
    .getFiles()
    .map(({ id, meta }) => ({ address: addressOf(id), replaces: !!meta.replacesName }));
  for (const { id } of uploads.getFiles()) uploads.removeFile(id);
  const discarding = addresses.map(({ address, replaces }) => address && discardUpload(address, replaces));
  await Promise.allSettled(discarding);
}

/** Resumes a failed upload. */
export function retry(file: UploadFile): void {
  if (file.progress.uploadComplete) void finishUpload(uploads, file.id);
  // A new error is shown at the file.
  else void uploads.retryUpload(file.id).catch(() => {});
}
