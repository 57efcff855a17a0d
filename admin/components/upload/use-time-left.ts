import { useRef } from "react";

/** Milliseconds of sending after which the rate is known well enough. */
const enough = 3_000;

interface Sample {
  at: number;
  bytes: number;
}

/**
 * How long the rest of an upload takes at the rate it has had since it was first seen sending, such as "2 min left"; empty
 * while that is not known. `isSending` is false while it is paused or the connection is lost.
 */
export function useTimeLeft(sent: number, size: number, isSending: boolean): string {
  const first = useRef<Sample | null>(null);
  const now = Date.now();
  if (!isSending) first.current = null;
  else first.current ??= { at: now, bytes: sent };
  const since = first.current;
  if (!since || now - since.at < enough || sent <= since.bytes) return "";
  return leftInWords(((size - sent) * (now - since.at)) / (sent - since.bytes) / 1_000);
}

/** Rounded to what stays true for a while. */
function leftInWords(seconds: number): string {
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min left` : `${Math.ceil(minutes / 60)} h left`;
}
