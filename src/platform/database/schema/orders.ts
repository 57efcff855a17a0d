import type { Generated } from "kysely";
import type { Language } from "../../i18n/languages.ts";
import type { Instant } from "../../instants.ts";

/** What a shop says of a subscription that does not simply go on (`orders/subscription-status.ts`). */
export type SaidOfSubscription = "payment_failed" | "canceled";

/** What a store notes about a customer. */
export interface CustomerNotesTable {
  account_id: number;
  /** In small letters. */
  email: string;
  notes: string;
}

export interface LicenseKeysTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  key: string;
  order_item_id: number | null;
  /** Once set, the key is spent for good. */
  assigned_at: Instant | null;
  created_at: Instant;
  /** When another key took its place in the order item; null while it is valid there. */
  replaced_at: Generated<Instant | null>;
  /** Why, in the owner's words; empty for nothing. */
  replaced_reason: Generated<string>;
  /** 1 for a key that was made for its order, by its product's pattern or as a signed license file. */
  is_made: Generated<number>;
}

/** A text that a license key had before: programs that send it mean this key. */
export interface LicenseKeyHashesTable {
  account_id: number;
  /** SHA-256 of the text, in base64url. */
  hash: string;
  license_key_id: number;
}

/** With what a store answers for its licenses: one for `devices`, one or two for `signing`. */
export interface LicenseSecretsTable {
  id: Generated<number>;
  account_id: number;
  /** `devices`: the key of the hashes of devices. `signing`: a private key of Ed25519. */
  use: "devices" | "signing";
  /** Names the public key of `signing`. */
  key_id: string;
  /** Encrypted. */
  secret: string;
  created_at: Instant;
}

/** A device on which a license key is activated. */
export interface LicenseDevicesTable {
  id: Generated<number>;
  account_id: number;
  license_key_id: number;
  /** Keyed hash of what the program calls the device. */
  device_hash: string;
  /** As the program, or its user, calls it. */
  name: string;
  /** 0 for a local or staging site that counts toward no limit. */
  takes_place: number;
  activated_at: Instant;
  last_seen_at: Instant;
}

/**
 * A product whose new license keys are being handed to the order items that wait, oldest first. Until that is done, new
 * orders wait in line.
 */
export interface KeyHandoutsTable {
  product_id: number;
}

export interface OrdersTable {
  id: Generated<number>;
  account_id: number;
  /** The order id that the interfaces show: the account's next number, or the caller's own text. */
  public_id: string;
  /** The store's order ID; null when the caller gave none. */
  vendor_id: string | null;
  guid: string;
  title: string;
  first_name: string;
  last_name: string;
  email: string;
  /**
   * `api` for orders that a program or a shop sent, `import` for those that were imported (`api` if an earlier version did), `manual`
   * for those that a signed-in person made.
   */
  source: "api" | "import" | "manual";
  currency: string | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  /** When its links stop: by its own date, or when its access ends, whichever is earlier; null for never. */
  expires_at: Instant | null;
  download_limit: number | null;
  created_at: Instant;
  /** A deleted order keeps no personal data. The row stays for the recorded downloads. */
  deleted_at: Instant | null;
  /** As searches compare it (`foldText`), like the two that follow: the email, first and last name, last and first name. */
  email_search: Generated<string>;
  name_search: Generated<string>;
  surname_search: Generated<string>;
  /** The number at the end of the store's order ID, without what stands before it; null for none. */
  vendor_number: Generated<string | null>;
  /** The store's order ID as searches compare it (`foldIdentifier`); null if that changes nothing. */
  vendor_search: Generated<string | null>;
  /** Since when the order is on hold; null if it is not. Never together with `revoked_at`. */
  held_at: Generated<Instant | null>;
  revoked_at: Generated<Instant | null>;
  /** The order's own expiration date when it was put on hold. If it is still the same at the release, it moves. */
  held_expires_at: Generated<Instant | null>;
  /** 1 if a delivery email is to be queued once the order is released or restored. */
  email_waits: Generated<number>;
  /** What its customer is spoken to in; null for the account's. */
  language: Generated<Language | null>;
  /** The shop's invoice, https; null for none. */
  invoice_url: Generated<string | null>;
  /**
   * The order expires so many hours after its first counted download, which sets `expires_at` and clears this; null for an
   * order that does not wait for it. Counts only while `expires_at` is null: servers of an earlier version do not clear it.
   */
  first_download_hours: Generated<number | null>;
  /** 1 for a test: its emails go to the store's owner, and figures leave it out. */
  test: Generated<number>;
  /** 1 if the order gave no download limit of its own: items then have their product's, if it has one. */
  limit_by_product: Generated<number>;
  /** Code of ISO 3166 in capitals; null if the shop gave none. */
  country: Generated<string | null>;
  /** The subscription of the shop that pays for it; null for none. */
  subscription_id: Generated<string | null>;
  /** Until when its customer has paid for access; null if access does not end. Its licenses end then as well. */
  access_until: Generated<Instant | null>;
  /** What was last said of its subscription; null while that goes on and is paid. */
  subscription_status: Generated<SaidOfSubscription | null>;
  /** The expiration date of the order itself, while `access_until` is set; null for none. */
  own_expires_at: Generated<Instant | null>;
  /** Who gets it as a gift: emails and links are theirs, and `email` is the buyer's. Null: it is no gift, and has none of the next three. */
  recipient_email: Generated<string | null>;
  recipient_name: Generated<string | null>;
  /** What the buyer writes to the recipient. */
  gift_message: Generated<string | null>;
  /** When the recipient gets the email, and the links begin to work; null for at once. */
  deliver_at: Generated<Instant | null>;
  /** `recipient_email` as searches compare it; null for no gift, so that the index has no row for it. */
  recipient_search: Generated<string | null>;
  /** `recipient_name` as searches compare it; null for none, so that the index has no row for it. */
  recipient_name_search: Generated<string | null>;
}

