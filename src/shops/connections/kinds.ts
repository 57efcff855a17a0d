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

/** Who makes the secret that signs the events. If we do, the owner enters it in the shop. */
export const secretMakers: Record<ConnectionKind, "waybill" | "shop"> = {
  woocommerce: "waybill",
  stripe: "shop",
  shopify: "shop",
  lemonsqueezy: "waybill",
  paddle: "shop",
  paypal: "shop",
  gumroad: "shop",
  generic: "waybill",
};
