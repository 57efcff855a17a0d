import type { Context } from "hono";
import { logoUrl } from "../../accounts/logo.ts";
import { contactOf, type Store } from "../../accounts/store.ts";
import { rejectFields } from "../../errors.ts";
import { languageOf } from "../../mail/delivery-context.ts";
import { builtInWordings, renderOwnWording } from "../../mail/own-wording.ts";
import { sampleDelivery } from "../../mail/sample-delivery.ts";
import { loadDelivery } from "../../orders/delivery.ts";
import { listOrders, requireOrder } from "../../orders/orders.ts";
import { WordingError } from "../../wording/engine.ts";
import { type OwnWordings, type WordingName, wordingNames } from "../../wording/names.ts";
import { ownWordings } from "../../wording/wordings.ts";
import type { V3Env } from "./environment.ts";

/** The store as its customers see it; its logo is taken from the host that the asker is on. */
export function storeOf(c: Context<V3Env>): Store {
  const { account, services } = c.var;
  const contact = contactOf(account);
  return {
    name: account.name,
    url: services.accountUrl(account),
    logoUrl: logoUrl(c.env.client.origin, account),
    brandColor: account.brand_color,
    language: account.language,
    website: account.website,
    contact: contact === null ? null : { address: contact },
  };
}

type Changed = { [Name in WordingName]?: string | null | undefined };

/** Every text as the customer of an order would read it, with `changed` in place of the saved wordings. */
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
  const own = await ownWordings(read, account.id);
  const use = { store: storeOf(c), delivery: delivery ?? sampleDelivery(now), now };
  return { ...renderAll(own, changed, use), order_id: delivery?.orderId ?? null };
}

/** Throws `invalid` with every changed wording that cannot be used; a saved one gives way to the built-in one. */
function renderAll(own: OwnWordings, changed: Changed, use: Parameters<typeof renderOwnWording>[2]) {
  const builtIns = builtInWordings(languageOf(use.store));
  const problems: { field: string; message: string }[] = [];
  const rendered = wordingNames.map((name): [WordingName, string] => {
    const builtIn = builtIns[name];
    const source = changed[name] === undefined ? own[name] : changed[name];
    try {
      return [name, renderOwnWording(name, source ?? builtIn, use)];
    } catch (error) {
      if (!(error instanceof WordingError)) throw error;
      if (changed[name] !== undefined) problems.push({ field: `wordings.${name}`, message: error.message });
      return [name, renderOwnWording(name, builtIn, use)];
    }
  });
  rejectFields(problems);
  return Object.fromEntries(rendered) as Record<WordingName, string>;
}
