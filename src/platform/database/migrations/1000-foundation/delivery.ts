/** Customers' visits and downloads, and announcements. */
export const delivery = `
create table downloads (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  product_id integer not null references products (id),
  order_id integer references orders (id),
  order_item_id integer references order_items (id) /* SQLite alone */,
  file_id integer not null,
  filename text not null,
  size_bytes integer not null,
  ip_address text not null,
  user_agent text not null,
  downloaded_at integer not null,
  lacks_first_part integer not null default 0,
  file_version integer not null default 1
);
create index downloads_account on downloads (account_id, id);
create index downloads_time on downloads (account_id, downloaded_at, id);
create index downloads_product on downloads (product_id, id);
create index downloads_order on downloads (order_id, id);
create index downloads_client on downloads (file_id, ip_address, downloaded_at);

create table sent_downloads (
  first_id integer primary key,
  last_id integer not null
);

create table partial_downloads (
  download_id integer primary key,
  sent_parts text not null,
  broken_parts text not null,
  cut_short integer not null default 0,
  repeated integer not null default 0
);

create table order_visits (
  order_id integer not null,
  account_id integer not null,
  ip_address text not null,
  opened integer not null,
  first_at integer not null,
  last_at integer not null,
  constraint order_visits_pk primary key (order_id, ip_address)
);
create index order_visits_account on order_visits (account_id, last_at);

create table order_previews (
  order_id integer not null,
  account_id integer not null,
  ip_address text not null,
  opened integer not null,
  first_at integer not null,
  last_at integer not null,
  constraint order_previews_pk primary key (order_id, ip_address)
);
create index order_previews_account on order_previews (account_id, last_at);

create table library_links (
  token_hash text primary key,
  account_id integer not null,
  email text not null,
  expires_at integer not null
);
create index library_links_expires_at on library_links (expires_at);
create index library_links_email on library_links (account_id, email);

create table announcements (
  id integer primary key autoincrement,
  account_id integer not null,
  product_id integer not null,
  file_id integer not null,
  version integer not null,
  filename text not null,
  note text not null,
  state text not null,
  created_by text,
  created_at integer not null,
  recipients integer not null,
  queued integer not null,
  before_item integer not null,
  resumes_at integer,
  finished_at integer
);
create index announcements_product on announcements (product_id, id);
create index announcements_state on announcements (state, id);

create table announcement_recipients (
  announcement_id integer not null,
  address_hash text not null,
  email_id integer not null,
  constraint announcement_recipients_pk primary key (announcement_id, address_hash)
);
create index announcement_recipients_email on announcement_recipients (email_id);
create index announcement_recipients_address on announcement_recipients (address_hash);

create table update_opt_outs (
  account_id integer not null,
  email text not null,
  created_at integer not null,
  constraint update_opt_outs_pk primary key (account_id, email)
);
`;
