// Made by scripts/generate-client.ts from the OpenAPI document.

export interface Account {
  /** The id. */
  id: number;
  /** The store's name, as customers see it. */
  name: string;
  /** The store's email address. */
  email: string;
  /** The store's own address, below which the API is. */
  url: string;
  /** Where invoices go. */
  billing_email: string | null;
  /** Hours; null when links never expire. */
  order_expiration: number | null;
  /** Downloads of each file; null for no limit. */
  download_limit: number | null;
  /** Used when a price has no currency of its own. */
  currency: string;
  /** When it was made. */
  created_at: string;
  /** Null for a signed-in person who is no owner. */
  api_key: string | null;
  /** Null for a signed-in person; owners have it from account/token. */
  api_token: string | null;
  /** The same as order_expiration. */
  order_expiration_in_hours: number | null;
  /** The same as download_limit. */
  download_limit_per_item: number | null;
  /** The address of a connected store; only kept. */
  ecommerce_address: string | null;
  /** The address of a connected payment account; only kept. */
  payment_address: string | null;
  /** The plan. */
  plan: string;
  /** Whether the plan includes the API. */
  api_access: boolean;
  /** Delivery emails that the plan allows on the present day (UTC); null for any number. */
  emails_per_day: number | null;
  /** How many of them have been queued. */
  emails_today: number;
  /** The host name that the store asks for; null for none. It serves the store once it is proved. */
  custom_domain: string | null;
  /** Where the proof of custom_domain stands, and the records for it; null without one. */
  custom_domain_proof: {
    /** failing: a proved domain that has not been proved again for three days. It stops after 30 days. */
    state: "unproved" | "proved" | "failing";
    /** Whether the domain shows this store now. */
    serving: boolean;
    /** What the last check missed; null for nothing. */
    problem: string | null;
    /** When it was last checked; null before the first check. */
    checked_at: string | null;
    /** When it was first proved; null until then. */
    proved_at: string | null;
    /** Until when a domain from before proofs existed goes on without one; null for all others. */
    serves_until: string | null;
    /** Proves the domain. */
    txt_record: {
      /** Where the record stands. */
      name: string;
      /** What it holds. */
      value: string;
    };
    /** Proves the domain too, once requests to it arrive here. Null for a service at an IP address. */
    cname_record: {
      /** Where the record stands. */
      name: string;
      /** What it holds. */
      value: string;
    } | null;
  } | null;
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
  /** The store's name, as customers see it. */
  name?: string | undefined;
  /** The store's email address. */
  email?: string | undefined;
  /** Where invoices go; null or an empty text for none. */
  billing_email?: string | null | undefined;
  /** Used when a price has no currency of its own. */
  currency?: string | undefined;
  /** Hours that the links of a new order work; null for always. */
  order_expiration?: number | null | undefined;
  /** The same as order_expiration. */
  order_expiration_in_hours?: number | null | undefined;
  /** Downloads of each file in a new order; null for any number. */
  download_limit?: number | null | undefined;
  /** The same as download_limit. */
  download_limit_per_item?: number | null | undefined;
  /** The address of a connected store; only kept. */
  ecommerce_address?: string | null | undefined;
  /** The address of a connected payment account; only kept. */
  payment_address?: string | null | undefined;
  /** The store's own host name; null for none. */
  custom_domain?: string | null | undefined;
  /** #rrggbb; null for the usual colours. */
  brand_color?: string | null | undefined;
  /** Who emails come from; null for the store's name. */
  sender_name?: string | null | undefined;
  /** Where answers to emails go; null for the store's email address. */
  reply_to?: string | null | undefined;
  /** The store's website; customers who need help are led there. Null for none. */
  website?: string | null | undefined;
  /** Where customers who need help write to; null for none. */
  contact_email?: string | null | undefined;
  /** Language of pages and emails. Null: pages follow the browser, emails are in English. */
  language?: "en" | "de" | "fr" | "es" | "ja" | null | undefined;
  /** How many times customers can renew links without your approval; 0: always ask. */
  self_service_renewals?: number | undefined;
}

export interface AddedKeys {
  /** How many were added. */
  added: number;
  /** Keys that the product had already, or that were sent twice. */
  duplicates: string[];
}

