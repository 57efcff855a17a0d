import { orderPath } from "../../platform/customer-paths.ts";
import { writeInstant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import type { Store } from "../../store/accounts/store.ts";
import { type Delivery, isPartial, type OrderedProduct, orderName } from "../orders/reading/customer-view.ts";
import { insertInHtml } from "./insert-in-html.ts";

/** Maximum number of products in the markup. */
const mostOffers = 20;

/**
 * Adds markup to the HTML of a delivery email, from which mail programs show the order and above all a button that opens it
 * (https://schema.org/Order, https://developers.google.com/workspace/gmail/markup/reference/order). `currency` is ISO 4217. The
 * markup has no license keys.
 */
export function withOrderMarkup(
  html: string,
  { store, currency, delivery }: { store: Store; currency: string; delivery: Delivery },
): string {
  const url = store.url + orderPath(delivery.guid);
  const priceCurrency = delivery.currency ?? currency;
  const order = {
    "@context": "https://schema.org",
    "@type": "Order",
    merchant: { "@type": "Organization", name: store.name, url: store.website ?? store.url },
    orderNumber: orderName(delivery),
    orderDate: writeInstant(delivery.createdAt),
    orderStatus: `https://schema.org/${isPartial(delivery) ? "OrderProcessing" : "OrderDelivered"}`,
    ...(delivery.total === null ? {} : { price: delivery.total, priceCurrency }),
    acceptedOffer: [...(delivery.bundles ?? []), ...delivery.items]
      .slice(0, mostOffers)
      .map((product) => offerOf(product, { store, priceCurrency })),
    url,
    potentialAction: { "@type": "ViewAction", target: url },
  };
  // No text in the JSON can end the element.
  const json = JSON.stringify(order).replaceAll("<", "\\u003c");
  return insertInHtml(html, `<script type="application/ld+json">${json}</script>`);
}

function offerOf(product: OrderedProduct, { store, priceCurrency }: { store: Store; priceCurrency: string }) {
  return {
    "@type": "Offer",
    itemOffered: {
      "@type": "Product",
      name: singleLine(product.productName),
      sku: product.sku,
      ...(product.coverPath ? { image: store.url + product.coverPath } : {}),
    },
    ...(product.price == null ? {} : { price: product.price, priceCurrency }),
    eligibleQuantity: { "@type": "QuantitativeValue", value: product.quantity },
  };
}
