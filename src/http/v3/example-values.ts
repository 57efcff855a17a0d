const guid = "4jSDHdYd7BrVbRFZzHf2iQ";
const itemGuid = "m0VVc3PVnUoUhI5CTgWqlA";
const productGuid = "Yb9E0lvNqTNhGmYhYyJ6Sg";
const store = "https://ann.example.com";
const memberId = "Nq1yQHgcuz4Z0rJpXoDs7W1kvEI";
const uploadId = "5f0c2a9e4b7d41c8a3e6d9b2f1078c54";
const created = "2026-11-20T21:37:00+00:00";

const file = {
  id: 1,
  filename: "map.pdf",
  size_bytes: 4_194_304,
  content_type: "application/pdf",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  permalink: `/permalink/${productGuid}/1/map.pdf`,
  created_at: created,
};

const itemUrl = {
  id: 3,
  url: "https://example.com/maps/north",
  name: "Online map",
  download_count: 0,
  created_at: created,
};

const orderItem = {
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
  quantity: 1,
  downloads_remaining: 4,
  download_url: `${store}/get/${itemGuid}`,
  license_keys: ["AAAA-BBBB-0001"],
};

const order = {
  id: 1001,
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
  download_limit: 5,
  custom_1: null,
  custom_2: null,
  custom_3: null,
  created_at: created,
  download_url: `${store}/orders/${guid}`,
  order_items: [orderItem],
  title: null,
  email_status: "sent",
  source: "api",
};

const emailTry = { tried_at: "2026-11-20T21:37:01+00:00", outcome: "sent", response: "250 2.0.0 OK: queued" };

const email = {
  id: 1,
  order_id: 1001,
  recipient: "ann@example.com",
  status: "sent",
  subject: "Your downloads from Ann's Maps",
  attempts: 1,
  created_at: created,
  sent_at: "2026-11-20T21:37:01+00:00",
  next_attempt_at: null,
  tries: [emailTry],
};

const message = {
  id: 1,
  kind: "delivery",
  recipient: email.recipient,
  subject: email.subject,
  sent_at: email.sent_at,
};

const counts = { orders: 1, downloads: 1, bytes: 4_194_304 };
const productTotals = { product_id: 1, sku: "MAP-1", name: "Map of the south", ...counts };
const dayTotals = { date: "2026-11-20", ...counts, emails: 1 };

const newOrder = (vendor_id: string) => ({
  vendor_id,
  email: "ann@example.com",
  order_items: [{ item_sku: "MAP-1", quantity: 1 }],
});

