/** Connections with shops, and reports of emails that came back. */
export const shops = `
create table connections (
  id integer primary key autoincrement,
  account_id integer not null,
  guid text not null unique,
  kind text not null,
  number integer not null,
  name text not null,
  test integer not null,
  secret text,
  old_secret text,
  old_secret_until integer,
  settings text not null,
  access text,
  created_at integer not null,
  first_event_at integer,
  removed_at integer,
  refused_count integer not null default 0,
  last_refused_at integer,
  next_poll_at integer,
  polled_until integer,
  poll_problem text,
  refused_since integer,
  failed_at integer,
  shop text,
  retry text,
  constraint connections_number unique (account_id, kind, number)
);
create index connections_retry on connections (id) where retry is not null;

create table connection_mappings (
  connection_id integer not null,
  external_id text not null,
  product_id integer,
  constraint connection_mappings_pk primary key (connection_id, external_id)
);

create table connection_orders (
  id integer primary key autoincrement,
  account_id integer not null,
  connection_id integer not null,
  external_id text not null,
  facts text not null,
  progress text not null,
  order_id integer,
  email text,
  problem text,
  problem_details text,
  last_event_id integer not null,
  updated_at integer not null,
  settle_at integer,
  constraint connection_orders_external unique (connection_id, external_id)
);
create index connection_orders_problem on connection_orders (account_id, id) where problem is not null;
create index connection_orders_email on connection_orders (account_id, email) where email is not null;
create index connection_orders_order on connection_orders (order_id) where order_id is not null;
create index connection_orders_turns on connection_orders (connection_id, settle_at, id) where settle_at is not null;

create table connection_order_addresses (
  account_id integer not null,
  address text not null,
  connection_order_id integer not null,
  constraint connection_order_addresses_pk primary key (account_id, address, connection_order_id)
);
create index connection_order_addresses_order on connection_order_addresses (connection_order_id);

create table connection_order_names (
  account_id integer not null,
  kind text not null,
  name text not null,
  external_id text not null,
  constraint connection_order_names_pk primary key (account_id, kind, name)
);
create index connection_order_names_order on connection_order_names (account_id, kind, external_id);

create table bounce_mailboxes (
  name text primary key,
  validity text not null,
  last_uid integer not null,
  lease_expires_at integer
);

create table mail_hooks (
  id integer primary key autoincrement,
  account_id integer not null,
  guid text not null unique,
  service text not null,
  secret text,
  created_at integer not null,
  first_event_at integer,
  last_event_at integer,
  refused_count integer not null default 0,
  last_refused_at integer
);
create index mail_hooks_account on mail_hooks (account_id);
`;
