/** The shops that can be connected; `generic` is any that sends signed JSON. */
export const connectionKinds = [
  "woocommerce",
  "stripe",
  "shopify",
  "lemonsqueezy",
  "paddle",
  "paypal",
  "gumroad",
  "generic",
] as const;

export type ConnectionKind = (typeof connectionKinds)[number];

/** What people call each shop. */
export const shopNames: Record<ConnectionKind, string> = {
  woocommerce: "WooCommerce",
  stripe: "Stripe",
  shopify: "Shopify",
  lemonsqueezy: "Lemon Squeezy",
  paddle: "Paddle",
  paypal: "PayPal",
  gumroad: "Gumroad",
  generic: "Other shop",
};

const shopOrder = new RegExp(`^(${connectionKinds.join("|")})[0-9]*:`);

/** The kind of connected shop whose order has this ID, such as `woocommerce:5001`; null for any other order. */
export const shopKindOf = (vendorId: string | null): ConnectionKind | null =>
  (shopOrder.exec(vendorId ?? "")?.[1] as ConnectionKind | undefined) ?? null;

/** Characters of a shop's order number. A longer title is a text of the store. */
const longestNumber = 64;

/**
 * The number by which a connected shop and its customers know the order, such as `5001` or `#1001`: orders of shops keep it
 * as their title. Null for any other order, and if the store has put other words there.
 */
export function shopNumber({ vendorId, title }: { vendorId: string | null; title: string | null }): string | null {
  if (shopKindOf(vendorId) === null || title === null || title.length > longestNumber) return null;
  return /\p{N}/u.test(title) ? title : null;
}
