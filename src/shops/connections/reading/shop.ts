import { reasonOf } from "../../../platform/errors.ts";
import type { Facts } from "../known/facts.ts";

/** A request from a shop as it arrived. */
export interface ShopRequest {
  headers: Headers;
  body: Uint8Array;
}

/** The stored form of a request: the body as text, with invalid bytes replaced. */
export interface StoredRequest {
  headers: Record<string, string>;
  body: string;
  /** When it arrived; absent if not known yet. */
  receivedAt?: number;
}

/** Settings of a connection that are not secret. */
export interface ShopSettings {
  /** Gumroad's ID of the seller. */
  sellerId?: string | undefined;
  /** PayPal's ID of the webhook. */
  webhookId?: string | undefined;
  /** The address of the shop (WooCommerce), or of the shop's API if it is not the usual one. */
  apiUrl?: string | undefined;
  generic?: GenericSettings | undefined;
  /** If the access of an order ends with its subscription: how many hours after the paid time. Absent if it does not. */
  subscriptionGraceInHours?: number | undefined;
}

/** How signed JSON of any shop is checked and read. Paths have the form `data.items[].sku`. */
export interface GenericSettings {
  signature: "standard_webhooks" | "hmac_hex" | "hmac_base64";
  /** The header with the signature. Not used for Standard Webhooks. */
  header?: string | undefined;
  /** The text before the signature in the header, such as `sha256=`. */
  prefix?: string | undefined;
  /** The path of the event's kind, and the meaning of kinds. Without a path, every event means a paid order. */
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
  /** The path within a line. */
  sku?: string | undefined;
  productId?: string | undefined;
  productName?: string | undefined;
  quantity?: string | undefined;
  price?: string | undefined;
  /** True, or a text such as `true` or `1`, for a test order. */
  test?: string | undefined;
}

/** Secrets for reading from the shop's own API. */
export interface ShopAccess {
  /** A key or a client's ID. */
  key?: string | undefined;
  secret?: string | undefined;
}

/**
 * `wrong`: refused. `greeting`: the shop tests the address and sends nothing to keep. `unchecked`: stored, and checked when it is
 * processed.
 */
export type Verdict = "right" | "wrong" | "greeting" | "unchecked";

/** What an event says. */
export interface Reading {
  /** The shop's name for the kind of event, such as `order.updated`. */
  topic: string;
  /** The shop's ID of the order; null for an event that is not about an order. */
  orderId: string | null;
  /**
   * Other IDs that events of the shop may use for the same order, such as those of invoice and charge. Unique among shops of its
   * kind.
   */
  otherIds?: string[];
  /** Null for an event without useful facts. */
  facts: Facts | null;
  /**
   * Why an event about an order changes nothing, as a sentence. With facts: why it takes nothing back from an order that was
   * created.
   */
  note?: string;
}

/** The reading, marked as a test or not, as the shop says. */
export const asTest = (reading: Reading, test: boolean): Reading =>
  reading.facts === null ? reading : { ...reading, facts: { ...reading.facts, test } };

/** Sends a request to a shop's own API. */
export type ShopFetch = (
  url: URL,
  init?: { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>;

/** The shop's API cannot be read with the access that the owner has entered. Trying again does not help until that changes. */
export class AccessMissing extends Error {}

/** The shop could not be asked. The message tells the owner why. */
export class NotAsked extends Error {
  constructor(cause: unknown) {
    super(cause instanceof AccessMissing ? cause.message : `${reasonOf(cause)}.`, { cause });
  }
}

/** Everything needed to ask the shop about an event. */
export interface ShopQuestion {
  fetch: ShopFetch;
  access: ShopAccess;
  settings: ShopSettings;
}

/** How the events of one kind of shop are checked and read. */
export interface Shop {
  /** No two orders of shops of this kind have the same ID, even with different sellers. */
  hasUniqueOrderIds?: true;
  /**
   * Distinguishes this shop from others of its kind, such as by its domain; null if the event does not say. Throws
   * `UnreadableEvent`.
   */
  shopOf?(request: StoredRequest, settings: ShopSettings): string | null;
  verify(request: ShopRequest, secrets: string[], settings: ShopSettings, now: number): Verdict;
  /** Throws `UnreadableEvent`. `fetched` is what `ask` returned; null before that. */
  read(request: StoredRequest, settings: ShopSettings, fetched: string | null): Reading;
  /** Whether a shop with these settings may have to be asked about an event; absent if it always may. */
  mayAsk?(settings: ShopSettings): boolean;
  /** Asks the shop for what the event does not say. Null if there is nothing to ask. */
  ask?(request: StoredRequest, question: ShopQuestion): Promise<string | null>;
  /**
   * Asks the shop for everything that has happened since then, in the form of its events, a few at a time. Throws the errors of
   * `ask`.
   */
  poll?(question: ShopQuestion, since: number): AsyncGenerator<StoredRequest[]>;
}

/** The event is not what this shop sends. */
export class UnreadableEvent extends Error {}
