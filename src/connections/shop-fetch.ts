import type { SendRequest } from "../outgoing/request.ts";
import type { ShopFetch } from "./shop.ts";

/** Milliseconds for a shop to answer, and bytes of its answer. */
const patience = 30_000;
const longestAnswer = 20 * 1024 ** 2;

/**
 * Asks shops over https. Addresses in private networks are reached if the installation allows them (docs/settings.md,
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