export interface OrderItemsTable {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  guid: string;
  quantity: number;
  /** Downloads of each file that is not large from the last reset on; null means the item's or the order's limit. */
  allowance_override: number | null;
  /** Downloads of an import, or of earlier versions. The rows of `allowances` count the others. */
  download_count: Generated<number>;
  /** License keys assigned to its units. The item waits for keys while there are fewer than its quantity. */
  keys_assigned: Generated<number>;
  price: number | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  created_at: Instant;
  removed_at: Instant | null;
  /** The product's download limit when the item was added; null for the order's. */
  product_download_limit: Generated<number | null>;
  /** As the product had them when the item was added; null together, and if the order has a limit of its own. */
  large_file_bytes: Generated<number | null>;
  large_file_download_limit: Generated<number | null>;
  /** Downloads of each large file from the last reset on; null means `large_file_download_limit`. */
  large_file_allowance_override: Generated<number | null>;
  /** Since when the item is revoked on its own; null if it is not. The whole order may be revoked as well. */
  revoked_at: Generated<Instant | null>;
  /** Devices that may use each of its license keys; null for the product's limit. */
  device_limit: Generated<number | null>;
  /** The item of the same order whose product, a bundle, brought this one; null for one that was ordered by itself. */
  bundle_item_id: Generated<number | null>;
  /** Until when its customer gets new versions of the product's files; null for without end. */
  updates_until: Generated<Instant | null>;
}

/** What was downloaded of each file of an order item. */
export interface AllowancesTable {
  order_item_id: number;
  file_id: number;
  /** From the last reset of the item on. */
  taken: number;
  /** Of all time, without those in `download_count` of the item. */
  download_count: Generated<number>;
}

/** A payment that prolonged the access of an order. */
export interface SubscriptionPaymentsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  /** The shop's ID of the payment, which counts once in an account; null once its customer was erased. */
  payment_id: string | null;
  /** Until when it pays for access. */
  access_until: Instant;
  /** In ten-thousandths of the currency's unit, as revenue is counted; null if the shop did not say. */
  amount: number | null;
  currency: string;
  paid_at: Instant;
}

/** A customer's request to renew an expired or used-up order. It is open until it is granted or declined. */
export interface RenewalRequestsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  reason: "expired" | "used_up";
  /** The customer's own words; empty for none. */
  message: string;
  /** 1 for one that granted itself (`accounts.self_service_renewals`). */
  self_service: number;
  created_at: Instant;
  granted_at: Instant | null;
  declined_at: Instant | null;
}

/** Orders that a rule of their store has put on hold. A rule holds an order once: a release exempts it from the rule. */
export interface RuleHoldsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  /** Names (`HoldRule`), separated by commas. */
  rules: string;
  /** The same as the order's `held_at` while this hold lasts. */
  held_at: Instant;
  /** 1 once the store was told of it by email. */
  told: Generated<number>;
}
