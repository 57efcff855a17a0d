SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.account_days (
    account_id bigint NOT NULL,
    day bigint NOT NULL,
    orders bigint NOT NULL,
    emails bigint NOT NULL
);
CREATE TABLE public.accounts (
    id bigint NOT NULL,
    handle text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    billing_email text NOT NULL COLLATE pg_catalog."C",
    ecommerce_address text NOT NULL COLLATE pg_catalog."C",
    payment_address text NOT NULL COLLATE pg_catalog."C",
    custom_domain text COLLATE pg_catalog."C",
    plan text NOT NULL COLLATE pg_catalog."C",
    currency text DEFAULT 'USD'::text NOT NULL COLLATE pg_catalog."C",
    order_expiration_in_hours bigint,
    download_limit_per_item bigint,
    brand_color text COLLATE pg_catalog."C",
    logo_storage_key text COLLATE pg_catalog."C",
    logo_content_type text COLLATE pg_catalog."C",
    logo_sha256 text COLLATE pg_catalog."C",
    sender_name text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    reply_to text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    language text COLLATE pg_catalog."C",
    self_service_renewals bigint DEFAULT 0 NOT NULL,
    api_key text NOT NULL COLLATE pg_catalog."C",
    api_token_hash text NOT NULL COLLATE pg_catalog."C",
    api_token_encrypted text NOT NULL COLLATE pg_catalog."C",
    next_order_number bigint NOT NULL,
    created_at bigint NOT NULL,
    website text COLLATE pg_catalog."C",
    contact_email text COLLATE pg_catalog."C"
);
ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.allowances (
    order_item_id bigint NOT NULL,
    file_id bigint NOT NULL,
    taken bigint NOT NULL
);
CREATE TABLE public.credentials (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    provider_user_id text NOT NULL COLLATE pg_catalog."C",
    password_hash text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.devices (
    token_hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    signed_in_at bigint NOT NULL
);
CREATE TABLE public.downloads (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    product_id bigint NOT NULL,
    order_id bigint,
    order_item_id bigint,
    file_id bigint NOT NULL,
    filename text NOT NULL COLLATE pg_catalog."C",
    size_bytes bigint NOT NULL,
    ip_address text NOT NULL COLLATE pg_catalog."C",
    user_agent text NOT NULL COLLATE pg_catalog."C",
    downloaded_at bigint NOT NULL,
    lacks_first_part bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.downloads ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.downloads_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.email_allowances (
    account_id bigint NOT NULL,
    day bigint NOT NULL,
    queued bigint NOT NULL
);
CREATE TABLE public.email_tries (
    id bigint NOT NULL,
    email_id bigint NOT NULL,
    tried_at bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    response text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.email_tries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.email_tries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.emails (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text DEFAULT 'delivery'::text NOT NULL COLLATE pg_catalog."C",
    order_id bigint,
    recipient text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attempts bigint DEFAULT 0 NOT NULL,
    next_attempt_at bigint NOT NULL,
    lease_expires_at bigint,
    message_id text NOT NULL COLLATE pg_catalog."C",
    subject text COLLATE pg_catalog."C",
    text_body text COLLATE pg_catalog."C",
    html_body text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    sent_at bigint,
    lane bigint,
    first_tried_at bigint
);
ALTER TABLE public.emails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.emails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.file_removals (
    id bigint NOT NULL,
    storage_key text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.file_removals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.file_removals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.files (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    filename text NOT NULL COLLATE pg_catalog."C",
    size_bytes bigint NOT NULL,
    content_type text NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL COLLATE pg_catalog."C",
    storage_key text COLLATE pg_catalog."C",
    external_url text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    deleted_at bigint
);
ALTER TABLE public.files ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.idempotency_keys (
    account_id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    request_hash text NOT NULL COLLATE pg_catalog."C",
    order_id bigint,
    created_at bigint NOT NULL,
    answer text COLLATE pg_catalog."C"
);
CREATE TABLE public.imports (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    dry_run bigint NOT NULL,
    skip_refused bigint NOT NULL,
    rows bigint NOT NULL,
    done_rows bigint NOT NULL,
    accepted bigint NOT NULL,
    applied bigint NOT NULL,
    refused text NOT NULL COLLATE pg_catalog."C",
    unknown_columns text NOT NULL COLLATE pg_catalog."C",
    problem text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    finished_at bigint,
    notes text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.imports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.invitations (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.key_handouts (
    product_id bigint NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.license_keys (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    product_id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    order_item_id bigint,
    assigned_at bigint,
    created_at bigint NOT NULL
);
ALTER TABLE public.license_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.license_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.members (
    account_id bigint NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.message_removals (
    id bigint NOT NULL,
    email_id bigint NOT NULL
);
ALTER TABLE public.message_removals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.message_removals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.order_items (
    id bigint NOT NULL,
    order_id bigint NOT NULL,
    product_id bigint NOT NULL,
    guid text NOT NULL COLLATE pg_catalog."C",
    quantity bigint NOT NULL,
    allowance_override bigint,
    download_count bigint DEFAULT 0 NOT NULL,
    keys_assigned bigint DEFAULT 0 NOT NULL,
    price double precision,
    custom_1 text COLLATE pg_catalog."C",
    custom_2 text COLLATE pg_catalog."C",
    custom_3 text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    removed_at bigint
);
ALTER TABLE public.order_items ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.order_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.orders (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    public_id text NOT NULL COLLATE pg_catalog."C",
    vendor_id text COLLATE pg_catalog."C",
    guid text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    first_name text NOT NULL COLLATE pg_catalog."C",
    last_name text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    currency text COLLATE pg_catalog."C",
    custom_1 text COLLATE pg_catalog."C",
    custom_2 text COLLATE pg_catalog."C",
    custom_3 text COLLATE pg_catalog."C",
    expires_at bigint,
    download_limit bigint,
    created_at bigint NOT NULL,
    deleted_at bigint,
    email_search text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    name_search text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    surname_search text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    vendor_number text COLLATE pg_catalog."C"
);
ALTER TABLE public.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.product_days (
    account_id bigint NOT NULL,
    product_id bigint NOT NULL,
    day bigint NOT NULL,
    orders bigint NOT NULL,
    downloads bigint NOT NULL,
    bytes bigint NOT NULL
);
CREATE TABLE public.product_files (
    product_id bigint NOT NULL,
    file_id bigint NOT NULL,
    "position" bigint NOT NULL
);
CREATE TABLE public.products (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    sku text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    price double precision,
    currency text COLLATE pg_catalog."C",
    guid text NOT NULL COLLATE pg_catalog."C",
    permalink_disabled_at bigint,
    created_at bigint NOT NULL,
    deleted_at bigint,
    sku_search text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    name_search text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    archived_at bigint
);
ALTER TABLE public.products ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.products_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.rate_limits (
    key text NOT NULL COLLATE pg_catalog."C",
    tries bigint NOT NULL,
    ends_at bigint NOT NULL
);
CREATE TABLE public.renewal_requests (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    order_id bigint NOT NULL,
    reason text NOT NULL COLLATE pg_catalog."C",
    message text NOT NULL COLLATE pg_catalog."C",
    self_service bigint NOT NULL,
    created_at bigint NOT NULL,
    granted_at bigint,
    declined_at bigint
);
ALTER TABLE public.renewal_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.renewal_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    token text NOT NULL COLLATE pg_catalog."C",
    ip_address text COLLATE pg_catalog."C",
    user_agent text COLLATE pg_catalog."C",
    expires_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.two_factors (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    backup_codes text NOT NULL COLLATE pg_catalog."C",
    verified bigint,
    failed_verification_count bigint,
    locked_until text COLLATE pg_catalog."C"
);
CREATE TABLE public.uploads (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    filename text NOT NULL COLLATE pg_catalog."C",
    content_type text NOT NULL COLLATE pg_catalog."C",
    metadata text NOT NULL COLLATE pg_catalog."C",
    size_bytes bigint,
    file_id bigint,
    product_id bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    email_verified bigint DEFAULT 0 NOT NULL,
    two_factor_enabled bigint DEFAULT 0 NOT NULL,
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.verifications (
    id text NOT NULL COLLATE pg_catalog."C",
    identifier text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    expires_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.wordings (
    account_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    previous_source text COLLATE pg_catalog."C",
    problem text COLLATE pg_catalog."C",
    problem_at bigint,
    updated_at bigint NOT NULL
);
INSERT INTO public.account_days VALUES (1, 20780, 2, 0);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (1, 'north', 'Nordlicht', 'ada@nordlicht.example', 'ada@nordlicht.example', '', '', NULL, 'unlimited', 'USD', NULL, 3, NULL, NULL, NULL, NULL, '', '', NULL, 0, 'Key_of_an_earlier_version', 'ca18fff9508ce950a7fc2c3fe4e81f0a2139937a98a45220e54a3e7b2bcfb2e9', 'xBrF/9tR0Ynl1RksVWd+Dx48QaFhfECVlq7v/ONJaBThz20IhhcXlDWttiM8XGfnQtDYXTyIJw==', 10000002, 1795394674661, NULL, NULL);
INSERT INTO public.allowances VALUES (2, 1, 1);
INSERT INTO public.credentials VALUES ('o36XAut5vnjyKm4q2R6bp_0JnyE', '3lxU3trukyKSHLSqmCaIiD1W8bo', 'credential', '3lxU3trukyKSHLSqmCaIiD1W8bo', '$argon2id$v=19$m=65536,t=2,p=1$6TK8n0EYOKE2m2mbNUcLJnlEZ43zQzm9bpmDeIsNnoo$B0pUSKqrM4gWku4CHbjU5sexFdxru9+OzLQoIcpEffg', '2026-11-23T00:44:34.661Z', '2026-11-23T00:44:34.661Z');
INSERT INTO public.devices VALUES ('cynfS6CjaJ7qo78hhDJctytZnd-DEaDS7HU_lPB1EgU', '3lxU3trukyKSHLSqmCaIiD1W8bo', 1795394681221);
INSERT INTO public.downloads OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 2, 2, 1, 'Booklet.txt', 23, '127.0.0.1', 'Bun/1.4.5', 1795394679866, 0);
INSERT INTO public.email_tries OVERRIDING SYSTEM VALUE VALUES (2, 1, 1795394680302, 'kept', 'Kept in the mailbox folder.');
INSERT INTO public.email_tries OVERRIDING SYSTEM VALUE VALUES (1, 2, 1795394680305, 'kept', 'Kept in the mailbox folder.');
INSERT INTO public.emails OVERRIDING SYSTEM VALUE VALUES (1, 1, 'delivery', 1, 'ann@example.com', 'kept', 1, 1795394679681, NULL, 'aab8a443-69e6-4464-a4cc-128d4f6a8373@north.waybill', 'Your downloads and license keys from Nordlicht (order M-1)', 'Hello Ann,
your downloads and license keys of order M-1 from Nordlicht are here:
http://north.localhost:3000/orders/ddOAEdLKhq0W25AZIrn2g3jfaKU
These links do not expire.
Book (quantity: 2)
http://north.localhost:3000/get/_zvlUV8rTnr1Otwv-fkL4oQk2Cs?page
License keys:
    KEY-0001
    KEY-0002
- Booklet.txt (23 bytes)
  3 downloads left
Please keep these links and keys to yourself: the links use up your
downloads.
Nordlicht
ada@nordlicht.example
', '<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>Your downloads and license keys from Nordlicht (order M-1)</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #12161c !important; }
  .card { background-color: #1b2129 !important; border-color: #2c3540 !important; }
  .strong { color: #f1f4f8 !important; }
  .soft { color: #a7b2bf !important; }
  .line { border-color: #2c3540 !important; }
  .key { background-color: #262f3a !important; color: #f1f4f8 !important; }
  .link { color: #53988f !important; }
  .button { background-color: #02675a !important; border-color: #02675a !important; color: #ffffff !important; }
}
@media (max-width: 480px) {
  .outer { padding: 12px 8px 24px !important; }
  .inner { padding: 24px 20px !important; }
  .button { display: block !important; text-align: center !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f2f4f7;-webkit-text-size-adjust:100%;text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">These links do not expire.</div>
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0" style="background-color:#f2f4f7">
<tr><td class="outer" align="center" style="padding:32px 16px 40px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:600px;width:100%;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere">
<tr><td class="strong" style="padding:0 4px 16px;font-size:15px;line-height:22px;font-weight:600;color:#1d2733">Nordlicht</td></tr>
<tr><td class="card inner" style="background-color:#ffffff;border:1px solid #e1e6ec;border-radius:14px;padding:36px 40px">
<h1 class="strong" style="margin:0 0 12px;font-size:24px;line-height:31px;font-weight:700;letter-spacing:-0.2px;color:#1d2733">Your order is ready</h1>
<p class="soft" style="margin:0 0 24px;font-size:16px;line-height:25px;color:#4f5d6b">Hello Ann, your downloads and license keys of order M-1 are here.</p>
<a class="button" href="http://north.localhost:3000/orders/ddOAEdLKhq0W25AZIrn2g3jfaKU" style="display:inline-block;background-color:#02675a;border:1px solid #02675a;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;padding:12px 27px;border-radius:10px">Open your order</a>
<p class="soft" style="margin:20px 0 0;font-size:14px;line-height:21px;color:#4f5d6b">These links do not expire.</p>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin-top:24px"><tr><td class="line" style="border-top:1px solid #e1e6ec;padding-top:20px">
<p style="margin:0;font-size:16px;line-height:24px;font-weight:600"><a class="link" href="http://north.localhost:3000/get/_zvlUV8rTnr1Otwv-fkL4oQk2Cs?page" style="color:#02675a;text-decoration:underline">Book</a><span class="soft" style="font-weight:400;color:#4f5d6b"> &times;&nbsp;2</span></p>
<p class="soft" style="margin:10px 0 0;font-size:14px;line-height:21px;color:#4f5d6b">License keys</p>
<p class="key" dir="ltr" style="margin:6px 0 0;padding:8px 12px;border-radius:8px;background-color:#eef2f7;font-family:ui-monospace,''SF Mono'',Menlo,Consolas,''Courier New'',monospace;font-size:15px;line-height:22px;color:#1d2733;white-space:pre-wrap">KEY-0001</p>
<p class="key" dir="ltr" style="margin:6px 0 0;padding:8px 12px;border-radius:8px;background-color:#eef2f7;font-family:ui-monospace,''SF Mono'',Menlo,Consolas,''Courier New'',monospace;font-size:15px;line-height:22px;color:#1d2733;white-space:pre-wrap">KEY-0002</p>
<p class="soft" style="margin:14px 0 0;font-size:14px;line-height:21px;color:#4f5d6b"><span class="strong" style="color:#1d2733">Booklet.txt</span> &middot; 23 bytes</p>
<p class="soft" style="margin:6px 0 0;font-size:14px;line-height:21px;color:#4f5d6b">3 downloads left</p>
</td></tr></table>
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:#5f6c7a">Please keep these links and keys to yourself: the links use up your downloads.<br>If the button does not work, copy this address into your browser:<br><a class="link" href="http://north.localhost:3000/orders/ddOAEdLKhq0W25AZIrn2g3jfaKU" style="color:#02675a;text-decoration:underline">http://north.localhost:3000/orders/ddOAEdLKhq0W25AZIrn2g3jfaKU</a></td></tr>
<tr><td class="soft" style="padding:12px 4px 0;font-size:13px;line-height:20px;color:#5f6c7a">Sent by Nordlicht &middot; <a class="link" href="mailto:ada@nordlicht.example?subject=M-1" style="color:#02675a;text-decoration:underline">ada@nordlicht.example</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
', 1795394679681, 1795394680302, 1, NULL);
INSERT INTO public.emails OVERRIDING SYSTEM VALUE VALUES (2, 1, 'delivery', 2, 'ben@example.com', 'kept', 1, 1795394679794, NULL, '85f99206-d21c-436c-8c0e-c6d423e04b74@north.waybill', 'The links of your order 1001 from Nordlicht have expired', 'Hello,
the links of your order 1001 from Nordlicht have expired. You can ask for
new ones on the page of your order:
http://north.localhost:3000/orders/NcxzgJLoISMNWvhtdtQy6mzcLLE
These links expired on 23 November 2026, 00:44 UTC.
Book
http://north.localhost:3000/get/Y4eVf7StSXyjMAn_FdqcWyoxiaU?page
License key:
    KEY-0003
- Booklet.txt (23 bytes)
  2 downloads left
Please keep these links and keys to yourself: the links use up your
downloads.
Nordlicht
ada@nordlicht.example
', '<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>The links of your order 1001 from Nordlicht have expired</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #12161c !important; }
  .card { background-color: #1b2129 !important; border-color: #2c3540 !important; }
  .strong { color: #f1f4f8 !important; }
  .soft { color: #a7b2bf !important; }
  .line { border-color: #2c3540 !important; }
  .key { background-color: #262f3a !important; color: #f1f4f8 !important; }
  .link { color: #53988f !important; }
  .button { background-color: #02675a !important; border-color: #02675a !important; color: #ffffff !important; }
}
@media (max-width: 480px) {
  .outer { padding: 12px 8px 24px !important; }
  .inner { padding: 24px 20px !important; }
  .button { display: block !important; text-align: center !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f2f4f7;-webkit-text-size-adjust:100%;text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">These links expired on 23 November 2026, 00:44 UTC.</div>
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0" style="background-color:#f2f4f7">
<tr><td class="outer" align="center" style="padding:32px 16px 40px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:600px;width:100%;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere">
<tr><td class="strong" style="padding:0 4px 16px;font-size:15px;line-height:22px;font-weight:600;color:#1d2733">Nordlicht</td></tr>
<tr><td class="card inner" style="background-color:#ffffff;border:1px solid #e1e6ec;border-radius:14px;padding:36px 40px">
<h1 class="strong" style="margin:0 0 12px;font-size:24px;line-height:31px;font-weight:700;letter-spacing:-0.2px;color:#1d2733">Your links have expired</h1>
<p class="soft" style="margin:0 0 24px;font-size:16px;line-height:25px;color:#4f5d6b">Hello, the links of your order 1001 have expired. You can ask for new ones on the page of your order.</p>
<a class="button" href="http://north.localhost:3000/orders/NcxzgJLoISMNWvhtdtQy6mzcLLE" style="display:inline-block;background-color:#02675a;border:1px solid #02675a;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;padding:12px 27px;border-radius:10px">Open your order</a>
<p class="soft" style="margin:20px 0 0;font-size:14px;line-height:21px;color:#4f5d6b">These links expired on 23 November 2026, 00:44 UTC.</p>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="margin-top:24px"><tr><td class="line" style="border-top:1px solid #e1e6ec;padding-top:20px">
<p style="margin:0;font-size:16px;line-height:24px;font-weight:600"><a class="link" href="http://north.localhost:3000/get/Y4eVf7StSXyjMAn_FdqcWyoxiaU?page" style="color:#02675a;text-decoration:underline">Book</a></p>
<p class="soft" style="margin:10px 0 0;font-size:14px;line-height:21px;color:#4f5d6b">License key</p>
<p class="key" dir="ltr" style="margin:6px 0 0;padding:8px 12px;border-radius:8px;background-color:#eef2f7;font-family:ui-monospace,''SF Mono'',Menlo,Consolas,''Courier New'',monospace;font-size:15px;line-height:22px;color:#1d2733;white-space:pre-wrap">KEY-0003</p>
<p class="soft" style="margin:14px 0 0;font-size:14px;line-height:21px;color:#4f5d6b"><span class="strong" style="color:#1d2733">Booklet.txt</span> &middot; 23 bytes</p>
<p class="soft" style="margin:6px 0 0;font-size:14px;line-height:21px;color:#4f5d6b">2 downloads left</p>
</td></tr></table>
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:#5f6c7a">Please keep these links and keys to yourself: the links use up your downloads.<br>If the button does not work, copy this address into your browser:<br><a class="link" href="http://north.localhost:3000/orders/NcxzgJLoISMNWvhtdtQy6mzcLLE" style="color:#02675a;text-decoration:underline">http://north.localhost:3000/orders/NcxzgJLoISMNWvhtdtQy6mzcLLE</a></td></tr>
<tr><td class="soft" style="padding:12px 4px 0;font-size:13px;line-height:20px;color:#5f6c7a">Sent by Nordlicht &middot; <a class="link" href="mailto:ada@nordlicht.example?subject=1001" style="color:#02675a;text-decoration:underline">ada@nordlicht.example</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
', 1795394679794, 1795394680305, 1, NULL);
INSERT INTO public.files OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Booklet.txt', 23, 'text/plain;charset=utf-8', '7c50a172909de4e126149c96c20a85d9f031c5152993111f8fe1bcbc90feebb6', '5b0d973358f0e69dd1971028ef448305', NULL, 1795394676656, NULL);
INSERT INTO public.kysely_migration VALUES ('0001-foundation', '2026-11-23T00:44:34.105Z');
INSERT INTO public.kysely_migration VALUES ('0002-mail-queue', '2026-11-23T00:44:34.146Z');
INSERT INTO public.kysely_migration VALUES ('0003-order-search', '2026-11-23T00:44:34.202Z');
INSERT INTO public.kysely_migration VALUES ('0004-sign-in-limits', '2026-11-23T00:44:34.231Z');
INSERT INTO public.kysely_migration VALUES ('0006-customers', '2026-11-23T00:44:34.234Z');
INSERT INTO public.kysely_migration VALUES ('0007-kept-answers', '2026-11-23T00:44:34.236Z');
INSERT INTO public.kysely_migration VALUES ('0008-product-archive', '2026-11-23T00:44:34.237Z');
INSERT INTO public.kysely_migration VALUES ('0020-import-notes', '2026-11-23T00:44:34.239Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.license_keys OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'KEY-0001', 1, 1795394679681, 1795394677788);
INSERT INTO public.license_keys OVERRIDING SYSTEM VALUE VALUES (2, 1, 1, 'KEY-0002', 1, 1795394679681, 1795394677788);
INSERT INTO public.license_keys OVERRIDING SYSTEM VALUE VALUES (3, 1, 1, 'KEY-0003', 2, 1795394679794, 1795394677788);
INSERT INTO public.members VALUES (1, '3lxU3trukyKSHLSqmCaIiD1W8bo', 'owner', 1795394674661);
INSERT INTO public.order_items OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, '_zvlUV8rTnr1Otwv-fkL4oQk2Cs', 2, NULL, 0, 2, NULL, NULL, NULL, NULL, 1795394679681, NULL);
INSERT INTO public.order_items OVERRIDING SYSTEM VALUE VALUES (2, 2, 1, 'Y4eVf7StSXyjMAn_FdqcWyoxiaU', 1, NULL, 1, 1, NULL, NULL, NULL, NULL, 1795394679794, NULL);
INSERT INTO public.orders OVERRIDING SYSTEM VALUE VALUES (1, 1, '10000001', 'M-1', 'ddOAEdLKhq0W25AZIrn2g3jfaKU', '', 'Ann', '', 'ann@example.com', 'api', NULL, NULL, NULL, NULL, NULL, 3, 1795394679681, NULL, 'ann@example.com', 'ann', 'ann', '1');
INSERT INTO public.orders OVERRIDING SYSTEM VALUE VALUES (2, 1, '1001', '1001', 'NcxzgJLoISMNWvhtdtQy6mzcLLE', 'By hand', '', '', 'ben@example.com', 'api', NULL, NULL, NULL, NULL, 1795394679884, 3, 1795394679794, NULL, 'ben@example.com', '', '', '1001');
INSERT INTO public.product_days VALUES (1, 1, 20780, 2, 1, 23);
INSERT INTO public.product_files VALUES (1, 1, 1);
INSERT INTO public.products OVERRIDING SYSTEM VALUE VALUES (1, 1, 'BOOK', 'Book', NULL, NULL, 'Cd20ZVr7GZQOFyW-vhrHTvYnsDU', NULL, 1795394676656, NULL, 'book', 'book', NULL);
INSERT INTO public.rate_limits VALUES ('pace:3CZfo_gFxbjfU4os_T_jz2kQRtP6p2hTF1HIMXw5GsE:4CvQs7IoAl2d_cn78rgDT4XnlgqSb90DlRAVGZWd_yo', 1, 1795394690374);
INSERT INTO public.rate_limits VALUES ('pace:1gaocD7GKhjvvJjOL4xRH1ZRKVTnsWe_xj9NqjpfNf4:4CvQs7IoAl2d_cn78rgDT4XnlgqSb90DlRAVGZWd_yo', 1, 1795394690770);
INSERT INTO public.rate_limits VALUES ('pace:2Q7MoZvdt0q-Z6e-grMqKN_he08YVvP2lRLgxHG35h4:DcvuH6o4K7ky_CSjXWyuDIZ3U-wWUFaP0kBMUjYYXKE', 1, 1795394691142);
INSERT INTO public.sessions VALUES ('yAtgQOcYTvInCv2yOH69c8bsBE4ZG9bN', '3lxU3trukyKSHLSqmCaIiD1W8bo', 1, 'JtQ3WMJDdW4xeod1dAf8jesiXftFe5hv', '127.0.0.1', 'Bun/1.4.5', '2026-11-30T00:44:41.187Z', '2026-11-23T00:44:41.187Z', '2026-11-23T00:44:41.187Z');
INSERT INTO public.two_factors VALUES ('5yfx7oz7O3LScECaqE52Xna4wspFrlNM', '3lxU3trukyKSHLSqmCaIiD1W8bo', '5b27f3df359693dfd3d16d0ea3119109ce1b9274de6181e569218e735e1f689a8e3a59e5aaa8e686057104024bffd303b757f8f495016896745da865a1375b33dcbf9f26a9176d9b', 'd29a86adcc8c339b012769985a55fa24ba1cb320004e605f4f598aad880de0b0480b5b439b081270155890e83a8e7e3e7cc408b804bb809c98057c0f8f56a32ab55b8fc871fa6025f27bf3a30597eed422857caacadccd952c413e781e03ee7de1dbd2870cc163de65f130036b59bdc10920c8ef1003aa2df03609e2b4b73c94cbf94461aea9c4087215276f3723b8bf05a4b84e3367a31ef70000dfe55b542b3099be6f8121746acdf2b27911001ab0319b944866', 1, 0, NULL);
INSERT INTO public.users VALUES ('3lxU3trukyKSHLSqmCaIiD1W8bo', 'ada@nordlicht.example', 'ada', 0, 1, '2026-11-23T00:44:34.661Z', '2026-11-23T00:44:41.184Z');
INSERT INTO public.verifications VALUES ('IPG1mnm2hKTZ3a6vqAKr6b7emM_TrZsQ284qqsXjNqA', 'jCDlw2TJJOiboUyqhyM7aQolk4tHMm6ak-MWxki58go', '3lxU3trukyKSHLSqmCaIiD1W8bo', '2026-11-23T00:49:41.152Z', '2026-11-23T00:44:41.152Z', '2026-11-23T00:44:41.152Z');
SELECT pg_catalog.setval('public.accounts_id_seq', 1, true);
SELECT pg_catalog.setval('public.downloads_id_seq', 1, true);
SELECT pg_catalog.setval('public.email_tries_id_seq', 2, true);
SELECT pg_catalog.setval('public.emails_id_seq', 2, true);
SELECT pg_catalog.setval('public.file_removals_id_seq', 1, false);
SELECT pg_catalog.setval('public.files_id_seq', 1, true);
SELECT pg_catalog.setval('public.imports_id_seq', 1, false);
SELECT pg_catalog.setval('public.license_keys_id_seq', 3, true);
SELECT pg_catalog.setval('public.message_removals_id_seq', 1, false);
SELECT pg_catalog.setval('public.order_items_id_seq', 2, true);
SELECT pg_catalog.setval('public.orders_id_seq', 2, true);
SELECT pg_catalog.setval('public.products_id_seq', 1, true);
SELECT pg_catalog.setval('public.renewal_requests_id_seq', 1, false);
ALTER TABLE ONLY public.account_days
    ADD CONSTRAINT account_days_pk PRIMARY KEY (account_id, day);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_api_key_key UNIQUE (api_key);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_custom_domain_key UNIQUE (custom_domain);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_handle_key UNIQUE (handle);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.allowances
    ADD CONSTRAINT allowances_pk PRIMARY KEY (order_item_id, file_id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_user_provider UNIQUE (user_id, provider_id);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pk PRIMARY KEY (token_hash, user_id);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_allowances
    ADD CONSTRAINT email_allowances_pk PRIMARY KEY (account_id, day);
ALTER TABLE ONLY public.email_tries
    ADD CONSTRAINT email_tries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.emails
    ADD CONSTRAINT emails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.file_removals
    ADD CONSTRAINT file_removals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pk PRIMARY KEY (account_id, key);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_account_email UNIQUE (account_id, email);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.key_handouts
    ADD CONSTRAINT key_handouts_pkey PRIMARY KEY (product_id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.license_keys
    ADD CONSTRAINT license_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.license_keys
    ADD CONSTRAINT license_keys_product_key UNIQUE (product_id, key);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pk PRIMARY KEY (account_id, user_id);
ALTER TABLE ONLY public.message_removals
    ADD CONSTRAINT message_removals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_guid_key UNIQUE (guid);
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_guid_key UNIQUE (guid);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.product_days
    ADD CONSTRAINT product_days_pk PRIMARY KEY (product_id, day);
ALTER TABLE ONLY public.product_files
    ADD CONSTRAINT product_files_pk PRIMARY KEY (product_id, file_id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_guid_key UNIQUE (guid);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.renewal_requests
    ADD CONSTRAINT renewal_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_key UNIQUE (token);
ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wordings
    ADD CONSTRAINT wordings_pk PRIMARY KEY (account_id, name);
CREATE INDEX devices_user ON public.devices USING btree (user_id);
CREATE INDEX downloads_account ON public.downloads USING btree (account_id, id);
CREATE INDEX downloads_client ON public.downloads USING btree (file_id, ip_address, downloaded_at);
CREATE INDEX downloads_order ON public.downloads USING btree (order_id, id);
CREATE INDEX downloads_order_item ON public.downloads USING btree (order_item_id, id);
CREATE INDEX downloads_product ON public.downloads USING btree (product_id, id);
CREATE INDEX downloads_time ON public.downloads USING btree (account_id, downloaded_at, id);
CREATE INDEX email_tries_email ON public.email_tries USING btree (email_id);
CREATE INDEX emails_account ON public.emails USING btree (account_id, kind, id);
CREATE INDEX emails_deferred ON public.emails USING btree (next_attempt_at) WHERE ((status = 'queued'::text) AND (lane IS NULL) AND (lease_expires_at IS NULL));
CREATE INDEX emails_held ON public.emails USING btree (lease_expires_at) WHERE (lease_expires_at IS NOT NULL);
CREATE INDEX emails_order ON public.emails USING btree (order_id);
CREATE INDEX emails_ready ON public.emails USING btree (lane, account_id, next_attempt_at) WHERE ((status = 'queued'::text) AND (lane IS NOT NULL) AND (lease_expires_at IS NULL));
CREATE INDEX emails_recipient ON public.emails USING btree (account_id, kind, lower(recipient));
CREATE INDEX emails_status ON public.emails USING btree (account_id, kind, status, id);
CREATE INDEX files_account ON public.files USING btree (account_id, id);
CREATE INDEX files_filename ON public.files USING btree (account_id, lower(filename));
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_order ON public.idempotency_keys USING btree (order_id);
CREATE INDEX imports_account ON public.imports USING btree (account_id, created_at);
CREATE INDEX license_keys_account ON public.license_keys USING btree (account_id, id);
CREATE INDEX license_keys_key ON public.license_keys USING btree (account_id, key);
CREATE INDEX license_keys_order_item ON public.license_keys USING btree (order_item_id);
CREATE INDEX license_keys_unassigned ON public.license_keys USING btree (product_id, id) WHERE (assigned_at IS NULL);
CREATE INDEX members_user ON public.members USING btree (user_id);
CREATE INDEX order_items_order ON public.order_items USING btree (order_id, id);
CREATE UNIQUE INDEX order_items_order_product ON public.order_items USING btree (order_id, product_id) WHERE (removed_at IS NULL);
CREATE INDEX order_items_product ON public.order_items USING btree (product_id, id, removed_at) WHERE (removed_at IS NULL);
CREATE INDEX order_items_waiting_for_keys ON public.order_items USING btree (product_id, id) WHERE ((keys_assigned < quantity) AND (removed_at IS NULL));
CREATE INDEX orders_email_search ON public.orders USING btree (account_id, email_search);
CREATE INDEX orders_manual ON public.orders USING btree (account_id, created_at, id) WHERE ((source = 'manual'::text) AND (deleted_at IS NULL));
CREATE INDEX orders_name_search ON public.orders USING btree (account_id, name_search);
CREATE INDEX orders_newest ON public.orders USING btree (account_id, created_at, id, expires_at, deleted_at) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX orders_public_id ON public.orders USING btree (account_id, public_id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_surname_search ON public.orders USING btree (account_id, surname_search);
CREATE UNIQUE INDEX orders_vendor_id ON public.orders USING btree (account_id, vendor_id) WHERE (deleted_at IS NULL);
CREATE INDEX orders_vendor_number ON public.orders USING btree (account_id, vendor_number) WHERE (vendor_number IS NOT NULL);
CREATE INDEX product_days_account ON public.product_days USING btree (account_id, day);
CREATE INDEX product_files_file ON public.product_files USING btree (file_id);
CREATE INDEX products_account ON public.products USING btree (account_id, id);
CREATE UNIQUE INDEX products_sku ON public.products USING btree (account_id, sku) WHERE (deleted_at IS NULL);
CREATE INDEX rate_limits_end ON public.rate_limits USING btree (ends_at);
CREATE INDEX renewal_requests_account ON public.renewal_requests USING btree (account_id, id);
CREATE UNIQUE INDEX renewal_requests_open ON public.renewal_requests USING btree (account_id, order_id) WHERE ((granted_at IS NULL) AND (declined_at IS NULL));
CREATE INDEX renewal_requests_order ON public.renewal_requests USING btree (order_id, id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX two_factors_user ON public.two_factors USING btree (user_id);
CREATE INDEX uploads_age ON public.uploads USING btree (created_at);
CREATE INDEX verifications_expiry ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);
ALTER TABLE ONLY public.account_days
    ADD CONSTRAINT account_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.allowances
    ADD CONSTRAINT allowances_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.allowances
    ADD CONSTRAINT allowances_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id);
ALTER TABLE ONLY public.downloads
    ADD CONSTRAINT downloads_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.email_allowances
    ADD CONSTRAINT email_allowances_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.email_tries
    ADD CONSTRAINT email_tries_email_id_fkey FOREIGN KEY (email_id) REFERENCES public.emails(id);
ALTER TABLE ONLY public.emails
    ADD CONSTRAINT emails_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.emails
    ADD CONSTRAINT emails_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.key_handouts
    ADD CONSTRAINT key_handouts_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.license_keys
    ADD CONSTRAINT license_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.license_keys
    ADD CONSTRAINT license_keys_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id);
ALTER TABLE ONLY public.license_keys
    ADD CONSTRAINT license_keys_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.message_removals
    ADD CONSTRAINT message_removals_email_id_fkey FOREIGN KEY (email_id) REFERENCES public.emails(id);
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.product_days
    ADD CONSTRAINT product_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.product_days
    ADD CONSTRAINT product_days_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.product_files
    ADD CONSTRAINT product_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.product_files
    ADD CONSTRAINT product_files_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.renewal_requests
    ADD CONSTRAINT renewal_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.renewal_requests
    ADD CONSTRAINT renewal_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.two_factors
    ADD CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id);
ALTER TABLE ONLY public.wordings
    ADD CONSTRAINT wordings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
