import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type Action, newAction, perform } from "../api/action-keys.ts";
import { refreshStore } from "../api/query-client.ts";
import { SignedOut } from "../api/request.ts";
import type { Order } from "../api/types.ts";
import { number } from "../components/format.ts";
import { errorWords, showDone } from "../components/notify.tsx";

interface BulkTask {
  /** What is being done: "Sending again". */
  doing: string;
  /** What was done: "sent again". */
  done: string;
  run: (order: Order) => Promise<unknown>;
  /** What is tried again for the orders that are left. */
  action?: Action;
}

export interface BulkRun {
  task: BulkTask;
  orders: Order[];
  /** How many have been tried. */
  tried: number;
  failures: { order: Order; words: string }[];
  state: "running" | "finished" | "stopped";
}

/** Above all screens: it goes on while others are open, and what failed is kept until somebody has seen it. */
let run: BulkRun | null = null;
/** The task that goes on. */
let wanted: BulkTask | null = null;
const listeners = new Set<() => void>();

function show(next: BulkRun | null): void {
  run = next;
  for (const changed of listeners) changed();
}

export const isBulkRunning = () => run?.state === "running";

window.addEventListener("beforeunload", (event) => {
  if (isBulkRunning()) event.preventDefault();
});

/** Does one thing with many orders, one after the other; what fails is reported and stops nothing. */
export async function startBulk(queries: QueryClient, orders: Order[], given: BulkTask): Promise<void> {
  if (isBulkRunning()) return;
  const action = given.action ?? newAction();
  const task = { ...given, action };
  const failures: BulkRun["failures"] = [];
  let tried = 0;
  const showAs = (state: BulkRun["state"]) => show({ task, orders, tried, failures: [...failures], state });
  wanted = task;
  showAs("running");
  for (const order of orders) {
    if (wanted !== task) break;
    try {
      await perform(action, () => task.run(order));
    } catch (error) {
      // Nor would the others go through.
      if (error instanceof SignedOut) break;
      failures.push({ order, words: errorWords(error) });
    }
    tried += 1;
    if (run?.task === task) showAs("running");
  }
  // Whoever started it has signed out.
  if (run?.task !== task) return;
  const succeeded = tried - failures.length;
  if (succeeded > 0) showDone(`${number(succeeded)} ${succeeded === 1 ? "order" : "orders"} ${task.done}.`);
  if (succeeded === orders.length) show(null);
  else showAs(tried < orders.length ? "stopped" : "finished");
  await refreshStore(queries);
}

/** Stops after the order at hand. */
export function stopBulk(): void {
  wanted = null;
}

/** Stops, and forgets what was done. */
export function forgetBulk(): void {
  wanted = null;
  show(null);
}

/** What was not done: those that failed, and those that were not tried. */
export const leftOf = ({ orders, tried, failures }: BulkRun) => [
  ...failures.map(({ order }) => order),
  ...orders.slice(tried),
];

export function useBulkRun(): BulkRun | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    () => run,
  );
}