export interface Attention {
  /** Products with too few license keys; the 5 that most orders wait for. */
  keys_waiting: {
    /** Products. */
    total: number;
    /** The products. */
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
    /** How many have been queued. */
    used: number;
  };
  /** Products that were ordered and have nothing to deliver. */
  products_without_files: {
    /** At most 1000 are counted. */
    total: number;
    /** The products. */
    products: ProductName[];
  };
  /** Customers who wait for an answer; the newest 5. */
  renewal_requests: {
    /** How many there are. */
    total: number;
    /** The newest requests. */
    requests: RenewalRequest[];
  };
  /** Own texts in whose place customers got the built-in ones. */
  failed_wordings: {
    /** How many there are. */
    total: number;
    /** The wordings. */
    wordings: FailedWording[];
  };
}

export interface BulkResult {
  /** The HTTP status that the order alone would have got. */
  status: number;
  /** The order; only when it was made. */
  order?: Order | undefined;
  /** Every wrong field; only of an order that was refused. */
  errors?: FieldError[] | undefined;
}

export interface DayTotals {
  /** The UTC day. */
  date: string;
  /** Orders that were made. */
  orders: number;
  /** Counted deliveries of files. */
  downloads: number;
  /** Sizes of the files delivered, added up. */
  bytes: number;
  /** Delivery emails that a mail server took. */
  emails: number;
}

export interface Download {
  /** The id. */
  id: number;
  /** The file's name, as customers get it. */
  filename: string;
  /** Also when the product was deleted since. */
  product_sku: string;
  /** Null when it came through the permalink. */
  order_id: number | string | null;
  /** Null when it came through the permalink. */
  order_item_id: number | null;
  /** The customer's address. */
  ip_address: string;
  /** When the delivery began. */
  downloaded_at: string;
  /** Size of the file delivered. */
  size_bytes: number;
  /** What the client called itself; at most 500 characters; null when it said nothing. */
  user_agent: string | null;
}

export interface Email {
  /** The id. */
  id: number;
  /** The order that it belongs to. */
  order_id: number | string;
  /** Null once the order was deleted. */
  recipient: string | null;
  /** sent: a mail server took it. kept: there is no mail server; it is in the mailbox, and nobody got it. over_allowance: held back, and never sent by itself. */
  status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled";
  /** Null until the message was tried. */
  subject: string | null;
  /** How often it was tried. */
  attempts: number;
  /** When it was made. */
  created_at: string;
  /** Null unless a mail server took it. */
  sent_at: string | null;
  /** Null unless it is queued. */
  next_attempt_at: string | null;
  /** Each try to send it, oldest first. */
  tries: EmailTry[];
}

