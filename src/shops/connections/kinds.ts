import type { ConnectionKind } from "../../platform/shops.ts";

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
