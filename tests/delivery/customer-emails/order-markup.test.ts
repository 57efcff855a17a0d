import { describe, expect, test } from "bun:test";
import { withOrderMarkup } from "../../../src/delivery/customer-emails/order-markup.ts";
import { sampleDelivery } from "../../../src/delivery/customer-emails/sample-delivery.ts";
import type { Delivery } from "../../../src/delivery/orders/reading/customer-view.ts";
import { instant } from "../../../src/platform/instants.ts";

const now = instant(Date.UTC(2026, 10, 20, 21, 37, 5));
const store = { name: "Nordlicht", url: "https://nordlicht.example.com", website: "https://www.example.com" };

/** The element's text in the HTML, and what it holds. */
function markupIn(values: Partial<Delivery>, html = "<html><body>Hello</body></html>") {
  const delivery = { ...sampleDelivery(now), ...values };
  const marked = withOrderMarkup(html, { store, currency: "EUR", delivery });
  const [element = "", json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(marked) ?? [];
  return { marked, element, order: JSON.parse(json) };
}

describe("the markup of a delivery email", () => {
  test("has the price of a bundle whose products are all that it delivers", () => {
    const bundles = [{ guid: "b", sku: "SET", productName: "Set", quantity: 1, price: 30 }];
    const [set, ...products] = markupIn({ bundles }).order.acceptedOffer;
    expect(set).toMatchObject({ itemOffered: { name: "Set", sku: "SET" }, price: 30 });
    expect(products).toHaveLength(sampleDelivery(now).items.length);
  });

  test("tells mail programs the order, its products and where it opens", () => {
    const [map, app] = sampleDelivery(now).items;
    const items = [{ ...map, price: 9.5, coverPath: "/covers/1/ab" }, app] as Delivery["items"];
    expect(markupIn({ items, total: 9.5, currency: "USD" }).order).toEqual({
      "@context": "https://schema.org",
      "@type": "Order",
      merchant: { "@type": "Organization", name: "Nordlicht", url: "https://www.example.com" },
      orderNumber: "M-1001",
      orderDate: "2026-11-20T21:37:05+00:00",
      orderStatus: "https://schema.org/OrderDelivered",
      price: 9.5,
      priceCurrency: "USD",
      acceptedOffer: [
        {
          "@type": "Offer",
          itemOffered: {
            "@type": "Product",
            name: "Map of the south",
            sku: "MAP-1",
            image: "https://nordlicht.example.com/covers/1/ab",
          },
          price: 9.5,
          priceCurrency: "USD",
          eligibleQuantity: { "@type": "QuantitativeValue", value: 1 },
        },
        {
          "@type": "Offer",
          itemOffered: { "@type": "Product", name: "Compass app", sku: "APP-1" },
          eligibleQuantity: { "@type": "QuantitativeValue", value: 2 },
        },
      ],
      url: "https://nordlicht.example.com/orders/sample",
      potentialAction: { "@type": "ViewAction", target: "https://nordlicht.example.com/orders/sample" },
    });
    expect(markupIn({ total: 3, currency: null }).order.priceCurrency).toBe("EUR");
  });

  test("holds no license keys, and no text can end it", () => {
    const [map, app] = sampleDelivery(now).items;
    const items = [{ ...map, productName: "</script><b>" }, app] as Delivery["items"];
    const { marked, element, order } = markupIn({ items });
    expect(order.acceptedOffer[0].itemOffered.name).toBe("</script><b>");
    expect(marked).not.toContain("<b>");
    expect(marked).not.toContain("SAMPLE-0001");
    expect(marked).toEndWith(`Hello${element}</body></html>`);
    expect(markupIn({}, "A template without a body").marked).toEndWith("</script>");
  });

  test("calls an order that still waits for something one in process", () => {
    const items = sampleDelivery(now).items.map((one) => ({ ...one, files: [], licenseKeys: [], keysDue: 1 }));
    expect(markupIn({ items }).order.orderStatus).toBe("https://schema.org/OrderProcessing");
    expect(markupIn({ expiresAt: now }).order.orderStatus).toBe("https://schema.org/OrderDelivered");
  });
});
