import type { SendRequest } from "../../../platform/outgoing/request.ts";
import type { ShopFetch } from "./shop.ts";

/** Milliseconds for a shop to answer, and bytes of its answer. */
const patience = 30_000;
const longestAnswer = 4 * 1024 ** 2;

/**
 * Asks shops over https. Addresses in private networks are reached if the installation allows them (docs/reference/settings.md,
 * `WAYBILL_OUTGOING_NETWORKS`), also without encryption.
 */
export const shopFetch =
  (send: SendRequest): ShopFetch =>
  async (url, { method = "GET", headers = {}, body } = {}) => {
    const request = { url, method, headers: { accept: "application/json", ...headers }, requiresTls: true };
    const limits = { timeout: patience, mostBytes: longestAnswer };
    const answer = await send({ ...request, ...limits, ...(body === undefined ? {} : { body }) });
    if (!answer.isWhole) throw new Error("the shop's answer broke off");
    return { status: answer.status, text: answer.body.toString("utf8") };
  };

/** What all requests of one conversation with a shop may take together. */
export interface Budget {
  requests: number;
  bytes: number;
  milliseconds: number;
}

/** A shop answers without end, or slowly. */
export class BudgetUsedUp extends Error {}

/** Asks as `fetch` does until the budget is used up or `stopping` fires, and then throws: a store chooses whom it asks. */
export function withinBudget(fetch: ShopFetch, budget: Budget, stopping?: AbortSignal): ShopFetch {
  let { requests, bytes } = budget;
  const end = performance.now() + budget.milliseconds;
  return async (...question) => {
    stopping?.throwIfAborted();
    if (requests === 0) throw new BudgetUsedUp(`the shop has more than ${budget.requests} pages of answers`);
    if (bytes <= 0) throw new BudgetUsedUp(`the shop's answers have more than ${budget.bytes / 1024 ** 2} MiB`);
    if (performance.now() > end)
      throw new BudgetUsedUp(`the shop's answers take more than ${budget.milliseconds / 1000} s`);
    requests -= 1;
    const answer = await fetch(...question);
    bytes -= answer.text.length;
    return answer;
  };
}
