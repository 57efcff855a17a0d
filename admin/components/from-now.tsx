import { useEffect, useReducer } from "react";
import { fromNow } from "./format.ts";

const minute = 60_000;

interface FromNowProps {
  iso: string;
  /** Whether it is in the future: it then never reads as past. */
  ahead?: boolean;
}

/** "in 3 days", "5 minutes ago". Updates while it is shown. */
export function FromNow({ iso, ahead = false }: FromNowProps) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const now = Date.now();
  const at = new Date(iso).getTime();
  // Below a minute, seconds are shown.
  const pause = Math.abs(at - now) < minute ? 1_000 : minute;
  useEffect(() => {
    const ticking = setInterval(tick, pause);
    return () => clearInterval(ticking);
  }, [pause]);
  return fromNow(iso, ahead ? Math.min(now, at) : now);
}
