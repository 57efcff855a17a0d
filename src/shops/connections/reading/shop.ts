import { reasonOf } from "../../../platform/errors.ts";
import type { Facts } from "../known/facts.ts";

/** A request from a shop as it arrived. */
export interface ShopRequest {
  headers: Headers;
  body: Uint8Array;
}

/** The same, as it was stored: the body as text, with lone bytes of no encoding replaced. */
export interface StoredRequest {
  headers: Record<string, string>;
  body: string;
  /** When it arrived; left out if that is not known yet. */
  receivedAt?: number;
}

/** Settings of a connection that are no secrets. */
export interface ShopSettings {
  /** Gumroad's ID of the seller. */
  sellerId?: string | undefined;
  /** PayPal's ID of the webhook. */
  webhookId?: string | undefined;
  /** The address of the shop (WooCommerce), or of the shop's API in place of the usual one. */
  apiUrl?: string | undefined;
  generic?: GenericSettings | undefined;
  /** Access of an order ends with its subscription, so many hours after what was paid; left out if it does not. */
  subscriptionGraceInHours?: number | undefined;
}

/** How signed JSON of any shop is checked and read. Paths are as in `data.items[].sku`. */
export interface GenericSettings {
  signature: "standard_webhooks" | "hmac_hex" | "hmac_base64";
  /** The header with the signature. Not for Standard Webhooks. */
  header?: string | undefined;
  /** What stands before the signature in the header, such as `sha256=`. */
  prefix?: string | undefined;
  /** Where the kind of the event stands, and which kinds mean what. Without a path, every event means a paid order. */
  event?: string | undefined;
  paidEvents?: string[] | undefined;
  refundedEvents?: string[] | undefined;
  orderId: string;
  number?: string | undefined;
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  currency?: string | undefined;
  /** The list of lines; without it, the event itself is the only line. */
  items?: string | undefined;
  /** Within a line. */
  sku?: string | undefined;
  productId?: string | undefined;
  productName?: string | undefined;
  quantity?: string | undefined;
  price?: string | undefined;
  /** True, or a text such as `true` or `1`, for a test order. */
  test?: string | undefined;
}

/** Secrets with which Waybill reads from the shop's own interface. */
export interface ShopAccess {
  /** A key or a client's ID. */
  key?: string | undefined;
  secret?: string | undefined;
}

/**
 * `wrong`: refused. `greeting`: the shop tries the address and sends nothing to keep. `unchecked`: stored, and checked when
 * it is processed.
 */
export type Verdict = "right" | "wrong" | "greeting" | "unchecked";

/** What an event is about. */
export interface Reading {
  /** The shop's name for the kind of event, such as `order.updated`. */
  topic: string;
  /** The shop's ID of the order; null for an event that is about none. */
  orderId: string | null;
  /** Other IDs by which events of the shop may name the same order, such as those of invoice and charge. Unique in its kind of shop. */
  otherIds?: string[];
  /** Null for an event that says nothing of use. */
  facts: Facts | null;
  /** Why an event about an order changes nothing, in a sentence; with facts, why it takes nothing back of one that was made. */
  note?: string;
}

/** The reading of an event that the shop marks as a test, or does not. */
export const asTest = (reading: Reading, test: boolean): Reading =>
  reading.facts === null ? reading : { ...reading, facts: { ...reading.facts, test } };

/** A request to a shop's own interface. */
export type ShopFetch = (
  url: URL,
  init?: { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>;

/** The shop's interface cannot be read with what the owner has given; trying again does not help before that changes. */
export class AccessMissing extends Error {}

/** The shop could not be asked. Its message tells the owner why. */
export class NotAsked extends Error {
  constructor(cause: unknown) {
    super(cause instanceof AccessMissing ? cause.message : `${reasonOf(cause)}.`, { cause });
  }
}

/** What Waybill asks the shop itself, in addition to an event. */
export interface ShopQuestion {
  fetch: ShopFetch;
  access: ShopAccess;
  settings: ShopSettings;
}

/** How the events of one kind of shop are checked and read. */
export interface Shop {
  /** No two orders of shops of this kind have the same ID, whoever sells. */
  hasUniqueOrderIds?: true;
  /** What tells this shop from others of its kind, such as its domain; null if the event does not. Throws `UnreadableEvent`. */
  shopOf?(request: StoredRequest, settings: ShopSettings): string | null;
  verify(request: ShopRequest, secrets: string[], settings: ShopSettings, now: number): Verdict;
  /** Throws `UnreadableEvent`. `fetched` is what `ask` returned; null before that. */
  read(request: StoredRequest, settings: ShopSettings, fetched: string | null): Reading;
  /** Whether a shop with these settings may have to be asked about an event; left out for one that always may. */
  mayAsk?(settings: ShopSettings): boolean;
  /** Asks the shop for what the event does not say. Null if nothing has to be asked. */
  ask?(request: StoredRequest, question: ShopQuestion): Promise<string | null>;
  /** Asks the shop for what has happened since then, as if it had sent it, some at a time. Throws as `ask` does. */
  poll?(question: ShopQuestion, since: number): AsyncGenerator<StoredRequest[]>;
}

/** The event is not what this shop sends. */
export class UnreadableEvent extends Error {}
