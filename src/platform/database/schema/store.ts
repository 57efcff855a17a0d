import type { Generated } from "kysely";
import type { Language } from "../../i18n/languages.ts";
import type { Instant } from "../../instants.ts";

/** A change that a member or a program made in an account. */
export interface ActivitiesTable {
  id: Generated<number>;
  account_id: number;
  at: Instant;
  /** One of `src/store/activity/kinds.ts`. */
  kind: string;
  /** The member's email address in lowercase; null for a program that uses v3; `xml` or `command_line` for others. */
  actor: string | null;
  /** The changed object; both are null for the account itself. */
  subject_type: string | null;
  subject_id: string | null;
  /** JSON: the names of the fields that were sent. */
  fields: string;
  ip_address: string;
}

/** The first response to a request with an `Idempotency-Key`. */
export interface IdempotencyKeysTable {
  account_id: number;
  /** The client's own text. If the caller is not the account itself, the caller and two line breaks come before it. */
  key: string;
  /** SHA-256 hash that identifies the request, in hexadecimal. */
  request_hash: string;
  /** Encrypted. Null until there is a response, empty after its order was deleted. */
  answer: string | null;
  /** Row number of the order that the response is about; null if there is none. */
  order_id: number | null;
  created_at: Instant;
}

/** Changes that are not in the index yet. A row is about an order, or about a product whose orders have all changed. */
export interface OrderChangesTable {
  id: Generated<number>;
  order_id: number | null;
  product_id: number | null;
  /** The last handled order item of the product. */
  reached: Generated<number>;
}

/** What happened with a product on one UTC day, counted as it happened. */
export interface ProductDaysTable {
  account_id: number;
  product_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  downloads: number;
  bytes: number;
  /**
   * Order items added on the day, minus those removed on it. Items that were removed because the product was deleted do not
   * count.
   */
  kept_items: number;
}

/** The value of the orders created on one UTC day, in one currency, without those that were revoked or deleted. */
export interface RevenueDaysTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  /** ISO 4217. */
  currency: string;
  /** In ten-thousandths of the currency's unit. */
  amount: number;
}

/** One row: when counts are next compared with the rows they count (statistics/recount.ts). */
export interface RecountsTable {
  id: Generated<number>;
  /** The number of the last comparison. Only that one may correct counts. */
  run: Generated<number>;
  due_at: Generated<Instant>;
}

/** What happened in an account on one UTC day, counted as it happened. */
export interface AccountDaysTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  /** Delivery emails that a mail server accepted. */
  emails: number;
}

/** The results of a file's downloads on one UTC day (statistics/transfers.ts). */
export interface TransferDaysTable {
  account_id: number;
  product_id: number;
  file_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  ended: number;
  completed: number;
  sent_bytes: number;
  timed_bytes: number;
  timed_milliseconds: number;
}

/** A text that the store has written itself, for all languages; src/store/wording/names.ts lists them. */
export interface WordingsTable {
  account_id: number;
  name: string;
  /** Liquid; null for the built-in text. */
  source: string | null;
  /** The text before the last change; null for the built-in text. */
  previous_source: string | null;
  /** Why it could not be used the last time it was needed; null if it could. */
  problem: string | null;
  problem_at: Instant | null;
  updated_at: Instant;
}

/** The same for one language; a null `source` means that the language has no text of its own. */
export interface TranslatedWordingsTable extends WordingsTable {
  language: Language;
}
