import Uppy from "@uppy/core";
import Tus from "@uppy/tus";
import { useSyncExternalStore } from "react";
import { finishUpload } from "./finish.ts";
import { retryDelays, watchForStalls } from "./retries.ts";
import type { UploadBody, UploadFile, UploadMeta, Uploads } from "./upload-file.ts";

/** Files that are sent at the same time; more would only slow each other down. */
const atOnce = 3;

/** Goes on while other screens are open. */
const uploads: Uploads = new Uppy<UploadMeta, UploadBody>({ autoProceed: true }).use(Tus, {
  endpoint: "/api/v3/uploads",
  limit: atOnce,
  retryDelays,
  allowedMetaFields: ["name", "type"],
  removeFingerprintOnSuccess: true,
});

uploads.on("upload-success", (file, { body }) => {
  if (file) void finishUpload(uploads, file.id, body?.xhr);
});
watchForStalls(uploads);

window.addEventListener("beforeunload", (event) => {
  if (uploads.getFiles().length > 0) event.preventDefault();
});

export interface UploadTarget {
  product: number;
  replaces?: { id: number; filename: string };
}

/** Begins to upload files for a product; one that is on its way already is left alone. */
export function upload(files: File[], { product, replaces }: UploadTarget): void {
  const relativePath = `product-${product}${replaces ? `-${replaces.id}` : ""}`;
  uploads.addFiles(
    files.map((file) => ({
      name: file.name,
      type: file.type,
      data: file,
      meta: {
        name: file.name,
        type: file.type,
        product,
        replaces: replaces?.id ?? null,
        replacesName: replaces?.filename ?? null,
        silent: false,
        relativePath,
      },
    })),
  );
}

export const pauseOrResume = (file: UploadFile) => void uploads.pauseResume(file.id);
export const cancel = (file: UploadFile) => uploads.removeFile(file.id);

/** Goes on where a failed upload has stopped. */
export function retry(file: UploadFile): void {
  if (file.progress.uploadComplete) void finishUpload(uploads, file.id);
  // What goes wrong again stands at the file.
  else void uploads.retryUpload(file.id).catch(() => {});
}

/** The uploads for a product that are not done yet. */
export function useUploads(product: number): UploadFile[] {
  const files = useSyncExternalStore(
    (changed) => {
      uploads.on("state-update", changed);
      return () => void uploads.off("state-update", changed);
    },
    () => uploads.getState().files,
  );
  return Object.values(files).filter(({ meta }) => meta.product === product);
}
