import type { Generated } from "kysely";
import type { Language } from "../../i18n/languages.ts";
import type { Instant } from "../../instants.ts";

/** What a shop says about a subscription that does not simply continue (`orders/subscription-status.ts`). */
export type SaidOfSubscription = "payment_failed" | "canceled";

/** A store's notes about a customer. */
export interface CustomerNotesTable {
  account_id: number;
  /** In lowercase. */
  email: string;
  notes: string;
}

export interface LicenseKeysTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  key: string;
  order_item_id: number | null;
  /** Once set, the key can never be assigned again. */
  assigned_at: Instant | null;
  created_at: Instant;
  /** When another key replaced it in the order item; null while it is valid there. */
  replaced_at: Generated<Instant | null>;
  /** Why, in the owner's words; may be empty. */
  replaced_reason: Generated<string>;
  /** 1 for a key that was made for its order, from its product's pattern or as a signed license file. */
  is_made: Generated<number>;
}

/** An earlier text of a license key. Programs can still send it for this key. */
export interface LicenseKeyHashesTable {
  account_id: number;
  /** SHA-256 of the text, in base64url. */
  hash: string;
  license_key_id: number;
}

/** The secrets for a store's answers about its licenses: one for `devices`, one or two for `signing`. */
export interface LicenseSecretsTable {
  id: Generated<number>;
  account_id: number;
  /** `devices`: the key for hashing devices. `signing`: a private Ed25519 key. */
  use: "devices" | "signing";
  /** Identifies the public key of `signing`. */
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
  /** Keyed hash of the program's name for the device. */
  device_hash: string;
  /** The name that the program or its user gave it. */
  name: string;
  /** 0 for a local or staging site that does not count toward the limit. */
  takes_place: number;
  activated_at: Instant;
  last_seen_at: Instant;
}

/**
 * A product whose new license keys are being assigned to waiting order items, oldest first. Until that is done, new orders wait.
 */
export interface KeyHandoutsTable {
  product_id: number;
}

export interface OrdersTable {
  id: Generated<number>;
  account_id: number;
  /** The order's ID as shown in the interfaces: the account's next number, or the caller's own text. */
  public_id: string;
  /** The store's order ID; null if the caller sent none. */
  vendor_id: string | null;
  guid: string;
  title: string;
  first_name: string;
  last_name: string;
  email: string;
  /**
   * `api` for orders that a program or a shop sent, `import` for imported ones (`api` if an earlier version imported them),
   * `manual` for those that a signed-in person created.
   */
  source: "api" | "import" | "manual";
  currency: string | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  /** When its links expire: on its own date or at the end of access, whichever is earlier; null for never. */
  expires_at: Instant | null;
  download_limit: number | null;
  created_at: Instant;
  /** A deleted order keeps no personal data. The row stays for the recorded downloads. */
  deleted_at: Instant | null;
  /**
   * The email in the form for searches (`foldText`). The next two columns have first and last name, and last and first name,
   * without accents as well (`foldAccents`); orders of earlier versions have the accents until all orders are compared.
   */
  email_search: Generated<string>;
  name_search: Generated<string>;
  surname_search: Generated<string>;
  /** The number at the end of the store's order ID, without the text before it; null for none. */
  vendor_number: Generated<string | null>;
  /** The store's order ID in the form for searches (`foldIdentifier`); null if that is the same. */
  vendor_search: Generated<string | null>;
  /** Since when the order is on hold; null if it is not. Never together with `revoked_at`. */
  held_at: Generated<Instant | null>;
  revoked_at: Generated<Instant | null>;
  /** The order's own expiration date when it was put on hold. If it is still the same at the release, it is moved. */
  held_expires_at: Generated<Instant | null>;
  /** 1 if a delivery email must be queued once the order is released or restored. */
  email_waits: Generated<number>;
  /** The customer's language; null for the account's. */
  language: Generated<Language | null>;
  /** The shop's invoice, https; null for none. */
  invoice_url: Generated<string | null>;
  /**
   * The order expires this many hours after its first counted download, which sets `expires_at` and clears this; null for an
   * order that does not wait for it. Used only while `expires_at` is null: servers of an earlier version do not clear it.
   */
  first_download_hours: Generated<number | null>;
  /** 1 for a test: its emails go to the store's owner, and figures leave it out. */
  test: Generated<number>;
  /** 1 if the order has no download limit of its own: its items then have their products' limits, if any. */
  limit_by_product: Generated<number>;
  /** An ISO 3166 code in capitals; null if unknown. */
  country: Generated<string | null>;
  /** The shop's ID of the subscription that pays for it; null for none. */
  subscription_id: Generated<string | null>;
  /** The end of paid access; null if access does not end. Its licenses end then as well. */
  access_until: Generated<Instant | null>;
  /** The last statement about its subscription; null while that continues and is paid. */
  subscription_status: Generated<SaidOfSubscription | null>;
  /** The expiration date of the order itself, while `access_until` is set; null for none. */
  own_expires_at: Generated<Instant | null>;
  /**
   * The recipient of a gift: emails and links are theirs, and `email` is the buyer's. Null: it is not a gift, and the next three
   * are null too.
   */
  recipient_email: Generated<string | null>;
  recipient_name: Generated<string | null>;
  /** The buyer's message to the recipient. */
  gift_message: Generated<string | null>;
  /** When the recipient gets the email, and the links begin to work; null: at once. */
  deliver_at: Generated<Instant | null>;
  /** `recipient_email` in the form for searches; null if it is no gift, which then needs no row in the index. */
  recipient_search: Generated<string | null>;
  /** `recipient_name` in the form for searches; null for none, which then needs no row in the index. */
  recipient_name_search: Generated<string | null>;
}

