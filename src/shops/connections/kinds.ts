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
