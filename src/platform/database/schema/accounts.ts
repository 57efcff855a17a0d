import type { Generated } from "kysely";
import type { Language } from "../../i18n/languages.ts";
import type { Instant } from "../../instants.ts";

export interface AccountsTable {
  id: Generated<number>;
  handle: string;
  name: string;
  email: string;
  billing_email: string;
  ecommerce_address: string;
  payment_address: string;
  custom_domain: string | null;
  plan: string;
  /** ISO 4217. Used when a price has no currency of its own. */
  currency: Generated<string>;
  order_expiration_in_hours: number | null;
  download_limit_per_item: number | null;
  /** `#rrggbb` in lowercase; null for the color that follows from the name. */
  brand_color: Generated<string | null>;
  /** The key of the logo's bytes in the file store. The three columns are null together. */
  logo_storage_key: Generated<string | null>;
  logo_content_type: Generated<string | null>;
  logo_sha256: Generated<string | null>;
  /** The From name of emails; empty for the store's name. */
  sender_name: Generated<string>;
  /** The address for replies to emails; empty for the account's email. */
  reply_to: Generated<string>;
  /** The store's own site, where customers find help; null for none. */
  website: Generated<string | null>;
  /** The address where customers can write; null for the address for replies. */
  contact_email: Generated<string | null>;
  /** The language for customers; null to follow each browser. */
  language: Generated<Language | null>;
  /** How many times a customer may reopen an order without asking. */
  self_service_renewals: Generated<number>;
  /** Days after which IP address and user agent are removed from downloads; null for never. */
  anonymize_downloads_after_days: Generated<number | null>;
  /** Days after which the content of emails is removed; null for never. */
  erase_emails_after_days: Generated<number | null>;
  /** Days after which entries of the activity log are removed; null for never. */
  erase_activity_after_days: Generated<number | null>;
  /** Which downloads an S3 store sends directly. */
  redirect_downloads: Generated<"unlimited" | "all">;
  /** 1 if the owner gets an email with each week's figures. */
  weekly_digest: Generated<number>;
  /** 1 if the store sees when its delivery emails are opened. */
  track_email_opens: Generated<number>;
  /** The last week (`src/operations/housekeeping/weekly-digest.ts`) whose email was sent; null for none. */
  digested_week: Generated<number | null>;
  /** When an owner removed the set-up steps from the overview; null while they are shown. */
  setup_dismissed_at: Generated<Instant | null>;
  /** 1 if customers can preview files in the page. */
  previews: Generated<number>;
  /** 1 if a preview counts as a download. */
  count_previews: Generated<number>;
  /** 1 if customers see when a file was updated, and what is new. */
  show_file_updates: Generated<number>;
  /** `HoldRules` as JSON; null if all are off. */
  hold_rules: Generated<string | null>;
  /** When the store last got an email about orders on hold; null for never. */
  told_of_holds_at: Generated<Instant | null>;
  /** The events that its webhook endpoints want, as `,NAME,NAME,`; empty for none. */
  webhook_events: Generated<string>;
  api_key: string;
  api_token_hash: string;
  api_token_encrypted: string;
  next_order_number: number;
  /** 1 for the account at the service domain itself; otherwise 0. */
  is_main: Generated<0 | 1>;
  /** Since when the account is being removed: nobody can see it, and its rows are being deleted. Null for all others. */
  removed_at: Generated<Instant | null>;
  created_at: Instant;
}

/** Earlier handles of accounts. Their host names still lead to the accounts. */
export interface FormerHandlesTable {
  handle: string;
  account_id: number;
}

/** The domain that an account has requested. `accounts.custom_domain` is the domain that serves it, once verified. */
export interface DomainClaimsTable {
  account_id: number;
  /** In lowercase. Several accounts may request the same one; only one can verify it. */
  domain: string;
  /** The text that the owner publishes. */
  token: string;
  /** When it was first verified; null until then. */
  proved_at: Instant | null;
  /** Start of the current run of failed checks of a verified domain; null if the last check succeeded. */
  failing_since: Instant | null;
  /** The problem at the last check; null for none. */
  problem: string | null;
  checked_at: Instant | null;
  /** 0: immediately. */
  next_check_at: Instant;
  /** Until when an unverified domain works because it was set before verification existed; null for all others. */
  serves_until: Instant | null;
}
