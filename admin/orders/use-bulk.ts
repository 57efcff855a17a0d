import { useRef, useState } from "react";
import { useOrderDeed } from "../api/orders.ts";
import type { Order } from "../api/types.ts";
import { number } from "../components/format.ts";
import { errorWords, showDone } from "../components/notify.tsx";

export interface BulkRun {
  /** What is being done: "Sending again". */
  doing: string;
  total: number;
  done: number;
  failures: { order: Order; words: string }[];
  state: "running" | "finished" | "stopped";
}

interface BulkDeed {
  doing: string;
  /** What was done: "sent again". */
  done: string;
  act: (order: Order) => Promise<unknown>;
}

/** Does one thing with many orders, one after the other; what fails is reported and stops nothing. */
export function useBulk() {
  const [run, setRun] = useState<BulkRun | null>(null);
  const stopping = useRef(false);
  const deed = useOrderDeed(async ({ orders, act, doing, done }: BulkDeed & { orders: Order[] }) => {
    const progress: BulkRun = { doing, total: orders.length, done: 0, failures: [], state: "running" };
    stopping.current = false;
    setRun(progress);
    for (const order of orders) {
      if (stopping.current) break;
      await act(order).catch((error) => progress.failures.push({ order, words: errorWords(error) }));
      progress.done += 1;
      setRun({ ...progress });
    }
    const succeeded = progress.done - progress.failures.length;
    if (succeeded > 0) showDone(`${number(succeeded)} ${succeeded === 1 ? "order" : "orders"} ${done}.`);
    const complete = progress.done === progress.total && progress.failures.length === 0;
    setRun(complete ? null : { ...progress, state: progress.done < progress.total ? "stopped" : "finished" });
  });
  return {
    run,
    start: (orders: Order[], bulk: BulkDeed) => deed.mutateAsync({ orders, ...bulk }),
    stop: () => {
      stopping.current = true;
    },
    dismiss: () => setRun(null),
  };
}
