import type { ConnectionKind } from "../kinds.ts";
import type { Shop } from "../shop.ts";
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
