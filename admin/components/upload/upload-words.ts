import { bytes } from "../format.ts";
import type { UploadFile } from "./upload-file.ts";

type UploadState = "canceling" | "waiting" | "sending" | "paused" | "lost" | "storing" | "failed";

const primary = "var(--mantine-primary-color-filled)";

/** Colors of the progress bar. */
export const stateColors: Record<UploadState, string> = {
  canceling: "gray",
  waiting: "gray",
  sending: primary,
  paused: "gray",
  lost: "orange",
  storing: primary,
  failed: "red",
};

/** `connected` as in `Underway`. */
export function stateOf({ meta, progress, isPaused, error }: UploadFile, connected: boolean): UploadState {
  if (meta.isCanceled) return "canceling";
  if (error) return "failed";
  if (isPaused) return "paused";
  if (!connected) return "lost";
  if (isSent(progress)) return "storing";
  return progress.bytesUploaded ? "sending" : "waiting";
}

const isSent = ({ uploadComplete, uploadStarted, bytesUploaded, bytesTotal }: UploadFile["progress"]) =>
  uploadComplete || (uploadStarted && bytesUploaded === bytesTotal);

/** Whether it can be canceled without a trace: a complete upload replaces its file at once. */
export const canCancel = ({ progress, error, meta }: UploadFile) =>
  !meta.isCanceled && (meta.replacesName === null || Boolean(error) || !isSent(progress));

/** From 0 to 100. */
export function percentOf({ progress, size }: UploadFile): number {
  if (!size) return progress.uploadComplete ? 100 : 0;
  return Math.min(100, (100 * Number(progress.bytesUploaded)) / size);
}

/** The progress of an upload as text. */
export function progressWords(file: UploadFile, state: UploadState): string {
  const sent = `${bytes(Number(file.progress.bytesUploaded))} of ${bytes(file.size ?? 0)}`;
  switch (state) {
    case "canceling":
      return "Canceling";
    case "waiting":
      return "Waiting";
    case "paused":
      return `Paused at ${sent}`;
    case "lost":
      return `Connection lost at ${sent}`;
    case "storing":
      return "Checking…";
    case "failed":
      return `Stopped at ${sent}`;
    case "sending":
      return `${sent}, ${Math.floor(percentOf(file))}%`;
  }
}

/** When the server could not be reached, or its answer could not be used. */
export const connectionLost = "The connection was lost for too long. Try again to continue where it stopped.";

/** What went wrong, and what to do. */
export function failureWords({ error, response }: UploadFile): string {
  return detailIn(response?.body) ?? error ?? "";
}

function detailIn(body: Record<string, unknown> | undefined): string | null {
  const xhr = body?.xhr;
  if (!(xhr instanceof XMLHttpRequest)) return null;
  try {
    return JSON.parse(xhr.responseText).detail ?? null;
  } catch {
    return null;
  }
}
