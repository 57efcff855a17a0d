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
  /** `#rrggbb` in lower case; null for the color that goes with the name. */
  brand_color: Generated<string | null>;
  /** Of the logo's bytes in the file store; the three are null together. */
  logo_storage_key: Generated<string | null>;
  logo_content_type: Generated<string | null>;
  logo_sha256: Generated<string | null>;
  /** In the From of emails; empty for the store's name. */
  sender_name: Generated<string>;
  /** Where answers to emails go; empty for the account's email. */
  reply_to: Generated<string>;
  /** The store's own site, where customers find help; null for none. */
  website: Generated<string | null>;
  /** Where customers write to; null for the address for answers. */
  contact_email: Generated<string | null>;
  /** What customers are spoken to in; null for each browser's own. */
  language: Generated<Language | null>;
  /** How often a customer may reopen an order without asking. */
  self_service_renewals: Generated<number>;
  /** Days for which downloads keep IP address and user agent; null for ever. */
  anonymize_downloads_after_days: Generated<number | null>;
  /** Days for which emails keep their content; null for ever. */
  erase_emails_after_days: Generated<number | null>;
  /** Days for which the activity log keeps its entries; null for ever. */
  erase_activity_after_days: Generated<number | null>;
  /** Which downloads an S3 store sends itself. */
  redirect_downloads: Generated<"unlimited" | "all">;
  /** 1 if the owner gets an email with each week's figures. */
  weekly_digest: Generated<number>;
  /** 1 if the store is told when its delivery emails are opened. */
  track_email_opens: Generated<number>;
  /** The week (`src/operations/housekeeping/weekly-digest.ts`) whose email was sent last; null for none. */
  digested_week: Generated<number | null>;
  /** When an owner removed the steps of the set-up from the overview; null while they are shown. */
  setup_dismissed_at: Generated<Instant | null>;
  /** 1 if customers can see and hear files in the page. */
  previews: Generated<number>;
  /** 1 if that counts as a download. */
  count_previews: Generated<number>;
  /** 1 if customers see when a file was updated, and what is new. */
  show_file_updates: Generated<number>;
  /** `HoldRules` as JSON; null if all are off. */
  hold_rules: Generated<string | null>;
  /** When the store was last told by email that orders are on hold; null for never. */
  told_of_holds_at: Generated<Instant | null>;
  /** The events that its webhook endpoints want, as `,NAME,NAME,`; empty for none. */
  webhook_events: Generated<string>;
  api_key: string;
  api_token_hash: string;
  api_token_encrypted: string;
  next_order_number: number;
  /** 1 for the account that the service domain itself names, or else 0. */
  is_main: Generated<0 | 1>;
  /** Since when the account is being removed: nobody is shown it any more, and its rows go. Null for all others. */
  removed_at: Generated<Instant | null>;
  created_at: Instant;
}

/** Handles that accounts had before; their host names still lead there. */
export interface FormerHandlesTable {
  handle: string;
  account_id: number;
}

/** The domain that an account asks for. `accounts.custom_domain` is the one that serves it, once it is verified. */
export interface DomainClaimsTable {
  account_id: number;
  /** Lower case. Several accounts may ask for the same one; only one verifies it. */
  domain: string;
  /** What the owner publishes. */
  token: string;
  /** When it was first verified; null until then. */
  proved_at: Instant | null;
  /** Since when the checks of a verified domain have failed; null if the last check succeeded. */
  failing_since: Instant | null;
  /** What was wrong at the last check; null if nothing was. */
  problem: string | null;
  checked_at: Instant | null;
  /** 0: at once. */
  next_check_at: Instant;
  /** Until when a domain that was set before verification existed serves unverified; null for all others. */
  serves_until: Instant | null;
}
