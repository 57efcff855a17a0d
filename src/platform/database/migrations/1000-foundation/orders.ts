/** Orders, their lines and license keys. */
export const orders = `
create table orders (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  public_id text not null,
  vendor_id text,
  guid text not null unique,
  title text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  source text not null,
  currency text,
  custom_1 text,
  custom_2 text,
  custom_3 text,
  expires_at integer,
  download_limit integer,
  created_at integer not null,
  deleted_at integer,
  email_search text not null default '',
  name_search text not null default '',
  surname_search text not null default '',
  vendor_number text,
  vendor_search text,
  held_at integer,
  revoked_at integer,
  held_expires_at integer,
  email_waits integer not null default 0,
  language text,
  invoice_url text,
  first_download_hours integer,
  limit_by_product integer not null default 0,
  country text,
  test integer not null default 0
);
create unique index orders_public_id on orders (account_id, public_id) where deleted_at is null;
create unique index orders_vendor_id on orders (account_id, vendor_id) where deleted_at is null;
create index orders_email_search on orders (account_id, email_search);
create index orders_name_search on orders (account_id, name_search);
create index orders_surname_search on orders (account_id, surname_search);
create index orders_vendor_number on orders (account_id, vendor_number) where vendor_number is not null;
create index orders_newest on orders (account_id, created_at, id, expires_at, deleted_at) where deleted_at is null;
create index orders_manual on orders (account_id, created_at, id) where source = 'manual' and deleted_at is null;
create index orders_vendor_search on orders (account_id, vendor_search) where vendor_search is not null;

create table order_items (
  id integer primary key autoincrement,
  order_id integer not null references orders (id),
  product_id integer not null references products (id) /* SQLite alone */,
  guid text not null unique,
  quantity integer not null,
  allowance_override integer,
  download_count integer not null default 0,
  keys_assigned integer not null default 0,
  price double precision,
  custom_1 text,
  custom_2 text,
  custom_3 text,
  created_at integer not null,
  removed_at integer,
  product_download_limit integer,
  revoked_at integer,
  large_file_bytes integer,
  large_file_download_limit integer,
  large_file_allowance_override integer
);
create index order_items_order on order_items (order_id, id);
create unique index order_items_order_product on order_items (order_id, product_id) where removed_at is null;
create index order_items_product on order_items (product_id, id, removed_at) where removed_at is null;
create index order_items_of_orders_waiting_for_keys on order_items (product_id, order_id, id) where keys_assigned < quantity and removed_at is null;

create table allowances (
  order_item_id integer not null references order_items (id),
  file_id integer not null references files (id) /* SQLite alone */,
  taken integer not null,
  download_count integer not null default 0,
  constraint allowances_pk primary key (order_item_id, file_id)
);

create table license_keys (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  product_id integer not null references products (id),
  key text not null,
  order_item_id integer references order_items (id),
  assigned_at integer,
  created_at integer not null,
  constraint license_keys_product_key unique (product_id, key)
);
create index license_keys_unassigned on license_keys (product_id, id) where assigned_at is null;
create index license_keys_order_item on license_keys (order_item_id);
create index license_keys_key on license_keys (account_id, key);
create index license_keys_account on license_keys (account_id, id);

create table key_handouts (
  product_id integer primary key references products (id)
);

create table renewal_requests (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  order_id integer not null references orders (id),
  reason text not null,
  message text not null,
  self_service integer not null,
  created_at integer not null,
  granted_at integer,
  declined_at integer
);
create index renewal_requests_order on renewal_requests (order_id, id);
create index renewal_requests_account on renewal_requests (account_id, id);
create unique index renewal_requests_open on renewal_requests (account_id, order_id) where granted_at is null and declined_at is null;

create table rule_holds (
  id integer primary key autoincrement,
  account_id integer not null,
  order_id integer not null,
  rules text not null,
  held_at integer not null,
  told integer not null default 0
);
create index rule_holds_order on rule_holds (order_id);
create index rule_holds_untold on rule_holds (account_id) where told = 0;

create table customer_notes (
  account_id integer not null,
  email text not null,
  notes text not null,
  constraint customer_notes_pk primary key (account_id, email)
);
`;
