import type { Context } from "hono";
import { logoUrl } from "../../accounts/logo.ts";
import { contactOf, type Store } from "../../accounts/store.ts";
import { languageOf } from "../../delivery-emails/delivery-context.ts";
import {
  builtInWordings,
  renderWordings,
  type WordingSources,
  type WordingUse,
} from "../../delivery-emails/render-wording.ts";
import { sampleDelivery } from "../../delivery-emails/sample-delivery.ts";
import { rejectFields } from "../../errors.ts";
import { loadDelivery, storeFor } from "../../orders/delivery.ts";
import { listOrders, requireOrder } from "../../orders/orders.ts";
import { type CustomWordings, type WordingName, wordingNames } from "../../wording/names.ts";
import { RendererUnavailable, type WordingRenderer } from "../../wording/renderer.ts";
import { WordingError } from "../../wording/wording-error.ts";
import { customWordings } from "../../wording/wordings.ts";
import type { V3Env } from "./environment.ts";

/** The store as its customers see it. Its logo is loaded from the host of the request. */
export function storeOf(c: Context<V3Env>): Store {
  const { account, services } = c.var;
  const contact = contactOf(account);
  return {
    name: account.name,
    url: services.accountUrl(account),
    logoUrl: logoUrl(c.env.client.origin, account),
    brandColor: account.brandColor,
    language: account.language,
    website: account.website,
    contact: contact === null ? null : { address: contact },
  };
}

type Changed = { [Name in WordingName]?: string | null | undefined };

/** All texts as the customer of an order would see them, with `changed` in place of the saved wordings. */
export async function previewOf(
  c: Context<V3Env>,
  changed: Changed,
  orderId: string | undefined,
): Promise<Record<WordingName, string> & { order_id: string | null }> {
  const { services, account, now } = c.var;
  const { read } = services.db;
  const [order] =
    orderId === undefined
      ? await listOrders(read, account.id, now, { limit: 1 })
      : [await requireOrder(read, account.id, orderId)];
  const delivery = order && (await loadDelivery(read, order.id));
  const shown = delivery ?? sampleDelivery(now);
  const use = { accountId: account.id, store: storeFor(storeOf(c), shown), delivery: shown, now };
  const rendered = await renderAll(services.renderer, await customWordings(read, account.id), changed, use);
  return { ...rendered, order_id: delivery?.orderId ?? null };
}

/**
 * Throws `invalid` with every changed wording that cannot be used. A saved wording that cannot be used is replaced by
 * the built-in text.
 */
async function renderAll(
  renderer: WordingRenderer,
  own: CustomWordings,
  changed: Changed,
  use: WordingUse,
): Promise<Record<WordingName, string>> {
  const builtIns = builtInWordings(languageOf(use.store));
  const worded: CustomWordings = { ...own };
  for (const name of wordingNames) {
    const source = changed[name];
    if (source === null) delete worded[name];
    else if (source !== undefined) worded[name] = source;
  }
  const sources: WordingSources = Object.fromEntries(
    wordingNames.map((name) => [
      name,
      { source: worded[name] ?? builtIns[name], isBuiltIn: worded[name] === undefined },
    ]),
  );
  const rendered = await renderWordings(renderer, sources, use);
  const failed = wordingNames.filter((name) => rendered[name] instanceof WordingError);
  rejectFields(
    failed.map((name) => {
      const message = typeof changed[name] === "string" ? (rendered[name] as WordingError).message : null;
      return { field: `wordings.${name}`, message };
    }),
  );
  const instead = Object.fromEntries(failed.map((name) => [name, { source: builtIns[name], isBuiltIn: true }]));
  const whole = { ...rendered, ...(await renderWordings(renderer, instead, use)) };
  return Object.fromEntries(
    wordingNames.map((name) => {
      const text = whole[name];
      if (typeof text !== "string") throw new RendererUnavailable(text);
      return [name, text];
    }),
  ) as Record<WordingName, string>;
}
