import Uppy from "@uppy/core";
import Tus from "@uppy/tus";
import { discardUpload } from "../../api/files.ts";
import { ApiProblem } from "../../api/request.ts";
import { errorWords, showDone, showError } from "../notify.tsx";
import { noteFailure, retryDelays, watchConnection } from "./connection.ts";
import { finishUpload } from "./finish.ts";
import { setFiles } from "./underway.ts";
import type { UploadBody, UploadFile, UploadMeta, Uploads } from "./upload-file.ts";

/** Files that are sent at the same time; more would only slow each other down. */
const atOnce = 3;

/** Goes on while other screens are open. */
const uploads: Uploads = new Uppy<UploadMeta, UploadBody>({ autoProceed: true }).use(Tus, {
  endpoint: "/api/v3/uploads",
  limit: atOnce,
  retryDelays,
  allowedMetaFields: ["name", "type", "product_id", "replaces", "sequence"],
  removeFingerprintOnSuccess: true,
  onShouldRetry: noteFailure,
});

uploads.on("state-update", () => setFiles(uploads.getFiles()));

uploads.on("upload-success", (file) => {
  if (file) void finishUpload(uploads, file.id);
});
watchConnection(uploads);

window.addEventListener("beforeunload", (event) => {
  if (uploads.getFiles().length > 0) event.preventDefault();
});

interface UploadTarget {
  product: number;
  replaces?: { id: number; filename: string };
}

const byName = new Intl.Collator(undefined, { numeric: true });

/** Grows with each file and from one visit to the next, so that a file of before stays ahead of one of now. */
let sequence = 0;
function nextInSequence(): number {
  sequence = Math.max(sequence + 1, Date.now());
  return sequence;
}

/**
 * Begins to upload files for a product, which they get in the order of their names; one that is on its way already is
 * left alone, an empty one refused.
 */
export function upload(files: File[], { product, replaces }: UploadTarget): void {
  for (const { name, size } of files) if (size === 0) showError(new Error(`${name} is empty.`));
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
          replaces: replaces?.id ?? "",
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
 * Ends an upload, which leaves nothing, also when all of it had just arrived; one that has replaced a file stays. What
 * went wrong stands at the upload.
 */
export async function cancel({ id, meta: { name, replacesName } }: UploadFile): Promise<void> {
  const { isPaused, error, progress } = uploads.getFile(id);
  const address = addressOf(id);
  markCanceled(id, true);
  if (progress.uploadStarted && !isPaused && !error) uploads.pauseResume(id);
  try {
    const isGone = !address || (await discardUpload(address, replacesName !== null).catch(orGone));
    uploads.removeFile(id);
    if (!isGone) showDone(`Too late to cancel. ${name} has replaced ${replacesName}.`);
  } catch (error) {
    markCanceled(id, false);
    uploads.setFileState(id, { error: `Could not cancel. ${errorWords(error)}` });
  }
}

/** Undefined while the service does not know of it. */
function addressOf(id: string): string | undefined {
  const { tus, uploadURL } = uploads.getFile(id);
  return uploadURL ?? tus?.uploadUrl ?? undefined;
}

function markCanceled(id: string, isCanceled: boolean): void {
  uploads.setFileMeta(id, { ...uploads.getFile(id).meta, isCanceled });
}

/** True when there is no such upload, or no such file, any more. */
function orGone(error: unknown): true {
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 410)) return true;
  throw error;
}

/** Ends all uploads of somebody who signs out, or has gone: at once, and what goes wrong nobody reads any more. */
export async function cancelAll(): Promise<void> {
  const addresses = uploads
    .getFiles()
    .map(({ id, meta }) => ({ address: addressOf(id), replaces: !!meta.replacesName }));
  for (const { id } of uploads.getFiles()) uploads.removeFile(id);
  const discarding = addresses.map(({ address, replaces }) => address && discardUpload(address, replaces));
  await Promise.allSettled(discarding);
}

/** Goes on where a failed upload has stopped. */
export function retry(file: UploadFile): void {
  if (file.progress.uploadComplete) void finishUpload(uploads, file.id);
  // What goes wrong again stands at the file.
  else void uploads.retryUpload(file.id).catch(() => {});
}
