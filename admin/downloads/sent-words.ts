import type { Download } from "../api/types.ts";
import { bytes } from "../components/format.ts";

type Sent = Pick<Download, "completed" | "sent_bytes">;

/** How far a download came; null if that is not known. */
export function sentWords({ completed, sent_bytes }: Sent): string | null {
  if (completed === null) return null;
  if (completed) return "Completed";
  return sent_bytes === null ? "Not completed" : `Not completed: at least ${bytes(sent_bytes)} sent`;
}