export interface EmailTry {
  /** When it was tried. */
  tried_at: string;
  /** What came of it. */
  outcome: "sent" | "kept" | "temporary_failure" | "permanent_failure";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

export interface EmailWithContent {
  /** The id. */
  id: number;
  /** The order's id. */
  order_id: number | string;
  /** Null once the order was deleted. */
  recipient: string | null;
  /** sent: a mail server took it. kept: there is no mail server; it is in the mailbox, and nobody got it. over_allowance: held back, and never sent by itself. */
  status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled";
  /** Null until the message was tried. */
  subject: string | null;
  /** How often it was tried. */
  attempts: number;
  /** When it was made. */
  created_at: string;
  /** Null unless a mail server took it. */
  sent_at: string | null;
  /** Null unless it is queued. */
  next_attempt_at: string | null;
  /** Each try to send it, oldest first. */
  tries: EmailTry[];
  /** The same at every try; without angle brackets. */
  message_id: string;
  /** Null until the message was tried. */
  text_body: string | null;
  /** Null until the message was tried. */
  html_body: string | null;
}

export interface FailedWording {
  /** The name. */
  name: "email_subject" | "email_text" | "email_html" | "page_greeting" | "page_notice" | "page_footer";
  /** Why it could not be used. */
  problem: string;
  /** When it could not be used. */
  problem_at: string;
}

export interface FieldError {
  /** The field as you named it, such as order_items[0].quantity. */
  field: string;
  /** What is wrong with it; reads on from the field's name. */
  message: string;
}

export interface File {
  /** The id. */
  id: number;
  /** The file's name, as customers get it. */
  filename: string;
  /** The file's size in bytes. */
  size_bytes: number;
  /** The file's media type. */
  content_type: string;
  /** In hexadecimal. */
  sha256: string;
  /** Path of the file behind the permalink of a product that has it; null while there is none that is turned on. */
  permalink: string | null;
  /** When it was made. */
  created_at: string;
}

export interface Import {
  /** The id. */
  id: number;
  /** What the file's rows are. */
  kind: "products" | "orders" | "license_keys";
  /** Where it stands. */
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
  /** Whether the file is only checked. */
  dry_run: boolean;
  /** Whether right rows are imported although others are refused. */
  skip_refused: boolean;
  /** Whether the accepted rows are in: all of them are, or none. */
  applied: boolean;
  /** Why it failed; nothing was imported then. */
  problem: string | null;
  /** When it was made. */
  created_at: string;
  /** When it ended; null until then. */
  finished_at: string | null;
}

export interface ItemUrl {
  /** The id. */
  id: number;
  /** The address. */
  url: string;
  /** What customers see. */
  name: string;
  /** How often its files were downloaded. */
  download_count: number;
  /** When it was made. */
  created_at: string;
}

export interface LicenseKey {
  /** The id. */
  id: number;
  /** The key itself. */
  key: string;
  /** The product's SKU. */
  product_sku: string;
  /** Null while the key is not handed out. */
  order_id: number | string | null;
  /** The order item that has it; null while it is not handed out. */
  order_item_id: number | null;
  /** When it was handed out; null until then. */
  assigned_at: string | null;
  /** When it was made. */
  created_at: string;
}

export interface LicenseKeysRemoval {
  /** The keys to remove. */
  license_keys?: string[] | undefined;
}

export interface MailSettings {
  /** False without a mail server: emails are kept, and nobody gets them. */
  sends_email: boolean;
  /** Null without a mail server. Set with WAYBILL_SMTP. */
  server_host: string | null;
  /** Null without a mail server. */
  server_port: number | null;
  /** if_offered: encrypted when the server offers STARTTLS. */
  encryption: "always" | "if_offered" | null;
  /** Address that emails come from. Set with WAYBILL_MAIL_FROM. */
  sender: string;
}

export interface MailTest {
  /** The address that it goes to. */
  recipient: string;
  /** sent: the mail server took it. kept: there is no mail server, so nothing was sent. failed: see response. no_answer: the server has the message, and had not answered after a minute. */
  outcome: "sent" | "kept" | "failed" | "no_answer";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

export interface Member {
  /** An invited person gets another one when they accept. */
  id: string;
  /** An email address. */
  email: string;
  /** The name. */
  name: string;
  /** owner: everything; staff: everything but settings, credentials and people; read_only: looks at everything. */
  role: "owner" | "staff" | "read_only";
  /** invited: has not accepted yet. */
  status: "active" | "invited";
  /** Whether a second factor is asked for. */
  two_factor_enabled: boolean;
  /** When it was made. */
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
  /** The address that it goes to. */
  recipient: string;
  /** The subject. */
  subject: string;
  /** When it was kept; it was not sent. */
  sent_at: string;
}

export interface MessageHeader {
  /** The name. */
  name: string;
  /** The header's value. */
  value: string;
}

export interface MessageWithContent {
  /** As in the list of emails. */
  id: number;
  /** What it is for, such as delivery or password_reset. */
  kind: string;
  /** The address that it goes to. */
  recipient: string;
  /** The subject. */
  subject: string;
  /** When it was kept; it was not sent. */
  sent_at: string;
  /** The sender. */
  from: string;
  /** The recipient, as the message names it. */
  to: string;
  /** All headers. */
  headers: MessageHeader[];
  /** The message in plain text. */
  text_body: string;
  /** The message in HTML. */
  html_body: string;
}

export interface NewItemUrl {
  /** http or https, without a user name or a password. */
  url: string;
  /** What customers see; the host name when it is absent. */
  name?: string | null | undefined;
}

export interface NewLicenseKeys {
  /** The keys, 1 to 1,000 characters each. */
  license_keys: string[];
}

export interface NewLogo {
  /** A PNG, JPEG or WebP image of at most 524288 bytes, in Base64. */
  content: string;
}

export interface NewMember {
  /** Where the invitation goes. */
  email: string;
  /** owner: everything; staff: everything but settings, credentials and people; read_only: looks at everything. */
  role: "owner" | "staff" | "read_only";
  /** The name. */
  name?: string | undefined;
}

export interface NewOrder {
  /** The customer's address: the delivery email goes there. */
  email: string;
  /** Your own order ID; null: none. */
  vendor_id?: string | number | null | undefined;
  /** In place of vendor_id; null counts as absent. */
  custom_order_id?: string | number | null | undefined;
  /** What the customer sees the order called. */
  title?: string | null | undefined;
  /** The customer's first name. */
  first_name?: string | null | undefined;
  /** The customer's last name. */
  last_name?: string | null | undefined;
  /** Of the prices; absent: that of the products, else the account's. */
  currency?: string | null | undefined;
  /** Any text of your own. */
  custom_1?: string | null | undefined;
  /** Any text of your own. */
  custom_2?: string | null | undefined;
  /** Any text of your own. */
  custom_3?: string | null | undefined;
  /** ISO 8601, or "never". Null on a new order: the account's order_expiration_in_hours from now; on a change: never. */
  expiration_date?: string | null | undefined;
  /** Of each file, or "unlimited". Null on a new order: the account's download_limit_per_item; on a change: unlimited. */
  download_limit?: number | string | null | undefined;
  /** Whether the delivery email is sent; true when it is absent. */
  send_email?: boolean | null | undefined;
  /** The lines of the order. Lines of one product add up. */
  order_items?: NewOrderItem[] | null | undefined;
}

export interface NewOrderItem {
  /** The product's SKU, matched exactly. */
  item_sku?: string | number | null | undefined;
  /** The same as item_sku. */
  sku?: string | number | null | undefined;
  /** The product's id, in place of its SKU. */
  item_id?: number | null | undefined;
  /** Units; 1 when it is absent, and on a change as many as before. */
  quantity?: number | null | undefined;
  /** Of one unit. */
  price?: number | null | undefined;
  /** How often each file can be downloaded; absent: the order's limit. */
  downloads_remaining?: number | null | undefined;
  /** Any text of your own. */
  custom_1?: string | null | undefined;
  /** Any text of your own. */
  custom_2?: string | null | undefined;
  /** Any text of your own. */
  custom_3?: string | null | undefined;
}

export interface NewOrders {
  /** 1 to 100 orders. */
  orders: NewOrder[];
}

export interface NewProduct {
  /** The product's SKU, matched exactly. */
  sku: string;
  /** What customers see. */
  name: string;
  /** Of one unit. */
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
  /** The version of OpenAPI. */
  openapi: string;
}

export interface Order {
  /** The same as in the unversioned interface. */
  id: number | string;
  /** Your own order ID; null when you gave none. */
  vendor_id: string | null;
  /** The customer's first name. */
  first_name: string | null;
  /** The customer's last name. */
  last_name: string | null;
  /** The customer's address. */
  email: string;
  /** Sum of price times quantity; null when no item has a price. */
  total: number | null;
  /** Three letters of ISO 4217, such as USD. */
  currency: string;
  /** Whether its links have expired. */
  status: "open" | "expired";
  /** How many products it holds. */
  product_count: number;
  /** Downloads of all its files. */
  download_count: number;
  /** When its links stop working; null for never. */
  expiration_date: string | null;
  /** Downloads of each file; null for any number. */
  download_limit: number | null;
  /** Any text of your own. */
  custom_1: string | null;
  /** Any text of your own. */
  custom_2: string | null;
  /** Any text of your own. */
  custom_3: string | null;
  /** When it was made. */
  created_at: string;
  /** The order's page for the customer. */
  download_url: string;
  /** What the order holds, one entry for each product. */
  order_items: OrderItem[];
  /** What the customer sees the order called. */
  title: string | null;
  /** api: sent with the account's credentials, or imported; manual: made by a signed-in person. */
  source: "api" | "manual";
  /** Of the newest delivery email; null when there is none. kept: there is no mail server, and nobody got it. */
  email_status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled" | null;
  /** How far the order has come; of several that hold, the first in this list. expired: its links have stopped working. email_failed: the newest email failed, or the allowance held it back. waiting_for_key: an item got fewer license keys than it has units. waiting_for_file: an item has nothing to deliver yet. used_up: no file can be downloaded any more. email_pending: the newest email is queued. delivered: a mail server took the newest email. open: the links work, and no mail server took an email. */
  state:
    | "expired"
    | "email_failed"
    | "waiting_for_key"
    | "waiting_for_file"
    | "used_up"
    | "email_pending"
    | "delivered"
    | "open";
}

export interface OrderChanges {
  /** Your own order ID; null: none. */
  vendor_id?: string | number | null | undefined;
  /** In place of vendor_id; null counts as absent. */
  custom_order_id?: string | number | null | undefined;
  /** What the customer sees the order called. */
  title?: string | null | undefined;
  /** The customer's first name. */
  first_name?: string | null | undefined;
  /** The customer's last name. */
  last_name?: string | null | undefined;
  /** Of the prices; null for the account's. */
  currency?: string | null | undefined;
  /** Any text of your own. */
  custom_1?: string | null | undefined;
  /** Any text of your own. */
  custom_2?: string | null | undefined;
  /** Any text of your own. */
  custom_3?: string | null | undefined;
  /** ISO 8601, or "never". Null on a new order: the account's order_expiration_in_hours from now; on a change: never. */
  expiration_date?: string | null | undefined;
  /** Of each file, or "unlimited". Null on a new order: the account's download_limit_per_item; on a change: unlimited. */
  download_limit?: number | string | null | undefined;
  /** Whether the delivery email is sent again; false when it is absent. */
  send_email?: boolean | null | undefined;
  /** The new list: products that are in it keep their links, counts and keys, others are removed. */
  order_items?: NewOrderItem[] | null | undefined;
  /** The customer's address; emails from now on go there. */
  email?: string | null | undefined;
}

export interface OrderItem {
  /** The id. */
  id: number;
  /** The product's id. */
  item_id: number;
  /** The product's SKU. */
  item_sku: string;
  /** Of one unit; on average when the lines of its product had different prices. */
  price: number | null;
  /** How often its files were downloaded. */
  download_count: number;
  /** Any text of your own. */
  custom_1: string | null;
  /** Any text of your own. */
  custom_2: string | null;
  /** Any text of your own. */
  custom_3: string | null;
  /** When it was made. */
  created_at: string;
  /** The product's name. */
  product_name: string;
  /** Units; each takes a license key. */
  quantity: number;
  /** The smallest number over its files; null when unlimited. */
  downloads_remaining: number | null;
  /** Its own page for the customer. */
  download_url: string;
  /** The keys that were handed out for its units. */
  license_keys: string[];
  /** Units whose license key is still to come; 0 for a product without keys. */
  license_keys_due: number;
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
  /** Always about:blank. */
  type: string;
  /** What kind of problem it is. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong, in a sentence that a person can act on. */
  detail: string;
  /** Every wrong field. */
  errors: FieldError[];
}

export interface Product {
  /** The id. */
  id: number;
  /** The product's SKU, matched exactly. */
  sku: string;
  /** What customers see. */
  name: string;
  /** Of one unit; null for none. */
  price: number | null;
  /** Three letters of ISO 4217, such as USD. */
  currency: string;
  /** Orders that hold it. */
  orders_count: number;
  /** How often its files were downloaded. */
  download_count: number;
  /** When it was made. */
  created_at: string;
  /** Addresses elsewhere that the product leads to. */
  item_urls: ItemUrl[];
  /** The files, in the order in which customers see them. */
  files: File[];
  /** Path of a link that needs no order. */
  permalink: string;
  /** False while the permalink leads nowhere. */
  permalink_enabled: boolean;
  /** When it was archived; null while it is sold. */
  archived_at: string | null;
  /** Keys that are not handed out. */
  license_keys_available: number;
  /** Orders that got fewer keys than units; 0 for a product that never had a key. */
  orders_waiting_for_keys: number;
}

export interface ProductChanges {
  /** The product's SKU, matched exactly. */
  sku?: string | undefined;
  /** What customers see. */
  name?: string | undefined;
  /** Of one unit. */
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
  /** The id. */
  id: number;
  /** The product's SKU, matched exactly. */
  sku: string;
  /** The name. */
  name: string;
}

export interface ProductTotals {
  /** The product's id. */
  product_id: number;
  /** The product's SKU, matched exactly. */
  sku: string;
  /** The name. */
  name: string;
  /** Orders that hold it. */
  orders: number;
  /** Counted deliveries of files. */
  downloads: number;
  /** Sizes of the files delivered, added up. */
  bytes: number;
}

export interface RefusedRow {
  /** As a spreadsheet program counts: the header is row 1. */
  row: number;
  /** The column; null for the row as a whole. */
  field: string | null;
  /** What is wrong. */
  reason: string;
  /** What the wrong cell holds, shortened; null when it is empty, and for the row as a whole. */
  value: string | null;
}

export interface RemovedKeys {
  /** How many were removed. */
  removed: number;
  /** Handed out, and spent for good. */
  assigned: string[];
  /** Not among the product's keys. */
  unknown: string[];
}

export interface RenewalRequest {
  /** The id. */
  id: number;
  /** The order's id. */
  order_id: number | string;
  /** The customer's. */
  email: string;
  /** The customer's first name. */
  first_name: string | null;
  /** The customer's last name. */
  last_name: string | null;
  /** Why the links had stopped working. */
  reason: "expired" | "used_up";
  /** The customer's own words. */
  message: string | null;
  /** Whether it was answered, and how. */
  status: "open" | "granted" | "declined";
  /** True when the customer renewed without asking. */
  self_service: boolean;
  /** When it was made. */
  created_at: string;
  /** When it was granted; null when it was not. */
  granted_at: string | null;
  /** When it was declined; null when it was not. */
  declined_at: string | null;
}

export interface Session {
  /** Null for a request with the API key, which belongs to no person. */
  user: {
    /** The id. */
    id: string;
    /** The name. */
    name: string;
    /** An email address. */
    email: string;
    /** Whether a second factor is asked for. */
    two_factor_enabled: boolean;
  } | null;
  /** What the request may do; the API key may do what an owner may. */
  role: "owner" | "staff" | "read_only";
  /** What forms begin with; the account itself has the same. */
  account: {
    /** The store's handle, the first part of its address. */
    handle: string;
    /** The name. */
    name: string;
    /** The address. */
    url: string;
    /** Three letters of ISO 4217, such as USD. */
    currency: string;
    /** Hours that the links of a new order work; null for always. */
    order_expiration_in_hours: number | null;
    /** Downloads of each file in a new order; null for any number. */
    download_limit_per_item: number | null;
  };
  /** True when there is no mail server, and the asker may read the messages kept in its place. */
  mailbox: boolean;
  /** False without a mail server: emails are kept, and nobody gets them. */
  sends_email: boolean;
}

export interface Stats {
  /** The first UTC day. */
  from: string;
  /** The last UTC day. */
  to: string;
  /** Of all days. */
  totals: Totals;
  /** Every day of the range, zeros included. */
  days: DayTotals[];
  /** The 100 most downloaded in the range. */
  products: ProductTotals[];
}

export interface Totals {
  /** Orders that were made. */
  orders: number;
  /** Counted deliveries of files. */
  downloads: number;
  /** Sizes of the files delivered, added up. */
  bytes: number;
  /** Delivery emails that a mail server took. */
  emails: number;
}

export interface Upload {
  /** The id. */
  id: string;
  /** The file's name, as customers get it. */
  filename: string;
  /** Null until the client says it. */
  size_bytes: number | null;
  /** Bytes that have arrived. */
  offset: number;
  /** When it was made. */
  created_at: string;
  /** When it is removed unless it is whole by then. */
  expires_at: string;
  /** The file. */
  file: (File & {}) | null;
  /** The product that got the file; null when it is for none, or that is gone or full. */
  product_id: number | null;
}

export interface WaitingProduct {
  /** The id. */
  id: number;
  /** The product's SKU, matched exactly. */
  sku: string;
  /** The name. */
  name: string;
  /** Orders that got fewer keys than units. */
  orders_waiting: number;
}

export interface Wording {
  /** The name. */
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
  /** When it could not be used; null when there is no problem. */
  problem_at: string | null;
  /** When it was changed last; null for never. */
  updated_at: string | null;
}

export interface WordingChange {
  /** The text in Liquid; null for the built-in one. */
  source: string | null;
}

export interface WordingPreview {
  /** Null for a made-up order, while there is none. */
  order_id: string | null;
  /** The email's subject. */
  email_subject: string;
  /** The email in plain text. */
  email_text: string;
  /** The email in HTML. */
  email_html: string;
  /** The greeting on the order's page. */
  page_greeting: string;
  /** The notice on the order's page. */
  page_notice: string;
  /** The text at the foot of the order's page. */
  page_footer: string;
}

export interface WordingPreviewInput {
  /** In place of the saved ones; null for the built-in wording. */
  wordings?:
    | {
        /** The email's subject. */
        email_subject?: string | null | undefined;
        /** The email in plain text. */
        email_text?: string | null | undefined;
        /** The email in HTML. */
        email_html?: string | null | undefined;
        /** The greeting on the order's page. */
        page_greeting?: string | null | undefined;
        /** The notice on the order's page. */
        page_notice?: string | null | undefined;
        /** The text at the foot of the order's page. */
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
          /** Which ones to list. */
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
      /** The orders. */
      orders: Order[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Send a paid order */
  "POST /orders": {
    body: NewOrder;
    answer: {
      /** The order. */
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
      /** The order. */
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
      /** The order. */
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
      /** The order. */
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
      /** The order. */
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
      /** The order. */
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
      /** The order. */
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
      /** The order. */
      order: Order;
    };
  };
  /** Send up to 100 paid orders */
  "POST /orders/bulk": {
    body: NewOrders;
    answer: {
      /** A result for each order, in the same order. */
      results: BulkResult[];
    };
  };
  /** Change an order item's quantity, or how often its files can be downloaded */
  "PUT /order_items/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    body: OrderItemChanges;
    answer: {
      /** The order item. */
      order_item: OrderItem;
    };
  };
  /** List the files that an order item delivers */
  "GET /order_items/{id}/files": {
    path: {
      /** The id. */
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
      /** The files, in the order in which customers see them. */
      files: File[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
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
          /** Which ones to list. */
          status?: "open" | "all" | undefined;
        }
      | undefined;
    answer: {
      /** The requests. */
      renewal_requests: RenewalRequest[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Grant a request */
  "POST /renewal_requests/{id}/grant": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** The request. */
      renewal_request: RenewalRequest;
      /** What became of the delivery email. */
      email_status: "queued" | "over_allowance" | null;
    };
  };
  /** Decline a request */
  "POST /renewal_requests/{id}/decline": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** The request. */
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
      /** The products. */
      products: Product[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Make a product */
  "POST /products": {
    body: NewProduct;
    answer: {
      /** The product. */
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
      /** The product. */
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
      /** The product. */
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
      /** The product. */
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
      /** The product. */
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
      /** The product. */
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
      /** The product. */
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
      /** The files, in the order in which customers see them. */
      files: File[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Move a file among a product's files */
  "PUT /products/{id}/files/{file_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      /** The file's id. */
      file_id: string | number;
    };
    body: ProductFilePlace;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Take a file off a product */
  "DELETE /products/{id}/files/{file_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      /** The file's id. */
      file_id: string | number;
    };
    query?:
      | {
          /** True to delete the file, too, unless another product has it. */
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
      /** The product. */
      product: Product;
    };
  };
  /** Put another address in the place of one of a product's */
  "PUT /products/{id}/item_urls/{url_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      /** The address's id. */
      url_id: string | number;
    };
    body: NewItemUrl;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Take an address elsewhere off a product */
  "DELETE /products/{id}/item_urls/{url_id}": {
    path: {
      /** The product's id. */
      id: string | number;
      /** The address's id. */
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
      /** Counted deliveries of files. */
      downloads: Download[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
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
          /** Which ones to list. */
          status?: "assigned" | "unassigned" | "all" | undefined;
        }
      | undefined;
    answer: {
      /** License keys. */
      license_keys: LicenseKey[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
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
          /** True for every key that is not handed out. */
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
      /** The files, in the order in which customers see them. */
      files: File[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Read what is known of a file */
  "GET /files/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** The file. */
      file: File;
    };
  };
  /** Delete a file */
  "DELETE /files/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    query?:
      | {
          /** True to take the file from its products first. */
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
      /** The id. */
      id: string | number;
    };
    answer: null;
  };
  /** Read how far an upload has come, and the file that it has become */
  "GET /uploads/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** The upload. */
      upload: Upload;
    };
  };
  /** Give up an upload */
  "DELETE /uploads/{id}": {
    path: {
      /** The id. */
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
      /** Counted deliveries of files. */
      downloads: Download[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
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
      /** Counted deliveries of files. */
      downloads: Download[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** List an order item's downloads, newest first */
  "GET /order_items/{id}/downloads": {
    path: {
      /** The id. */
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
      /** Counted deliveries of files. */
      downloads: Download[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
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
          /** Which ones to list. */
          status?: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled" | undefined;
          /** Of this order. */
          order_id?: string | undefined;
          /** An order id as a whole, or the beginning of a recipient's address in any case. */
          q?: string | undefined;
        }
      | undefined;
    answer: {
      /** The emails. */
      emails: Email[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Read a delivery email with its content */
  "GET /emails/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** An email address. */
      email: EmailWithContent;
    };
  };
  /** Send the delivery email again as a new message */
  "POST /emails/{id}/retry": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** An email address. */
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
      /** The messages. */
      messages: Message[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Read a message kept in place of sending it */
  "GET /mailbox/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** The message. */
      message: MessageWithContent;
    };
  };
  /** Read how the installation sends emails */
  "GET /mail_settings": {
    answer: {
      /** The settings. */
      mail_settings: MailSettings;
    };
  };
  /** Send a test email */
  "POST /mail_settings/test": {
    answer: {
      /** What became of it. */
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
      /** The counts. */
      stats: Stats;
    };
  };
  /** Read what somebody should look after */
  "GET /attention": {
    answer: {
      /** What needs attention. */
      attention: Attention;
    };
  };
  /** Read how it stands with an import */
  "GET /imports/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: {
      /** The import. */
      import: Import;
    };
  };
  /** Read the account and its settings */
  "GET /account": {
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Change settings */
  "PUT /account": {
    body: AccountChanges;
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Read the API token */
  "GET /account/token": {
    answer: {
      /** The token: the password of the API. */
      api_token: string;
    };
  };
  /** Replace the API token */
  "POST /account/token": {
    answer: {
      /** The token: the password of the API. */
      api_token: string;
    };
  };
  /** Check the account's own domain now */
  "POST /account/domain/check": {
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Replace the logo */
  "PUT /account/logo": {
    body: NewLogo;
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Remove the logo */
  "DELETE /account/logo": {
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** List every text that can be worded anew */
  "GET /wordings": {
    answer: {
      /** The wordings. */
      wordings: Wording[];
    };
  };
  /** Show how wordings read for an order */
  "POST /wordings/preview": {
    body: WordingPreviewInput;
    answer: {
      /** The texts as the customer reads them. */
      preview: WordingPreview;
    };
  };
  /** Read one wording */
  "GET /wordings/{name}": {
    path: {
      /** The name. */
      name: string | number;
    };
    answer: {
      /** The wording. */
      wording: Wording;
    };
  };
  /** Change a wording */
  "PUT /wordings/{name}": {
    path: {
      /** The name. */
      name: string | number;
    };
    body: WordingChange;
    answer: {
      /** The wording. */
      wording: Wording;
    };
  };
  /** Go back to the wording before the last change */
  "POST /wordings/{name}/undo": {
    path: {
      /** The name. */
      name: string | number;
    };
    answer: {
      /** The wording. */
      wording: Wording;
    };
  };
  /** Read who is asking */
  "GET /session": {
    answer: {
      /** Who is asking, and at which store. */
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
      /** The people of the account. */
      members: Member[];
      /** The page, from 1. */
      page: number;
      /** How many rows a page has. */
      page_size: number;
      /** How many there are on all pages. */
      total: number;
    };
  };
  /** Add a person */
  "POST /members": {
    body: NewMember;
    answer: {
      /** The person. */
      member: Member;
    };
  };
  /** Change a person's role */
  "PUT /members/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    body: MemberChanges;
    answer: {
      /** The person. */
      member: Member;
    };
  };
  /** Remove a person */
  "DELETE /members/{id}": {
    path: {
      /** The id. */
      id: string | number;
    };
    answer: null;
  };
}
