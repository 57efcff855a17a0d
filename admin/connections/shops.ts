import type { Connection } from "../api/types.ts";

export type Kind = Connection["kind"];

type Field = "secret" | "seller_id" | "webhook_id" | "api_url" | "api_key" | "api_secret";

interface Shop {
  name: string;
  /** Where to click in the shop, one step each. */
  steps: string[];
  /** Where the SKU goes, if products of the shop have no field for it. */
  sku?: string;
  /** The address of the page that says more. */
  guide: string;
  /** What the owner copies from the shop into Waybill. Without what `isNeeded`, no event becomes an order. */
  fields: { name: Field; label: string; description: string; isNeeded?: true }[];
  /** Whether the owner enters Waybill's secret in the shop. */
  ourSecret: boolean;
  /** Whether Waybill can ask the shop for orders. */
  polls?: true;
  /** What access needs to follow subscriptions, in a sentence; left out for a shop whose subscriptions Waybill cannot follow. */
  subscriptions?: string;
}

const copyAddress = "Copy the address above into the field for the URL.";

/** In the order in which they are offered. */
export const shops: Record<Kind, Shop> = {
  woocommerce: {
    name: "WooCommerce",
    guide: "/docs/connect/woocommerce",
    steps: [
      "In WordPress, open WooCommerce, Settings, Advanced, Webhooks, and choose Add webhook.",
      "Status: Active. Topic: Order updated. Delivery URL and Secret: copy both from above. Save.",
      "Add three more in the same way, with the topics Order created, Order deleted and Order restored.",
    ],
    fields: [
      {
        name: "api_url",
        label: "Address of your shop",
        description: "To also ask for orders. For example https://shop.example.com",
      },
      {
        name: "api_key",
        label: "Consumer key",
        description: "In WooCommerce under Settings, Advanced, REST API. The permission Read is enough.",
      },
      { name: "api_secret", label: "Consumer secret", description: "Shown once together with the key." },
    ],
    ourSecret: true,
    polls: true,
    subscriptions:
      "The shop must also send Subscription created and Subscription updated, of the plugin WooCommerce Subscriptions.",
  },
  stripe: {
    name: "Stripe",
    sku: "In Stripe, the SKU is the lookup key of the price, or “sku” in the metadata of the price or the product.",
    guide: "/docs/connect/stripe",
    steps: [
      "In the Stripe Dashboard, open Developers, Webhooks, and choose Add destination.",
      "Pick these events: checkout.session.completed, checkout.session.async_payment_succeeded, checkout.session.async_payment_failed, charge.refunded, refund.failed, charge.dispute.created, charge.dispute.closed; for subscriptions also invoice.paid and invoice_payment.paid; for warnings of fraud also radar.early_fraud_warning.created and review.closed.",
      copyAddress,
      "Copy the signing secret (whsec_…) from Stripe into the settings below.",
      "Under API keys, create a restricted key that may read Checkout Sessions, Prices and Products. Without it, Waybill does not know what was bought.",
    ],
    fields: [
      { name: "secret", label: "Signing secret", description: "Begins with whsec_.", isNeeded: true },
      {
        name: "api_key",
        label: "Restricted key",
        description: "Begins with rk_. With it, Waybill reads what was bought.",
        isNeeded: true,
      },
    ],
    ourSecret: false,
    polls: true,
    subscriptions:
      "The shop must also send invoice.paid and customer.subscription.deleted, and to see failed payments and cancellations early, invoice.payment_failed and customer.subscription.updated.",
  },
  shopify: {
    name: "Shopify",
    guide: "/docs/connect/shopify",
    steps: [
      "In the Shopify admin, open Settings, Notifications, Webhooks.",
      "Create webhooks in the format JSON with the address above: Order payment, Order cancellation, Refund create. To be asked about later changes, also Order deletion and Order update.",
      "Below the list, Shopify shows the key that signs all webhooks. Copy it into the settings below.",
    ],
    fields: [
      {
        name: "secret",
        label: "Signing key",
        description: "The key that Shopify shows below its list of webhooks.",
        isNeeded: true,
      },
    ],
    ourSecret: false,
  },
  lemonsqueezy: {
    name: "Lemon Squeezy",
    guide: "/docs/connect/lemon-squeezy",
    steps: [
      "In Lemon Squeezy, open Settings, Webhooks, and add a webhook.",
      "Callback URL and signing secret: copy both from above.",
      "Pick the events order_created and order_refunded, for subscriptions also subscription_created and subscription_payment_refunded, and those about disputes if there are any. Save.",
    ],
    fields: [
      {
        name: "api_key",
        label: "API key",
        description: "Only for subscriptions: with it, Waybill asks until when a payment pays.",
      },
    ],
    ourSecret: true,
    subscriptions:
      "The shop must also send subscription_created, subscription_payment_success, subscription_payment_refunded and subscription_expired, and to see failed payments and cancellations early, subscription_payment_failed, subscription_cancelled and subscription_resumed.",
  },
  paddle: {
    name: "Paddle",
    sku: "In Paddle, the SKU is “sku” in the custom data of the price or the product.",
    guide: "/docs/connect/paddle",
    steps: [
      "In Paddle, open Developer tools, Notifications, and add a destination.",
      copyAddress,
      "Pick the events transaction.completed, adjustment.created and adjustment.updated. To be asked about payments that fail later, also transaction.canceled and transaction.past_due.",
      "Copy the secret key of the destination into the settings below.",
      "Under Authentication, create an API key that may read customers. Paddle's events do not name the customer.",
    ],
    fields: [
      { name: "secret", label: "Secret key", description: "Begins with pdl_ntfset_.", isNeeded: true },
      {
        name: "api_key",
        label: "API key",
        description: "With it, Waybill reads the customer's email address.",
        isNeeded: true,
      },
    ],
    ourSecret: false,
    subscriptions:
      "The shop must also send subscription.canceled, and to see failed payments and cancellations early, transaction.payment_failed and subscription.updated.",
  },
  paypal: {
    name: "PayPal",
    guide: "/docs/connect/paypal",
    steps: [
      "In the PayPal developer dashboard, open Apps & Credentials, Live, and your app.",
      "Add a webhook with the address above and the events Payment capture completed, refunded and reversed, and Customer dispute created and resolved. To be asked about what fails later, also Payment refund failed and Payment capture denied, declined and pending.",
      "Copy client ID and secret of the app, and the ID of the webhook, into the settings below.",
    ],
    fields: [
      { name: "api_key", label: "Client ID", description: "Of your app at PayPal.", isNeeded: true },
      { name: "api_secret", label: "Client secret", description: "Of your app at PayPal.", isNeeded: true },
      {
        name: "webhook_id",
        label: "Webhook ID",
        description: "PayPal shows it in the list of webhooks.",
        isNeeded: true,
      },
    ],
    ourSecret: false,
    subscriptions:
      "The shop must also send Payment sale completed, refunded and reversed, and Billing subscription activated, canceled, expired, re-activated and payment failed.",
  },
  gumroad: {
    name: "Gumroad",
    guide: "/docs/connect/gumroad",
    steps: [
      "In Gumroad, open Settings, Advanced.",
      "Copy the address above into Ping endpoint, and save. Keep the address to yourself: Gumroad does not sign what it sends.",
      "Copy your seller ID from there into the settings below.",
      "Gumroad sends only sales there. The guide says how it also sends refunds and disputes.",
    ],
    fields: [
      { name: "seller_id", label: "Seller ID", description: "Events of other sellers are refused.", isNeeded: true },
    ],
    ourSecret: false,
    subscriptions: "Gumroad tells of each charge. Access ends when none follows.",
  },
  generic: {
    name: "Other shop",
    guide: "/docs/connect/other-shops",
    steps: [
      "In your shop, add a webhook for paid orders that sends JSON.",
      "Copy address and secret from above. If the shop makes the secret itself, copy it into the settings below.",
      "Make a test purchase. Then say below where each value stands in what arrived.",
    ],
    fields: [{ name: "secret", label: "Secret", description: "Only if the shop makes its own." }],
    ourSecret: true,
  },
};

export const kinds = Object.keys(shops) as Kind[];
