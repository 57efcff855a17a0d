import type { DeliveredFile, Delivery } from "../../src/delivery/orders/reading/customer-view.ts";
import { instant } from "../../src/platform/instants.ts";

export const now = instant(Date.UTC(2026, 10, 20, 21, 37));

export const store = { name: "Northlight Press", url: "https://northlight.example" };

export const hostileText = `"><img src=x onerror='alert(1)'><b>&amp;</b>`;

export function deliveredFile(changes: Partial<DeliveredFile> & { id: number }): DeliveredFile {
  return {
    filename: "file.pdf",
    sizeBytes: 12_400_000,
    contentType: "application/pdf",
    opensAt: null,
    remaining: 5,
    ...changes,
  };
}

/** Three products: one with a file used up, one without limit, one whose file is missing. */
export const delivery: Delivery = {
  guid: "order-guid",
  publicId: "M-1001",
  vendorId: null,
  title: "Autumn reading bundle",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  createdAt: instant(Date.UTC(2026, 10, 17, 21, 37)),
  language: null,
  total: null,
  currency: null,
  invoiceUrl: null,
  expiresAt: instant(Date.UTC(2026, 10, 30, 7, 13)),
  hoursFromFirstDownload: null,
  stop: null,
  emailWaits: false,
  items: [
    {
      guid: "guid-1",
      sku: "A",
      productName: "The Quiet Cartographer",
      quantity: 1,
      files: [
        deliveredFile({ id: 1, filename: "the-quiet-cartographer.pdf" }),
        deliveredFile({
          id: 2,
          filename: "Über 100% & mehr?#.epub",
          contentType: "application/epub+zip",
          remaining: 1,
        }),
        deliveredFile({ id: 3, filename: "audiobook.m4b", contentType: "audio/mp4", remaining: 0 }),
      ],
      licenseKeys: [],
      keysDue: 0,
    },
    {
      guid: "guid-2",
      sku: "B",
      productName: "Field recordings, volume II",
      quantity: 3,
      files: [deliveredFile({ id: 4, filename: "field-recordings-2.zip", sizeBytes: 4_730_000_000, remaining: null })],
      licenseKeys: [],
      keysDue: 0,
    },
    { guid: "guid-3", sku: "C", productName: "Spring supplement", quantity: 1, files: [], licenseKeys: [], keysDue: 0 },
  ],
};

/** The same order with no download left of any file. */
export const usedUpDelivery: Delivery = {
  ...delivery,
  items: delivery.items.map((item) => ({ ...item, files: item.files.map((file) => ({ ...file, remaining: 0 })) })),
};

/** A product with license keys, and one that is an address elsewhere; the keys' spaces are to be kept. */
export const deliveryWithKeys: Delivery = {
  ...delivery,
  items: [
    {
      guid: "g",
      sku: "K",
      productName: "Editor",
      quantity: 2,
      files: [],
      licenseKeys: ["QX7F  2K9D", "<KEY & 2>"],
      keysDue: 0,
    },
    {
      ...{ guid: "h", sku: "L", productName: "Course", quantity: 1, licenseKeys: [], keysDue: 0 },
      files: [deliveredFile({ id: 8, filename: "Watch it", sizeBytes: 0, contentType: "", opensAt: "video.example" })],
    },
  ],
};

const long = "x".repeat(200);

/** The longest texts that do not break by themselves, and 40 products. */
export const crowdedDelivery: Delivery = {
  ...delivery,
  publicId: "9".repeat(64),
  title: long,
  firstName: long,
  items: Array.from({ length: 40 }, (_, index) => ({
    guid: `crowded-${index}`,
    sku: long,
    productName: index === 0 ? long : `Product ${index}`,
    quantity: 1_000_000,
    files: [
      deliveredFile({ id: index, filename: `${index === 0 ? long : index}.pdf`, remaining: index % 3 }),
      deliveredFile({ id: 100 + index, opensAt: `${"x".repeat(63)}.${"x".repeat(63)}.example` }),
    ],
    licenseKeys: index === 0 ? [long, "A B"] : [],
    keysDue: 0,
  })),
};
