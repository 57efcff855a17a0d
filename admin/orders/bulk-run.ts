import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type Action, newAction, perform } from "../api/action-keys.ts";
import { refreshStore } from "../api/query-client.ts";
import { SignedOut } from "../api/request.ts";
import type { Order } from "../api/types.ts";
import { number } from "../components/format.ts";
import { errorWords, showDone } from "../components/notify.tsx";

interface BulkTask {
  /** Progress label: "Resending". */
  doing: string;
  /** Result label: "resent". */
  done: string;
  run: (order: Order) => Promise<unknown>;
  /** Kept for retries of the remaining orders. */
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

/** Outside React: it continues on other screens, and failures are kept until somebody has seen them. */
let run: BulkRun | null = null;
/** The running task; null stops it. */
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

/** Runs a task for many orders, one after the other. Failures are collected and do not stop it. */
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
      // The others would fail too.
      if (error instanceof SignedOut) break;
      failures.push({ order, words: errorWords(error) });
    }
    tried += 1;
    if (run?.task === task) showAs("running");
  }
  // The person who started it has signed out.
  if (run?.task !== task) return;
  const succeeded = tried - failures.length;
  if (succeeded > 0) showDone(`${number(succeeded)} ${succeeded === 1 ? "order" : "orders"} ${task.done}.`);
  if (succeeded === orders.length) show(null);
  else showAs(tried < orders.length ? "stopped" : "finished");
  await refreshStore(queries);
}

/** Stops after the current order. */
export function stopBulk(): void {
  wanted = null;
}

/** Stops and drops the report. */
export function forgetBulk(): void {
  wanted = null;
  show(null);
}

/** The orders that failed or were not tried. */
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
