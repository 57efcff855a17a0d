import { useEffect, useReducer } from "react";
import { fromNow } from "./format.ts";

const minute = 60_000;

interface FromNowProps {
  iso: string;
  /** Whether it lies ahead: it is not said to be over when its time has come. */
  ahead?: boolean;
}

/** "in 3 days", "5 minutes ago", as long as it is shown. */
export function FromNow({ iso, ahead = false }: FromNowProps) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const now = Date.now();
  const at = new Date(iso).getTime();
  // Below a minute the seconds are said.
  const pause = Math.abs(at - now) < minute ? 1_000 : minute;
  useEffect(() => {
    const ticking = setInterval(tick, pause);
    return () => clearInterval(ticking);
  }, [pause]);
  return fromNow(iso, ahead ? Math.min(now, at) : now);
}
