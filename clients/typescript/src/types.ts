// Made by scripts/generate-client.ts from the OpenAPI document.

export interface Account {
  id: number;
  name: string;
  email: string;
  url: string;
  billing_email: string | null;
  /** Hours; null when links never expire. */
  order_expiration: number | null;
  /** Downloads of each file; null for no limit. */
  download_limit: number | null;
  currency: string;
  created_at: string;
  /** Null for a signed-in person who is no owner. */
  api_key: string | null;
  /** Null for a signed-in person; owners have it from account/token. */
  api_token: string | null;
  /** The same as order_expiration. */
  order_expiration_in_hours: number | null;
  /** The same as download_limit. */
  download_limit_per_item: number | null;
  ecommerce_address: string | null;
  payment_address: string | null;
  plan: string;
  /** Whether the plan includes the API. */
  api_access: boolean;
  /** Delivery emails that the plan allows on the present day (UTC); null for any number. */
  emails_per_day: number | null;
  /** How many of them have been queued. */
  emails_today: number;
  /** The store's own host name; null for none. */
  custom_domain: string | null;
  /** #rrggbb; null for the usual colours. */
  brand_color: string | null;
  /** Null for none. */
  logo_url: string | null;
  /** In emails; null for the name. */
  sender_name: string | null;
  /** What customers are spoken to in; null for each browser's own, and English in emails. */
  language: "en" | "de" | "fr" | "es" | "ja" | null;
  /** How often a customer may reopen an order that has expired or is used up without asking; 0 for never. */
  self_service_renewals: number;
  /** Where answers to emails go; null for contact_email, else email. */
  reply_to: string | null;
  /** The store's own site, where customers find help; null for none. */
  website: string | null;
  /** Where customers write to. Null: they get the address for answers, unless there is a website. */
  contact_email: string | null;
}

export interface AccountChanges {
  name?: string | undefined;
  email?: string | undefined;
  billing_email?: string | null | undefined;
  currency?: string | undefined;
  order_expiration?: number | null | undefined;
  order_expiration_in_hours?: number | null | undefined;
  download_limit?: number | null | undefined;
  download_limit_per_item?: number | null | undefined;
  ecommerce_address?: string | null | undefined;
  payment_address?: string | null | undefined;
  custom_domain?: string | null | undefined;
  brand_color?: string | null | undefined;
  sender_name?: string | null | undefined;
  reply_to?: string | null | undefined;
  website?: string | null | undefined;
  contact_email?: string | null | undefined;
  language?: "en" | "de" | "fr" | "es" | "ja" | null | undefined;
  self_service_renewals?: number | undefined;
}

export interface AddedKeys {
  added: number;
  duplicates: string[];
}

export interface Attention {
  /** Products with too few license keys; the 5 that most orders wait for. */
  keys_waiting: {
    /** Products. */
    total: number;
    products: WaitingProduct[];
  };
  /** Orders of the last 30 days whose newest email failed. */
  failed_emails: {
    /** Orders; at most 1000 are counted. */
    total: number;
    /** The newest 5. */
    emails: Email[];
  };
  /** Orders of the last 30 days whose newest email the allowance held back. */
  over_allowance_emails: {
    /** Orders; at most 1000 are counted. */
    total: number;
    /** The newest 5. */
    emails: Email[];
  };
  /** Delivery emails of this UTC day. */
  email_allowance: {
    /** Null for any number. */
    limit: number | null;
    used: number;
  };
  /** Products that were ordered and have nothing to deliver. */
  products_without_files: {
    /** At most 1000 are counted. */
    total: number;
    products: ProductName[];
  };
  /** Customers who wait for an answer; the newest 5. */
  renewal_requests: {
    total: number;
    requests: RenewalRequest[];
  };
  /** Own texts in whose place customers got the built-in ones. */
  failed_wordings: {
    total: number;
    wordings: FailedWording[];
  };
}

export interface BulkResult {
  status: number;
  order?: Order | undefined;
  errors?: FieldError[] | undefined;
}

export interface DayTotals {
  date: string;
  orders: number;
  downloads: number;
  /** Sizes of the files delivered, added up. */
  bytes: number;
  /** Delivery emails that a mail server took. */
  emails: number;
}

