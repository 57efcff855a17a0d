/** Accounts and their addresses. */
export const accounts = `
create table accounts (
  id integer primary key autoincrement,
  handle text not null unique,
  name text not null,
  email text not null,
  billing_email text not null,
  ecommerce_address text not null,
  payment_address text not null,
  custom_domain text unique,
  plan text not null,
  currency text not null default 'USD',
  order_expiration_in_hours integer,
  download_limit_per_item integer,
  brand_color text,
  logo_storage_key text,
  logo_content_type text,
  logo_sha256 text,
  sender_name text not null default '',
  reply_to text not null default '',
  language text,
  self_service_renewals integer not null default 0,
  api_key text not null unique,
  api_token_hash text not null,
  api_token_encrypted text not null,
  next_order_number integer not null,
  created_at integer not null,
  website text,
  contact_email text,
  anonymize_downloads_after_days integer,
  erase_emails_after_days integer,
  redirect_downloads text not null default 'unlimited',
  setup_dismissed_at integer,
  previews integer not null default 0,
  erase_activity_after_days integer,
  weekly_digest integer not null default 0,
  digested_week integer,
  show_file_updates integer not null default 1,
  hold_rules text,
  told_of_holds_at integer,
  webhook_events text not null default '',
  track_email_opens integer not null default 0,
  is_main integer not null default 0,
  removed_at integer,
  count_previews integer not null default 1
);
create unique index accounts_main on accounts (is_main) where is_main = 1;
create index accounts_key on accounts (lower(api_key));

create table former_handles (
  handle text not null primary key,
  account_id integer not null
);

create table domain_claims (
  account_id integer primary key references accounts (id),
  domain text not null,
  token text not null,
  proved_at integer,
  failing_since integer,
  problem text,
  checked_at integer,
  next_check_at integer not null,
  serves_until integer
);
create index domain_claims_due on domain_claims (next_check_at);
`;
