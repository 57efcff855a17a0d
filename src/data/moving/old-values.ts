import type { Instant } from "../../platform/instants.ts";
import type { OldRecord } from "./old-record.ts";

/** An item of the old service. */
export interface OldProduct {
  sku: string;
  name: string;
  guid: string;
  /** Path of its permalink; empty if there is none. */
  permalink: string;
  createdAt: Instant | null;
  /** Null without a file. */
  file: { filename: string; sizeBytes: number | null; contentType: string } | null;
}

export interface OldOrder {
  id: string;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Null for never. */
  expiresAt: Instant | null;
  /** Null for unlimited. */
  downloadLimit: number | null;
  createdAt: Instant | null;
  /** Null if the list leaves out the items. */
  items: OldOrderItem[] | null;
}

interface OldOrderItem {
  sku: string;
  guid: string;
  downloadCount: number;
  /** Null if the old service leaves it empty. */
  downloadsRemaining: number | null;
}

export interface OldDownload {
  id: string;
  sku: string;
  /** Null for a download through a permalink. */
  orderId: string | null;
  ipAddress: string;
  at: Instant | null;
  sizeBytes: number;
}

/** The account in the old service, without empty fields. */
export interface OldAccount {
  name: string;
  email: string;
  billingEmail: string;
  ecommerceAddress: string;
  paymentAddress: string;
  orderExpirationInHours: number | null;
  downloadLimitPerItem: number | null;
}

export const oldAccount = (record: OldRecord): OldAccount => ({
  name: record.text("name"),
  email: record.text("email"),
  billingEmail: record.text("billing_email"),
  ecommerceAddress: record.text("ecommerce_address"),
  paymentAddress: record.text("payment_address"),
  orderExpirationInHours: record.integer("order_expiration_in_hours"),
  downloadLimitPerItem: record.integer("download_limit_per_item"),
});

export function oldProduct(record: OldRecord): OldProduct {
  const filename = record.text("filename");
  const file = { filename, sizeBytes: record.integer("size_bytes"), contentType: record.text("content_type") };
  return {
    sku: record.text("sku"),
    name: record.text("name"),
    guid: record.text("guid"),
    permalink: record.text("permalink"),
    createdAt: record.instant("created_at"),
    file: filename === "" ? null : file,
  };
}

export const oldOrder = (record: OldRecord): OldOrder => ({
  id: record.text("id").trim(),
  title: record.text("title"),
  firstName: record.text("first_name"),
  lastName: record.text("last_name"),
  email: record.text("email").trim(),
  expiresAt: record.instant("expiration_date"),
  downloadLimit: record.integer("download_limit"),
  createdAt: record.instant("created_at"),
  items: record.list("order_items")?.map(oldOrderItem) ?? null,
});

const oldOrderItem = (record: OldRecord): OldOrderItem => ({
  sku: record.text("sku"),
  guid: record.text("guid"),
  downloadCount: Math.max(0, record.integer("download_count") ?? 0),
  downloadsRemaining: record.integer("downloads_remaining"),
});

export const oldDownload = (record: OldRecord): OldDownload => ({
  id: record.text("id").trim(),
  sku: record.text("item_sku"),
  orderId: record.text("order_id").trim() || null,
  ipAddress: record.text("ip_address").trim(),
  at: record.instant("downloaded_at"),
  sizeBytes: Math.max(0, record.integer("size_bytes") ?? 0),
});

/**
 * The identifier of an old link if it is as hard to guess as ours (128 bits, docs/reference/delivery.md, Links), so that the link
 * keeps working; otherwise undefined.
 */
export function keptIdentifier(guid: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(guid)) return undefined;
  const isHexadecimal = /^[0-9a-f-]+$/i.test(guid);
  const digits = isHexadecimal ? guid.replaceAll("-", "").length : guid.length;
  return digits >= (isHexadecimal ? 32 : 22) ? guid : undefined;
}

/**
 * The address of an account at another service, `http:` or `https:`. Null if it is not a URL, or contains a name and
 * password.
 */
export function readOldAddress(text: string): URL | null {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url && url.username === "" && url.password === "" ? url : null;
}

/** The message for a wrong address, after the name of the field. */
export const wrongOldAddress =
  "must be the address of your account at the old service, such as https://ann.example.com, without key and token";
