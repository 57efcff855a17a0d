import { bytes } from "../format.ts";
import type { UploadFile } from "./upload-file.ts";

export type UploadState = "waiting" | "sending" | "paused" | "storing" | "failed";

export function stateOf({ progress, isPaused, error }: UploadFile): UploadState {
  if (error) return "failed";
  if (progress.uploadComplete) return "storing";
  if (isPaused) return "paused";
  if (!progress.uploadStarted) return "waiting";
  return progress.bytesUploaded === progress.bytesTotal ? "storing" : "sending";
}

/** From 0 to 100. */
export function percentOf({ progress, size }: UploadFile): number {
  if (!size) return progress.uploadComplete ? 100 : 0;
  return Math.min(100, (100 * Number(progress.bytesUploaded)) / size);
}

/** How far an upload has come, in words. */
export function progressWords(file: UploadFile): string {
  const sent = `${bytes(Number(file.progress.bytesUploaded))} of ${bytes(file.size ?? 0)}`;
  switch (stateOf(file)) {
    case "waiting":
      return "Waits for its turn";
    case "paused":
      return `Paused at ${sent}`;
    case "storing":
      return "Storing the file";
    case "failed":
      return `Stopped at ${sent}`;
    case "sending":
      if (file.meta.silent) return `No connection at ${sent}; it goes on by itself when there is one`;
      return `${sent}, ${Math.floor(percentOf(file))} %`;
  }
}

/** What is wrong, and what to do. */
export function failureWords({ error, response }: UploadFile): string {
  const refusal = detailIn(response?.body);
  if (refusal) return refusal;
  if (error?.startsWith("tus:") || /network/i.test(error ?? "")) {
    return "The connection was lost for too long. Press Try again to go on where it stopped.";
  }
  return error ?? "";
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