export interface OrderItemsTable {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  guid: string;
  quantity: number;
  /** Downloads of each file that is not large, since the last reset; null means the item's or the order's limit. */
  allowance_override: number | null;
  /** Downloads from an import, or from earlier versions. The rows of `allowances` count the others. */
  download_count: Generated<number>;
  /** Number of license keys assigned to its units. The item waits for keys while this is less than its quantity. */
  keys_assigned: Generated<number>;
  price: number | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  created_at: Instant;
  removed_at: Instant | null;
  /** The product's download limit when the item was added; null for the order's. */
  product_download_limit: Generated<number | null>;
  /** The product's values when the item was added. Null together, and if the order has its own limit. */
  large_file_bytes: Generated<number | null>;
  large_file_download_limit: Generated<number | null>;
  /** Downloads of each large file since the last reset; null means `large_file_download_limit`. */
  large_file_allowance_override: Generated<number | null>;
  /** Since when the item is revoked on its own; null if it is not. The whole order may be revoked as well. */
  revoked_at: Generated<Instant | null>;
  /** Devices that may use each of its license keys; null for the product's limit. */
  device_limit: Generated<number | null>;
  /** The item of the same order whose product, a bundle, added this one; null for an item that was ordered on its own. */
  bundle_item_id: Generated<number | null>;
  /** Until when its customer gets new versions of the product's files; null for no end. */
  updates_until: Generated<Instant | null>;
}

/** The downloads of each file of an order item. */
export interface AllowancesTable {
  order_item_id: number;
  file_id: number;
  /** Since the last reset of the item. */
  taken: number;
  /** In total, without those in `download_count` of the item. */
  download_count: Generated<number>;
}

/** A payment that prolonged the access of an order. */
export interface SubscriptionPaymentsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  /** The shop's ID of the payment, which an account counts only once; null once its customer was erased. */
  payment_id: string | null;
  /** Until when the payment pays for access. */
  access_until: Instant;
  /** In ten-thousandths of the currency's unit, like revenue; null if unknown. */
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
  /** The customer's message; may be empty. */
  message: string;
  /** 1 for a renewal without approval (`accounts.self_service_renewals`). */
  self_service: number;
  created_at: Instant;
  granted_at: Instant | null;
  declined_at: Instant | null;
}

/** Orders that a rule of their store has put on hold. A rule holds an order only once: a release exempts it from the rule. */
export interface RuleHoldsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  /** Names (`HoldRule`), separated by commas. */
  rules: string;
  /** Equals the order's `held_at` while this hold lasts. */
  held_at: Instant;
  /** 1 once the store got an email about it. */
  told: Generated<number>;
}
