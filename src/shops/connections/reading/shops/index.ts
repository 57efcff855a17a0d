import type { ConnectionKind } from "../../../../platform/shops.ts";
import { type Reading, type Shop, type ShopSettings, type StoredRequest, UnreadableEvent } from "../shop.ts";
import { storable } from "../shop-json.ts";
import { generic } from "./generic.ts";
import { gumroad } from "./gumroad.ts";
import { lemonsqueezy } from "./lemonsqueezy.ts";
import { paddle } from "./paddle.ts";
import { paypal } from "./paypal.ts";
import { shopify } from "./shopify.ts";
import { stripe } from "./stripe.ts";
import { woocommerce } from "./woocommerce.ts";

export const shops: Record<ConnectionKind, Shop> = {
  woocommerce,
  stripe,
  shopify,
  lemonsqueezy,
  paddle,
  paypal,
  gumroad,
  generic,
};

/** Whether the shop may have to be asked about its events. */
export function mayAsk({ kind, settings }: { kind: ConnectionKind; settings: ShopSettings }): boolean {
  const shop = shops[kind];
  return shop.ask !== undefined && (shop.mayAsk?.(settings) ?? true);
}

/**
 * Reads an event as its kind of shop does. Throws `UnreadableEvent`. Also throws it for an ID with characters that cannot be
 * stored: without them, it could be another order's ID.
 */
export function readEvent(
  kind: ConnectionKind,
  request: StoredRequest,
  settings: ShopSettings,
  fetched: string | null,
): Reading {
  const reading = shops[kind].read(request, settings, fetched);
  const ids = [reading.orderId ?? "", ...(reading.otherIds ?? [])];
  if (ids.some((id) => storable(id) !== id))
    throw new UnreadableEvent("The ID of the order has characters that no ID can have.");
  const { facts } = reading;
  if (facts === null) return { note: "Events of this kind change nothing here.", ...reading };
  if (!facts.content) return reading;
  return { ...reading, facts: { ...facts, content: { ...facts.content, paid: facts.paid } } };
}