export interface Download {
  id: number;
  filename: string;
  /** Also when the product was deleted since. */
  product_sku: string;
  /** Null when it came through the permalink. */
  order_id: number | string | null;
  /** Null when it came through the permalink. */
  order_item_id: number | null;
  ip_address: string;
  downloaded_at: string;
  /** Size of the file delivered. */
  size_bytes: number;
  /** What the client called itself; at most 500 characters; null when it said nothing. */
  user_agent: string | null;
}

export interface Email {
  id: number;
  order_id: number | string;
  /** Null once the order was deleted. */
  recipient: string | null;
  /** sent: a mail server took it. kept: there is no mail server; it is in the mailbox, and nobody got it. over_allowance: held back, and never sent by itself. */
  status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled";
  /** Null until the message was tried. */
  subject: string | null;
  attempts: number;
  created_at: string;
  /** Null unless a mail server took it. */
  sent_at: string | null;
  /** Null unless it is queued. */
  next_attempt_at: string | null;
  tries: EmailTry[];
}

export interface EmailTry {
  tried_at: string;
  outcome: "sent" | "kept" | "temporary_failure" | "permanent_failure";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

export interface EmailWithContent {
  id: number;
  order_id: number | string;
  /** Null once the order was deleted. */
  recipient: string | null;
  /** sent: a mail server took it. kept: there is no mail server; it is in the mailbox, and nobody got it. over_allowance: held back, and never sent by itself. */
  status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled";
  /** Null until the message was tried. */
  subject: string | null;
  attempts: number;
  created_at: string;
  /** Null unless a mail server took it. */
  sent_at: string | null;
  /** Null unless it is queued. */
  next_attempt_at: string | null;
  tries: EmailTry[];
  /** The same at every try; without angle brackets. */
  message_id: string;
  /** Null until the message was tried. */
  text_body: string | null;
  /** Null until the message was tried. */
  html_body: string | null;
}

export interface FailedWording {
  name: "email_subject" | "email_text" | "email_html" | "page_greeting" | "page_notice" | "page_footer";
  problem: string;
  problem_at: string;
}

export interface FieldError {
  field: string;
  message: string;
}

export interface File {
  id: number;
  filename: string;
  size_bytes: number;
  content_type: string;
  /** In hexadecimal. */
  sha256: string;
  /** Path of the file behind the permalink of a product that has it; null while there is none that is turned on. */
  permalink: string | null;
  created_at: string;
}

export interface Import {
  id: number;
  kind: "products" | "orders" | "license_keys";
  state: "checking" | "applying" | "done" | "failed";
  /** Rows of the file that are not empty, without the header. */
  rows: number;
  /** Rows that the present state is through with. */
  done_rows: number;
  /** Rows that are right. */
  accepted: number;
  /** The refused rows, once for each of their wrong cells, up to 10000; empty until the state is done. */
  refused: RefusedRow[];
  /** Columns that were not read. */
  unknown_columns: string[];
  /** What was read otherwise than it says, or not taken, in sentences; whole once the state is done. */
  notes: string[];
  dry_run: boolean;
  skip_refused: boolean;
  /** Whether the accepted rows are in: all of them are, or none. */
  applied: boolean;
  /** Why it failed; nothing was imported then. */
  problem: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface ItemUrl {
  id: number;
  url: string;
  name: string;
  download_count: number;
  created_at: string;
}

export interface LicenseKey {
  id: number;
  key: string;
  product_sku: string;
  /** Null while the key is not handed out. */
  order_id: number | string | null;
  order_item_id: number | null;
  assigned_at: string | null;
  created_at: string;
}

export interface LicenseKeysRemoval {
  license_keys?: string[] | undefined;
}

export interface MailSettings {
  /** False without a mail server: emails are kept, and nobody gets them. */
  sends_email: boolean;
  /** Null without a mail server. Set with WAYBILL_SMTP. */
  server_host: string | null;
  server_port: number | null;
  /** if_offered: encrypted when the server offers STARTTLS. */
  encryption: "always" | "if_offered" | null;
  /** Address that emails come from. Set with WAYBILL_MAIL_FROM. */
  sender: string;
}

export interface MailTest {
  recipient: string;
  /** sent: the mail server took it. kept: there is no mail server, so nothing was sent. failed: see response. no_answer: the server has the message, and had not answered after a minute. */
  outcome: "sent" | "kept" | "failed" | "no_answer";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

export interface Member {
  /** An invited person gets another one when they accept. */
  id: string;
  email: string;
  name: string;
  /** owner: everything; staff: everything but settings, credentials and people; read_only: looks at everything. */
  role: "owner" | "staff" | "read_only";
  /** invited: has not accepted yet. */
  status: "active" | "invited";
  two_factor_enabled: boolean;
  created_at: string;
}

export interface MemberChanges {
  /** owner: everything; staff: everything but settings, credentials and people; read_only: looks at everything. */
  role: "owner" | "staff" | "read_only";
}

export interface Message {
  /** As in the list of emails. */
  id: number;
  /** What it is for, such as delivery or password_reset. */
  kind: string;
  recipient: string;
  subject: string;
  /** When it was kept; it was not sent. */
  sent_at: string;
}

export interface MessageHeader {
  name: string;
  value: string;
}

export interface MessageWithContent {
  /** As in the list of emails. */
  id: number;
  /** What it is for, such as delivery or password_reset. */
  kind: string;
  recipient: string;
  subject: string;
  /** When it was kept; it was not sent. */
  sent_at: string;
  from: string;
  to: string;
  headers: MessageHeader[];
  text_body: string;
  html_body: string;
}

export interface NewItemUrl {
  /** http or https, without a user name or a password. */
  url: string;
  /** What customers see; the host name when it is absent. */
  name?: string | null | undefined;
}

export interface NewLicenseKeys {
  license_keys: string[];
}

export interface NewLogo {
  /** A PNG, JPEG or WebP image of at most 524288 bytes, in Base64. */
  content: string;
}

export interface NewMember {
  email: string;
  name?: string | undefined;
  /** owner: everything; staff: everything but settings, credentials and people; read_only: looks at everything. */
  role: "owner" | "staff" | "read_only";
}

export interface NewOrder {
  /** Your own order ID; null: none. */
  vendor_id?: string | number | null | undefined;
  /** In place of vendor_id; null counts as absent. */
  custom_order_id?: string | number | null | undefined;
  title?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  currency?: string | null | undefined;
  custom_1?: string | null | undefined;
  custom_2?: string | null | undefined;
  custom_3?: string | null | undefined;
  /** ISO 8601, or "never". Null on a new order: the account's order_expiration_in_hours from now; on a change: never. */
  expiration_date?: string | null | undefined;
  /** Of each file, or "unlimited". Null on a new order: the account's download_limit_per_item; on a change: unlimited. */
  download_limit?: number | string | null | undefined;
  send_email?: boolean | null | undefined;
  order_items?: NewOrderItem[] | null | undefined;
  email: string;
}

export interface NewOrderItem {
  /** The product's SKU, matched exactly. */
  item_sku?: string | number | null | undefined;
  /** The same as item_sku. */
  sku?: string | number | null | undefined;
  /** The product's id, in place of its SKU. */
  item_id?: number | null | undefined;
  quantity?: number | null | undefined;
  /** Of one unit. */
  price?: number | null | undefined;
  downloads_remaining?: number | null | undefined;
  custom_1?: string | null | undefined;
  custom_2?: string | null | undefined;
  custom_3?: string | null | undefined;
}

export interface NewOrders {
  orders: NewOrder[];
}

export interface NewProduct {
  sku: string;
  name: string;
  price?: number | null | undefined;
  /** Null for the account's. */
  currency?: string | null | undefined;
  /** Ids of files; the first is the item's file in the unversioned interface. */
  item_assets?: number[] | null | undefined;
  /** Addresses elsewhere, to which customers are sent by a counted redirect. */
  item_urls?: NewItemUrl[] | null | undefined;
  /** False turns the permalink off, until it is true again. */
  permalink_enabled?: boolean | null | undefined;
  /** When you stopped to sell it. Orders still take it and customers still download it; null sells it again. */
  archived_at?: string | null | undefined;
}

export interface NewProductFile {
  /** Of a file of the account. */
  file_id: number;
  /** The id of the product's file whose place it takes; after all others when it is absent or gone. */
  replaces?: number | null | undefined;
}

export interface OpenApiDocument {
  openapi: string;
}

export interface Order {
  /** The same as in the unversioned interface. */
  id: number | string;
  /** Your own order ID; null when you gave none. */
  vendor_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string;
  /** Sum of price times quantity; null when no item has a price. */
  total: number | null;
  currency: string;
  status: "open" | "expired";
  product_count: number;
  download_count: number;
  expiration_date: string | null;
  download_limit: number | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  created_at: string;
  /** The order's page for the customer. */
  download_url: string;
  order_items: OrderItem[];
  title: string | null;
  /** api: sent with the account's credentials, or imported; manual: made by a signed-in person. */
  source: "api" | "manual";
  /** Of the newest delivery email; null when there is none. kept: there is no mail server, and nobody got it. */
  email_status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled" | null;
}

export interface OrderChanges {
  /** Your own order ID; null: none. */
  vendor_id?: string | number | null | undefined;
  /** In place of vendor_id; null counts as absent. */
  custom_order_id?: string | number | null | undefined;
  title?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  currency?: string | null | undefined;
  custom_1?: string | null | undefined;
  custom_2?: string | null | undefined;
  custom_3?: string | null | undefined;
  /** ISO 8601, or "never". Null on a new order: the account's order_expiration_in_hours from now; on a change: never. */
  expiration_date?: string | null | undefined;
  /** Of each file, or "unlimited". Null on a new order: the account's download_limit_per_item; on a change: unlimited. */
  download_limit?: number | string | null | undefined;
  send_email?: boolean | null | undefined;
  order_items?: NewOrderItem[] | null | undefined;
  email?: string | null | undefined;
}

export interface OrderItem {
  id: number;
  item_id: number;
  item_sku: string;
  /** Of one unit; on average when the lines of its product had different prices. */
  price: number | null;
  download_count: number;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  created_at: string;
  product_name: string;
  quantity: number;
  /** The smallest number over its files; null when unlimited. */
  downloads_remaining: number | null;
  download_url: string;
  license_keys: string[];
}

export interface OrderItemChanges {
  /** Units. Each more takes a license key, or waits for one; keys that were handed out stay. */
  quantity?: number | undefined;
  /** How often each of its files can be downloaded from now on. */
  downloads_remaining?: number | undefined;
  /** In its place: how much more often each of its files can be downloaded. An item without a limit stays without one; downloads_remaining is null in the answer then. */
  additional_downloads?: number | undefined;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors: FieldError[];
}

export interface Product {
  id: number;
  sku: string;
  name: string;
  price: number | null;
  currency: string;
  orders_count: number;
  download_count: number;
  created_at: string;
  item_urls: ItemUrl[];
  files: File[];
  /** Path of a link that needs no order. */
  permalink: string;
  /** False while the permalink leads nowhere. */
  permalink_enabled: boolean;
  /** When it was archived; null while it is sold. */
  archived_at: string | null;
  license_keys_available: number;
  /** Orders that got fewer keys than units; 0 for a product that never had a key. */
  orders_waiting_for_keys: number;
}

export interface ProductChanges {
  sku?: string | undefined;
  name?: string | undefined;
  price?: number | null | undefined;
  /** Null for the account's. */
  currency?: string | null | undefined;
  /** Ids of files; the first is the item's file in the unversioned interface. */
  item_assets?: number[] | null | undefined;
  /** Addresses elsewhere, to which customers are sent by a counted redirect. */
  item_urls?: NewItemUrl[] | null | undefined;
  /** False turns the permalink off, until it is true again. */
  permalink_enabled?: boolean | null | undefined;
  /** When you stopped to sell it. Orders still take it and customers still download it; null sells it again. */
  archived_at?: string | null | undefined;
}

export interface ProductFilePlace {
  /** From 1 for the first; beyond the last counts as the last. */
  position: number;
}

export interface ProductName {
  id: number;
  sku: string;
  name: string;
}

export interface ProductTotals {
  product_id: number;
  sku: string;
  name: string;
  orders: number;
  downloads: number;
  bytes: number;
}

export interface RefusedRow {
  /** As a spreadsheet program counts: the header is row 1. */
  row: number;
  /** The column; null for the row as a whole. */
  field: string | null;
  reason: string;
  /** What the wrong cell holds, shortened; null when it is empty, and for the row as a whole. */
  value: string | null;
}

export interface RemovedKeys {
  removed: number;
  /** Handed out, and spent for good. */
  assigned: string[];
  /** Not among the product's keys. */
  unknown: string[];
}

export interface RenewalRequest {
  id: number;
  order_id: number | string;
  /** The customer's. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  reason: "expired" | "used_up";
  /** The customer's own words. */
  message: string | null;
  status: "open" | "granted" | "declined";
  /** True when the customer renewed without asking. */
  self_service: boolean;
  created_at: string;
  granted_at: string | null;
  declined_at: string | null;
}

export interface Session {
  /** Null for a request with the API key, which belongs to no person. */
  user: {
    id: string;
    name: string;
    email: string;
    two_factor_enabled: boolean;
  } | null;
  /** What the request may do; the API key may do what an owner may. */
  role: "owner" | "staff" | "read_only";
  /** What forms begin with; the account itself has the same. */
  account: {
    handle: string;
    name: string;
    url: string;
    currency: string;
    order_expiration_in_hours: number | null;
    download_limit_per_item: number | null;
  };
  /** True when there is no mail server, and the asker may read the messages kept in its place. */
  mailbox: boolean;
  /** False without a mail server: emails are kept, and nobody gets them. */
  sends_email: boolean;
}

export interface Stats {
  from: string;
  to: string;
  totals: Totals;
  /** Every day of the range, zeros included. */
  days: DayTotals[];
  /** The 100 most downloaded in the range. */
  products: ProductTotals[];
}

export interface Totals {
  orders: number;
  downloads: number;
  /** Sizes of the files delivered, added up. */
  bytes: number;
  /** Delivery emails that a mail server took. */
  emails: number;
}

export interface Upload {
  id: string;
  filename: string;
  /** Null until the client says it. */
  size_bytes: number | null;
  /** Bytes that have arrived. */
  offset: number;
  created_at: string;
  /** When it is removed unless it is whole by then. */
  expires_at: string;
  file: (File & {}) | null;
  /** The product that got the file; null when it is for none, or that is gone or full. */
  product_id: number | null;
}

export interface WaitingProduct {
  id: number;
  sku: string;
  name: string;
  orders_waiting: number;
}

export interface Wording {
  name: "email_subject" | "email_text" | "email_html" | "page_greeting" | "page_notice" | "page_footer";
  /** Values are escaped in html only. */
  format: "line" | "text" | "html";
  /** Liquid; null while the built-in wording is used. */
  source: string | null;
  /** The built-in wording, to begin with. */
  built_in: string;
  /** Whether there is a wording before this one. */
  can_undo: boolean;
  /** Why it could not be used for the last order that needed it; the built-in wording was used then. */
  problem: string | null;
  problem_at: string | null;
  updated_at: string | null;
}

export interface WordingChange {
  source: string | null;
}

export interface WordingPreview {
  /** Null for a made-up order, while there is none. */
  order_id: string | null;
  email_subject: string;
  email_text: string;
  email_html: string;
  page_greeting: string;
  page_notice: string;
  page_footer: string;
}

export interface WordingPreviewInput {
  /** In place of the saved ones; null for the built-in wording. */
  wordings?:
    | {
        email_subject?: string | null | undefined;
        email_text?: string | null | undefined;
        email_html?: string | null | undefined;
        page_greeting?: string | null | undefined;
        page_notice?: string | null | undefined;
        page_footer?: string | null | undefined;
      }
    | undefined;
  /** The latest order when it is left out. */
  order_id?: number | string | undefined;
}

/** What each operation takes and answers, by its method and its path under `/api/v3`. */

export interface Operations {
  /** List and search orders, the last created first */
  "GET /orders": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          status?: "open" | "expired" | "all" | undefined;
          /** The customer's whole address. */
          email?: string | undefined;
          /** Orders that hold the product with this SKU. */
          sku?: string | undefined;
          /** Only orders that got fewer license keys than units; of the product with the SKU, if given. */
          waiting_for_keys?: boolean | undefined;
          /** An id or your own order ID, also as `#1394` or `order 1394`; a link or its identifier; a SKU or a license key; or the beginning of an email address or a name, in any case. */
          q?: string | undefined;
        }
      | undefined;
    answer: {
      orders: Order[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Send a paid order */
  "POST /orders": {
    body: NewOrder;
    answer: {
      order: Order;
    };
  };
  /** Read an order */
  "GET /orders/{id}": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    answer: {
      order: Order;
    };
  };
  /** Change an order */
  "PUT /orders/{id}": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    body: OrderChanges;
    answer: {
      order: Order;
    };
  };
  /** Delete an order */
  "DELETE /orders/{id}": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    answer: null;
  };
  /** Read an order by your own order ID */
  "GET /vorders/{vendor_id}": {
    path: {
      /** Your own order ID. */
      vendor_id: string | number;
    };
    answer: {
      order: Order;
    };
  };
  /** Change an order by your own order ID */
  "PUT /vorders/{vendor_id}": {
    path: {
      /** Your own order ID. */
      vendor_id: string | number;
    };
    body: OrderChanges;
    answer: {
      order: Order;
    };
  };
  /** Delete an order by your own order ID */
  "DELETE /vorders/{vendor_id}": {
    path: {
      /** Your own order ID. */
      vendor_id: string | number;
    };
    answer: null;
  };
  /** Expire an order now */
  "POST /orders/{id}/expire": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    answer: {
      order: Order;
    };
  };
  /** Give an order its default expiration and its whole allowance again */
  "POST /orders/{id}/reopen": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    answer: {
      order: Order;
    };
  };
  /** Send the delivery email again */
  "POST /orders/{id}/resend": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    answer: {
      order: Order;
    };
  };
  /** Send up to 100 paid orders */
  "POST /orders/bulk": {
    body: NewOrders;
    answer: {
      results: BulkResult[];
    };
  };
  /** Change an order item's quantity, or how often its files can be downloaded */
  "PUT /order_items/{id}": {
    path: {
      id: string | number;
    };
    body: OrderItemChanges;
    answer: {
      order_item: OrderItem;
    };
  };
  /** List the files that an order item delivers */
  "GET /order_items/{id}/files": {
    path: {
      id: string | number;
    };
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      files: File[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** List customers' requests for new links, newest first */
  "GET /renewal_requests": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          status?: "open" | "all" | undefined;
        }
      | undefined;
    answer: {
      renewal_requests: RenewalRequest[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Grant a request */
  "POST /renewal_requests/{id}/grant": {
    path: {
      id: string | number;
    };
    answer: {
      renewal_request: RenewalRequest;
      email_status: "queued" | "over_allowance" | null;
    };
  };
  /** Decline a request */
  "POST /renewal_requests/{id}/decline": {
    path: {
      id: string | number;
    };
    answer: {
      renewal_request: RenewalRequest;
    };
  };
  /** List and search products, in the order of their SKUs */
  "GET /products": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          /** The beginning of a SKU or a name, in any case. */
          q?: string | undefined;
          /** True for archived products only, false for those that are not; all when left out. */
          archived?: boolean | undefined;
        }
      | undefined;
    answer: {
      products: Product[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Make a product */
  "POST /products": {
    body: NewProduct;
    answer: {
      product: Product;
    };
  };
  /** Read a product */
  "GET /products/{id}": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    answer: {
      product: Product;
    };
  };
  /** Change a product */
  "PUT /products/{id}": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    body: ProductChanges;
    answer: {
      product: Product;
    };
  };
  /** Delete a product, also from all orders */
  "DELETE /products/{id}": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    answer: null;
  };
  /** Give a product a new permalink */
  "POST /products/{id}/permalink": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    answer: {
      product: Product;
    };
  };
  /** Read a product by its SKU */
  "GET /skuproducts/{sku}": {
    path: {
      /** The product's SKU, percent-encoded; a slash as %2F. */
      sku: string | number;
    };
    answer: {
      product: Product;
    };
  };
  /** Change a product by its SKU */
  "PUT /skuproducts/{sku}": {
    path: {
      /** The product's SKU, percent-encoded; a slash as %2F. */
      sku: string | number;
    };
    body: ProductChanges;
    answer: {
      product: Product;
    };
  };
  /** Delete a product by its SKU, also from all orders */
  "DELETE /skuproducts/{sku}": {
    path: {
      /** The product's SKU, percent-encoded; a slash as %2F. */
      sku: string | number;
    };
    answer: null;
  };
  /** Add a file to a product, or put it in the place of another */
  "POST /products/{id}/files": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    body: NewProductFile;
    answer: {
      product: Product;
    };
  };
  /** List a product's files, in the order in which customers see them */
  "GET /products/{id}/files": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      files: File[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Move a file among a product's files */
  "PUT /products/{id}/files/{file_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      file_id: string | number;
    };
    body: ProductFilePlace;
    answer: {
      product: Product;
    };
  };
  /** Take a file off a product */
  "DELETE /products/{id}/files/{file_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      file_id: string | number;
    };
    query?:
      | {
          delete_unused?: boolean | undefined;
        }
      | undefined;
    answer: null;
  };
  /** Add an address elsewhere to a product */
  "POST /products/{id}/item_urls": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    body: NewItemUrl;
    answer: {
      product: Product;
    };
  };
  /** Put another address in the place of one of a product's */
  "PUT /products/{id}/item_urls/{url_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      url_id: string | number;
    };
    body: NewItemUrl;
    answer: {
      product: Product;
    };
  };
  /** Take an address elsewhere off a product */
  "DELETE /products/{id}/item_urls/{url_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      url_id: string | number;
    };
    answer: null;
  };
  /** List a product's downloads, newest first */
  "GET /products/{id}/downloads": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      downloads: Download[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** List a product's license keys, oldest first */
  "GET /products/{id}/license_keys": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          status?: "assigned" | "unassigned" | "all" | undefined;
        }
      | undefined;
    answer: {
      license_keys: LicenseKey[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Add license keys */
  "POST /products/{id}/license_keys": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    body: NewLicenseKeys;
    answer: AddedKeys;
  };
  /** Remove license keys that are not handed out */
  "DELETE /products/{id}/license_keys": {
    path: {
      /** The product's id. */
      id: string | number;
    };
    query?:
      | {
          all?: boolean | undefined;
        }
      | undefined;
    body?: LicenseKeysRemoval | undefined;
    answer: RemovedKeys;
  };
  /** List files */
  "GET /files": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          /** The beginning of the file name, in any case. */
          q?: string | undefined;
        }
      | undefined;
    answer: {
      files: File[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Read what is known of a file */
  "GET /files/{id}": {
    path: {
      id: string | number;
    };
    answer: {
      file: File;
    };
  };
  /** Delete a file */
  "DELETE /files/{id}": {
    path: {
      id: string | number;
    };
    query?:
      | {
          force?: boolean | undefined;
        }
      | undefined;
    answer: null;
  };
  /** What the service knows of tus */
  "OPTIONS /uploads": {
    answer: null;
  };
  /** What the service knows of tus, at an upload */
  "OPTIONS /uploads/{id}": {
    path: {
      id: string | number;
    };
    answer: null;
  };
  /** Read how far an upload has come, and the file that it has become */
  "GET /uploads/{id}": {
    path: {
      id: string | number;
    };
    answer: {
      upload: Upload;
    };
  };
  /** Give up an upload */
  "DELETE /uploads/{id}": {
    path: {
      id: string | number;
    };
    answer: null;
  };
  /** List downloads, newest first */
  "GET /downloads": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          /** Of this order. */
          order_id?: string | undefined;
          /** Of the product with this SKU. */
          sku?: string | undefined;
          /** From this address. */
          ip_address?: string | undefined;
          /** On this UTC day or later. */
          from?: string | undefined;
          /** On this UTC day or earlier. */
          to?: string | undefined;
        }
      | undefined;
    answer: {
      downloads: Download[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** List an order's downloads, newest first */
  "GET /orders/{id}/downloads": {
    path: {
      /** The order's id. */
      id: string | number;
    };
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      downloads: Download[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** List an order item's downloads, newest first */
  "GET /order_items/{id}/downloads": {
    path: {
      id: string | number;
    };
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      downloads: Download[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** List delivery emails, newest first */
  "GET /emails": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
          status?: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled" | undefined;
          /** Of this order. */
          order_id?: string | undefined;
          /** An order id as a whole, or the beginning of a recipient's address in any case. */
          q?: string | undefined;
        }
      | undefined;
    answer: {
      emails: Email[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Read a delivery email with its content */
  "GET /emails/{id}": {
    path: {
      id: string | number;
    };
    answer: {
      email: EmailWithContent;
    };
  };
  /** Send the delivery email again as a new message */
  "POST /emails/{id}/retry": {
    path: {
      id: string | number;
    };
    answer: {
      email: Email;
    };
  };
  /** List the messages kept in place of sending them, newest first */
  "GET /mailbox": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      messages: Message[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Read a message kept in place of sending it */
  "GET /mailbox/{id}": {
    path: {
      id: string | number;
    };
    answer: {
      message: MessageWithContent;
    };
  };
  /** Read how the installation sends emails */
  "GET /mail_settings": {
    answer: {
      mail_settings: MailSettings;
    };
  };
  /** Send a test email */
  "POST /mail_settings/test": {
    answer: {
      mail_test: MailTest;
    };
  };
  /** Count orders, downloads, bytes and emails */
  "GET /stats": {
    query?:
      | {
          /** First UTC day. */
          from?: string | undefined;
          /** Last UTC day. */
          to?: string | undefined;
        }
      | undefined;
    answer: {
      stats: Stats;
    };
  };
  /** Read what somebody should look after */
  "GET /attention": {
    answer: {
      attention: Attention;
    };
  };
  /** Read how it stands with an import */
  "GET /imports/{id}": {
    path: {
      id: string | number;
    };
    answer: {
      import: Import;
    };
  };
  /** Read the account and its settings */
  "GET /account": {
    answer: {
      account: Account;
    };
  };
  /** Change settings */
  "PUT /account": {
    body: AccountChanges;
    answer: {
      account: Account;
    };
  };
  /** Read the API token */
  "GET /account/token": {
    answer: {
      api_token: string;
    };
  };
  /** Replace the API token */
  "POST /account/token": {
    answer: {
      api_token: string;
    };
  };
  /** Replace the logo */
  "PUT /account/logo": {
    body: NewLogo;
    answer: {
      account: Account;
    };
  };
  /** Remove the logo */
  "DELETE /account/logo": {
    answer: {
      account: Account;
    };
  };
  /** List every text that can be worded anew */
  "GET /wordings": {
    answer: {
      wordings: Wording[];
    };
  };
  /** Show how wordings read for an order */
  "POST /wordings/preview": {
    body: WordingPreviewInput;
    answer: {
      preview: WordingPreview;
    };
  };
  /** Read one wording */
  "GET /wordings/{name}": {
    path: {
      name: string | number;
    };
    answer: {
      wording: Wording;
    };
  };
  /** Change a wording */
  "PUT /wordings/{name}": {
    path: {
      name: string | number;
    };
    body: WordingChange;
    answer: {
      wording: Wording;
    };
  };
  /** Go back to the wording before the last change */
  "POST /wordings/{name}/undo": {
    path: {
      name: string | number;
    };
    answer: {
      wording: Wording;
    };
  };
  /** Read who is asking */
  "GET /session": {
    answer: {
      session: Session;
    };
  };
  /** List the people of the account */
  "GET /members": {
    query?:
      | {
          /** The page, from 1; 0 counts as 1. */
          page?: number | undefined;
          /** How many rows a page has. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      members: Member[];
      page: number;
      page_size: number;
      total: number;
    };
  };
  /** Add a person */
  "POST /members": {
    body: NewMember;
    answer: {
      member: Member;
    };
  };
  /** Change a person's role */
  "PUT /members/{id}": {
    path: {
      id: string | number;
    };
    body: MemberChanges;
    answer: {
      member: Member;
    };
  };
  /** Remove a person */
  "DELETE /members/{id}": {
    path: {
      id: string | number;
    };
    answer: null;
  };
}