/** What each component looks like; a schema's own example stands above it. */
export const componentExamples: Record<string, unknown> = {
  Account: {
    id: 1,
    name: "Ann's Maps",
    email: "owner@example.com",
    url: store,
    billing_email: null,
    order_expiration: 240,
    download_limit: 5,
    currency: "USD",
    created_at: created,
    api_key: "key_3vQW9yq0xP2nT7sLZkRb4A",
    api_token: "token_b7n0Yw5mJ1cV8rKd2sQfXg",
    order_expiration_in_hours: 240,
    download_limit_per_item: 5,
    ecommerce_address: null,
    payment_address: null,
    plan: "unlimited",
    emails_per_day: null,
    emails_today: 0,
    custom_domain: null,
    brand_color: "#2456c4",
    logo_url: `${store}/logo/9f86d081884c7d65`,
    sender_name: null,
    reply_to: null,
    language: null,
    self_service_renewals: 0,
  },
  Attention: {
    keys_waiting: { total: 0, products: [] },
    failed_emails: { total: 1, emails: [{ ...email, status: "failed", sent_at: null }] },
    over_allowance_emails: { total: 0, emails: [] },
    email_allowance: { limit: null, used: 0 },
    products_without_files: { total: 0, products: [] },
    renewal_requests: { total: 0, requests: [] },
  },
  BulkResult: { status: 201, order: { ...order, vendor_id: "M-1002", id: 1002 } },
  DayTotals: dayTotals,
  Download: {
    id: 1,
    filename: "map.pdf",
    product_sku: "MAP-1",
    order_id: 1001,
    order_item_id: 1,
    ip_address: "203.0.113.7",
    downloaded_at: "2026-11-20T21:40:00+00:00",
    size_bytes: 4_194_304,
    user_agent: "Mozilla/5.0",
  },
  Email: email,
  EmailTry: emailTry,
  EmailWithContent: {
    ...email,
    message_id: "0f8fad5b-d9cb-469f-a165-70867728950e@ann.waybill",
    text_body: "Hello Ann,\n\nyour downloads are ready: …",
    html_body: "<!doctype html><p>Hello Ann, …",
  },
  FieldError: { field: "order_items[0].quantity", message: "must be a whole number from 1 to 10000" },
  File: file,
  Import: {
    id: 1,
    kind: "products",
    state: "done",
    rows: 1,
    done_rows: 1,
    accepted: 1,
    refused: [],
    unknown_columns: [],
    dry_run: false,
    skip_refused: false,
    applied: true,
    problem: null,
    created_at: created,
    finished_at: "2026-11-20T21:37:01+00:00",
  },
  ItemUrl: itemUrl,
  LicenseKey: {
    id: 1,
    key: "AAAA-BBBB-0001",
    product_sku: "MAP-1",
    order_id: 1001,
    order_item_id: 1,
    assigned_at: created,
    created_at: created,
  },
  Member: {
    id: memberId,
    email: "bob@example.com",
    name: "Bob",
    role: "staff",
    status: "invited",
    two_factor_enabled: false,
    created_at: created,
  },
  Message: message,
  MessageHeader: { name: "Subject", value: email.subject },
  MessageWithContent: {
    ...message,
    from: "Ann's Maps <downloads@example.com>",
    to: "ann@example.com",
    headers: [{ name: "Subject", value: email.subject }],
    text_body: "Hello Ann,\n\nyour downloads are ready: …",
    html_body: "<!doctype html><p>Hello Ann, …",
  },
  NewItemUrl: { url: itemUrl.url, name: itemUrl.name },
  NewOrderItem: { item_sku: "MAP-1", quantity: 1, price: 9.5 },
  NewOrders: { orders: [newOrder("M-1002"), newOrder("M-1003")] },
  OpenApiDocument: { openapi: "3.1.0" },
  Order: order,
  OrderItem: orderItem,
  Problem: {
    type: "about:blank",
    title: "Wrong fields",
    status: 422,
    detail: "email is required; order_items[0].quantity must be a whole number from 1 to 10000.",
    errors: [
      { field: "email", message: "is required" },
      { field: "order_items[0].quantity", message: "must be a whole number from 1 to 10000" },
    ],
  },
  Product: {
    id: 1,
    sku: "MAP-1",
    name: "Map of the south",
    price: 9.5,
    currency: "USD",
    orders_count: 1,
    download_count: 1,
    created_at: created,
    item_urls: [itemUrl],
    files: [file],
    permalink: `/permalink/${productGuid}`,
    permalink_enabled: true,
    license_keys_available: 1,
    orders_waiting_for_keys: 0,
  },
  ProductName: { id: 1, sku: "MAP-1", name: "Map of the south" },
  ProductTotals: productTotals,
  Session: { user: null, role: "owner", account: { handle: "ann", name: "Ann's Maps", url: store }, mailbox: true },
  RefusedRow: { row: 7, field: "email", reason: "must be an email address such as ann@example.com" },
  Stats: {
    from: "2026-11-20",
    to: "2026-11-20",
    totals: { ...counts, emails: 1 },
    days: [dayTotals],
    products: [productTotals],
  },
  Totals: { ...counts, emails: 1 },
  Upload: {
    id: uploadId,
    filename: "map.pdf",
    size_bytes: 4_194_304,
    offset: 4_194_304,
    created_at: created,
    expires_at: "2026-11-27T21:37:00+00:00",
    file: { ...file, permalink: null },
  },
  WaitingProduct: { id: 1, sku: "MAP-1", name: "Map of the south", orders_waiting: 3 },
  AddedKeys: { added: 2, duplicates: [] },
  RemovedKeys: { removed: 1, assigned: [], unknown: [] },
};

/** Fields that mean the same wherever they stand outside the components. */
export const fieldExamples: Record<string, unknown> = {
  page: 1,
  page_size: 50,
  total: 1,
  api_token: "token_b7n0Yw5mJ1cV8rKd2sQfXg",
};

/** By path and name. */
export const parameterExamples: Record<string, unknown> = {
  "/api/v3/orders q": "ann@",
  "/api/v3/orders email": "ann@example.com",
  "/api/v3/orders sku": "MAP-1",
  "/api/v3/orders status": "open",
  "/api/v3/orders waiting_for_keys": true,
  "/api/v3/orders idempotency-key": "payment-4711",
  "/api/v3/orders/bulk idempotency-key": "payments-2026-11-20",
  "/api/v3/files q": "map",
  "/api/v3/files filename": "map.pdf",
  "/api/v3/files/{id} id": 2,
  "/api/v3/members/{id} id": memberId,
  "/api/v3/products q": "MAP",
  "/api/v3/products/{id} id": 1,
  "/api/v3/products/{id}/files id": 1,
  "/api/v3/products/{id}/downloads id": 1,
  "/api/v3/products/{id}/license_keys id": 1,
  "/api/v3/products/{id}/license_keys status": "assigned",
  "/api/v3/renewal_requests status": "all",
  "/api/v3/emails status": "sent",
  "/api/v3/exports/orders.csv status": "open",
  "/api/v3/exports/license_keys.csv status": "assigned",
  "/api/v3/skuproducts/{sku} sku": "MAP-2",
  "/api/v3/uploads/{id} id": uploadId,
  "/api/v3/stats from": "2026-11-20",
  "/api/v3/stats to": "2026-11-20",
};
