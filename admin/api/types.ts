/** Answers of v3, as its OpenAPI document describes them. */

export type EmailStatus = "queued" | "sent" | "failed" | "over_allowance" | "cancelled";

export interface OrderItem {
  id: number;
  item_id: number;
  item_sku: string;
  price: number | null;
  download_count: number;
  product_name: string;
  quantity: number;
  /** The smallest number over its files; null when unlimited. */
  downloads_remaining: number | null;
  download_url: string;
  license_keys: string[];
}

export interface Order {
  id: number | string;
  /** The store's own order ID; the order id when it gave none. */
  vendor_id: string | null;
  title: string;
  first_name: string;
  last_name: string;
  email: string;
  total: number | null;
  currency: string;
  status: "open" | "expired";
  source: "api" | "manual";
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
  /** Of the newest delivery email; null when there is none. */
  email_status: EmailStatus | null;
}

export interface EmailTry {
  tried_at: string;
  outcome: "sent" | "temporary_failure" | "permanent_failure";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

export interface Email {
  id: number;
  order_id: number | string;
  recipient: string;
  status: EmailStatus;
  subject: string | null;
  attempts: number;
  created_at: string;
  sent_at: string | null;
  next_attempt_at: string | null;
  tries: EmailTry[];
}

export interface Download {
  id: number;
  filename: string;
  product_sku: string;
  order_id: number | string | null;
  order_item_id: number | null;
  ip_address: string;
  downloaded_at: string;
  size_bytes: number;
  user_agent: string;
}
