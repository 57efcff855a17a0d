import { itemPath, orderPath, permalinkPath } from "../../platform/customer-paths.ts";

// The story that the examples tell: one store with one product, and the order that holds it.

const guid = "4jSDHdYd7BrVbRFZzHf2iQ";
const itemGuid = "m0VVc3PVnUoUhI5CTgWqlA";
export const productGuid = "Yb9E0lvNqTNhGmYhYyJ6Sg";
export const store = "https://ann.example.com";
export const memberId = "Nq1yQHgcuz4Z0rJpXoDs7W1kvEI";
export const uploadId = "5f0c2a9e4b7d41c8a3e6d9b2f1078c54";
export const created = "2026-11-20T21:37:00+00:00";

export const file = {
  id: 1,
  filename: "map.pdf",
  size_bytes: 4_194_304,
  content_type: "application/pdf",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  permalink: `${permalinkPath(productGuid)}/1/map.pdf`,
  version: 1,
  version_note: null,
  created_at: created,
  updated_at: null,
};

export const itemUrl = {
  id: 3,
  url: "https://example.com/maps/north",
  name: "Online map",
  download_count: 0,
  created_at: created,
};

export const orderItem = {
  id: 1,
  item_id: 1,
  item_sku: "MAP-1",
  price: 9.5,
  download_count: 1,
  custom_1: null,
  custom_2: null,
  custom_3: null,
  created_at: created,
  product_name: "Map of the south",
  cover_url: `${store}/covers/1/9f86d081884c7d65`,
  quantity: 1,
  downloads_remaining: 4,
  download_limit: 5,
  large_file_bytes: 500_000_000,
  large_file_download_limit: 2,
  download_url: store + itemPath(itemGuid),
  license_keys: ["AAAA-BBBB-0001"],
  license_keys_due: 0,
  revoked_at: null,
};

export const order = {
  id: 10_000_001,
  vendor_id: "M-1001",
  first_name: "Ann",
  last_name: null,
  email: "ann@example.com",
  total: 9.5,
  currency: "USD",
  status: "open",
  product_count: 1,
  download_count: 1,
  expiration_date: "2026-11-30T21:37:00+00:00",
  expiration_hours_from_first_download: null,
  download_limit: 5,
  custom_1: null,
  custom_2: null,
  custom_3: null,
  created_at: created,
  download_url: store + orderPath(guid),
  order_items: [orderItem],
  title: null,
  email_status: "sent",
  state: "delivered",
  source: "api",
  locale: null,
  invoice_url: null,
  country: null,
  held_at: null,
  held_by: [],
  revoked_at: null,
  test: false,
};

export const emailTry = { tried_at: "2026-11-20T21:37:01+00:00", outcome: "sent", response: "250 2.0.0 OK: queued" };

export const email = {
  id: 1,
  kind: "delivery",
  order_id: 10_000_001,
  recipient: "ann@example.com",
  status: "sent",
  subject: "Your downloads from Ann's Maps",
  attempts: 1,
  created_at: created,
  sent_at: "2026-11-20T21:37:01+00:00",
  next_attempt_at: null,
  tries: [emailTry],
};

export const message = {
  id: 1,
  kind: "delivery",
  recipient: email.recipient,
  subject: email.subject,
  sent_at: email.sent_at,
};

export const counts = { orders: 1, downloads: 1, bytes: 4_194_304 };
export const productTotals = { product_id: 1, sku: "MAP-1", name: "Map of the south", ...counts };
const sent = { ended: 40, completed: 39, sent_bytes: 167_772_160, bytes_per_second: 2_500_000 };
export const fileTransfers = { product_id: 1, sku: "MAP-1", filename: "map.pdf", ...sent };
export const transfers = { ...sent, files: [fileTransfers] };
export const revenue = [{ currency: "USD", amount: 9.5 }];
export const dayTotals = { date: "2026-11-20", ...counts, emails: 1, revenue };

export const newOrder = (vendor_id: string) => ({
  vendor_id,
  email: "ann@example.com",
  order_items: [{ item_sku: "MAP-1", quantity: 1 }],
});

/** An API key, in its form only. */
export const exampleKey = "wb_3vQW9yq0xP2nT7sLZkRb4A8mJ1cVd61BaYwU";

/** The secret of a webhook endpoint, in its form only. */
export const exampleSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
