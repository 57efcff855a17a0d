import type { SendRequest } from "../../../platform/outgoing/request.ts";
import type { ShopFetch } from "./shop.ts";

/** Maximum time for a shop's answer, in milliseconds, and its maximum size, in bytes. */
const patience = 30_000;
const longestAnswer = 4 * 1024 ** 2;

/**
 * Sends requests to shops over https. Addresses in private networks are allowed if the installation allows them
 * (docs/reference/settings.md, `WAYBILL_OUTGOING_NETWORKS`), even without encryption.
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

/** The limits of all requests together in one conversation with a shop. */
export interface Budget {
  requests: number;
  bytes: number;
  milliseconds: number;
}

/** A shop's answers do not end, or are slow. */
export class BudgetUsedUp extends Error {}

/**
 * Works like `fetch` until the budget is used up or `stopping` fires, and then throws. This protects the server, because stores
 * choose the addresses.
 */
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
