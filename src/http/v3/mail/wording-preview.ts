import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { languageOf } from "../../../delivery/customer-emails/delivery-context.ts";
import {
  builtInWordings,
  renderWordings,
  type WordingSources,
  type WordingUse,
} from "../../../delivery/customer-emails/render-wording.ts";
import { sampleDelivery } from "../../../delivery/customer-emails/sample-delivery.ts";
import { listOrders } from "../../../delivery/orders/queries.ts";
import { type Delivery, storeFor } from "../../../delivery/orders/reading/customer-view.ts";
import { loadDelivery } from "../../../delivery/orders/reading/load-delivery.ts";
import { requireOrder } from "../../../delivery/orders/require-order.ts";
import { rejectFields } from "../../../platform/errors.ts";
import type { Language } from "../../../platform/i18n/languages.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { fallbackColor } from "../../../store/accounts/fallback-color.ts";
import { logoUrl } from "../../../store/accounts/logo.ts";
import { contactOf, type Store } from "../../../store/accounts/store.ts";
import { type CustomWordings, type WordingName, wordingNames } from "../../../store/wording/names.ts";
import { RendererUnavailable } from "../../../store/wording/renderer/lane.ts";
import type { WordingRenderer } from "../../../store/wording/renderer.ts";
import { WordingError } from "../../../store/wording/wording-error.ts";
import { customWordings } from "../../../store/wording/wordings.ts";
import type { V3Env } from "../framework/environment.ts";
import { presentColors, type previewInput, type previewSchema } from "./wording-schemas.ts";

/** Products on the previewed page of an order. */
const mostItems = 100;

/** The store as its customers see it. Its logo is loaded from the host of the request. */
export function storeOf(c: Context<V3Env>, account: Account): Store {
  const contact = contactOf(account);
  return {
    name: account.name,
    url: c.var.services.accountUrl(account),
    logoUrl: logoUrl(c.env.client.origin, account),
    brandColor: account.brandColor,
    language: account.language,
    website: account.website,
    contact: contact === null ? null : { address: contact },
  };
}

interface Preview {
  account: Account;
  delivery: Delivery;
  /** Null for the sample. */
  orderId: string | null;
  language: Language;
  texts: Record<WordingName, string>;
  /** The texts that are the store's own. */
  own: Set<WordingName>;
}

/** All texts as the customer of an order would see them. Sent texts replace saved ones. */
export async function previewOf(c: Context<V3Env>, sent: z.output<typeof previewInput>): Promise<Preview> {
  const { services, now } = c.var;
  const { read } = services.db;
  const { name, brand_color } = sent.store ?? {};
  const account = {
    ...c.var.account,
    ...(name !== undefined && { name }),
    ...(brand_color !== undefined && { brandColor: brand_color }),
  };
  const [order] =
    sent.order_id === undefined
      ? await listOrders(read, account.id, now, { limit: 1 })
      : [await requireOrder(read, account.id, sent.order_id)];
  const delivery = (order && (await loadDelivery(read, order.id))) ?? null;
  const shown = delivery ?? sampleDelivery(now);
  const language = sent.locale ?? languageOf(storeFor(storeOf(c, account), shown));
  const store = { ...storeOf(c, account), language };
  const wordings = await customWordings(read, account.id, language);
  for (const name of wordingNames) {
    const source = sent.wordings?.[name];
    if (source === null) delete wordings[name];
    else if (source !== undefined) wordings[name] = { source, language };
  }
  const use = { accountId: account.id, store, delivery: shown, now };
  const drafts = new Set(wordingNames.filter((name) => typeof sent.wordings?.[name] === "string"));
  const { texts, own } = await renderAll(services.renderer, wordings, drafts, use);
  return { account, delivery: shown, orderId: delivery?.publicId ?? null, language, texts, own };
}

/** The same with the order's page and the colors, as v3 shows them. */
export async function pagePreviewOf(
  c: Context<V3Env>,
  sent: z.output<typeof previewInput>,
): Promise<z.output<typeof previewSchema>> {
  const { account, delivery, orderId, language, texts, own } = await previewOf(c, sent);
  const ownText = (name: WordingName) => (own.has(name) ? texts[name] : null);
  const order_page = await c.var.services.orderPage({
    account,
    delivery: { ...delivery, items: delivery.items.slice(0, mostItems) },
    language,
    wording: {
      greeting: ownText("page_greeting"),
      notice: ownText("page_notice"),
      footer: ownText("page_footer"),
    },
    now: c.var.now,
  });
  return {
    order_id: orderId,
    locale: language,
    ...texts,
    order_page,
    colors: presentColors(account.brandColor ?? fallbackColor(account.name)),
  };
}

/**
 * Throws `invalid` with every draft that cannot be used. A saved wording that cannot be used is replaced by the built-in
 * text.
 */
async function renderAll(
  renderer: WordingRenderer,
  wordings: CustomWordings,
  drafts: Set<WordingName>,
  use: WordingUse,
): Promise<Pick<Preview, "texts" | "own">> {
  const builtIns = builtInWordings(languageOf(use.store));
  const sources: WordingSources = Object.fromEntries(
    wordingNames.map((name) => {
      const own = wordings[name];
      return [name, { source: own?.source ?? builtIns[name], isBuiltIn: own === undefined }];
    }),
  );
  const rendered = await renderWordings(renderer, sources, use);
  const failed = wordingNames.filter((name) => rendered[name] instanceof WordingError);
  rejectFields(
    failed.map((name) => {
      const message = drafts.has(name) ? (rendered[name] as WordingError).message : null;
      return { field: `wordings.${name}`, message };
    }),
  );
  const instead = Object.fromEntries(failed.map((name) => [name, { source: builtIns[name], isBuiltIn: true }]));
  const whole = { ...rendered, ...(await renderWordings(renderer, instead, use)) };
  const texts = wordingNames.map((name) => {
    const text = whole[name];
    if (typeof text !== "string") throw new RendererUnavailable(text);
    return [name, text] as const;
  });
  const own = new Set(wordingNames.filter((name) => wordings[name] !== undefined && !failed.includes(name)));
  return { texts: Object.fromEntries(texts) as Record<WordingName, string>, own };
}
