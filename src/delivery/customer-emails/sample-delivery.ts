import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Delivery } from "../orders/reading/customer-view.ts";

/** An order that uses every feature, for trying a template before there are real orders. */
export function sampleDelivery(now: Instant): Delivery {
  return {
    guid: "sample",
    publicId: "10000001",
    vendorId: "M-1001",
    title: "",
    firstName: "Ann",
    lastName: "Example",
    email: "ann@example.com",
    createdAt: now,
    language: null,
    total: null,
    currency: null,
    invoiceUrl: null,
    expiresAt: instant(now + 10 * dayMilliseconds),
    hoursFromFirstDownload: null,
    stop: null,
    emailWaits: false,
    items: [
      {
        guid: "sample-1",
        sku: "MAP-1",
        productName: "Map of the south",
        quantity: 1,
        files: [
          {
            id: 1,
            filename: "map.pdf",
            sizeBytes: 4_194_304,
            contentType: "application/pdf",
            opensAt: null,
            remaining: 5,
          },
          { id: 2, filename: "places.csv", sizeBytes: 20_480, contentType: "text/csv", opensAt: null, remaining: 4 },
        ],
        licenseKeys: [],
        keysDue: 0,
      },
      {
        guid: "sample-2",
        sku: "APP-1",
        productName: "Compass app",
        bundle: { guid: "sample-bundle", name: "Travel kit", quantity: 1 },
        quantity: 2,
        updatesUntil: instant(now + 365 * dayMilliseconds),
        files: [],
        licenseKeys: ["SAMPLE-0001-AAAA", "SAMPLE-0002-BBBB"],
        keysDue: 0,
      },
    ],
  };
}

/** A gift, for trying the parts of a template that are only about gifts. */
export const sampleGift = (now: Instant): Delivery => ({
  ...sampleDelivery(now),
  gift: {
    giver: { firstName: "Bob", lastName: "Example", address: "bob@example.com" },
    message: "Happy birthday!\nBob",
  },
});

/** An order without anything optional. */
export function barestDelivery(now: Instant): Delivery {
  return { ...sampleDelivery(now), vendorId: null, firstName: "", lastName: "", expiresAt: null, items: [] };
}
