/** The outbox, webhooks, and events from shops. */
export const messages = `
create table emails (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  kind text not null default 'delivery',
  order_id integer references orders (id),
  recipient text not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at integer not null,
  lease_expires_at integer,
  message_id text not null,
  subject text,
  text_body text,
  html_body text,
  created_at integer not null,
  sent_at integer,
  lane integer,
  first_tried_at integer,
  refused_attempts integer not null default 0
);
create index emails_order on emails (order_id);
create index emails_account on emails (account_id, kind, id);
create index emails_recipient on emails (account_id, kind, lower(recipient));
create index emails_status on emails (account_id, kind, status, id);
create index emails_ready on emails (lane, account_id, next_attempt_at)
  where status = 'queued' and lane is not null and lease_expires_at is null;
create index emails_deferred on emails (next_attempt_at)
  where status = 'queued' and lane is null and lease_expires_at is null;
create index emails_held on emails (lease_expires_at) where lease_expires_at is not null;

create table email_tries (
  id integer primary key autoincrement,
  email_id integer not null references emails (id),
  tried_at integer not null,
  outcome text not null,
  response text not null
);
create index email_tries_email on email_tries (email_id);

create table message_removals (
  id integer primary key autoincrement,
  email_id integer not null references emails (id)
);

create table email_allowances (
  account_id integer not null references accounts (id),
  day integer not null,
  queued integer not null,
  constraint email_allowances_pk primary key (account_id, day)
);

create table email_openings (
  email_id integer primary key,
  opened integer not null,
  first_at integer not null,
  last_at integer not null
);

create table undeliverable_addresses (
  account_id integer not null,
  address text not null,
  reason text not null,
  response text not null,
  email_id integer not null,
  created_at integer not null,
  constraint undeliverable_addresses_pk primary key (account_id, address)
);
create index undeliverable_addresses_newest on undeliverable_addresses (account_id, created_at);

create table webhook_endpoints (
  id integer primary key autoincrement,
  account_id integer not null,
  url text not null,
  events text not null,
  include_secrets integer not null,
  secrets text not null,
  created_at integer not null,
  failing_since integer,
  disabled_at integer,
  disabled_because text,
  deleted_at integer,
  name text,
  headers text,
  header_names text not null default '[]'
);
create index webhook_endpoints_account on webhook_endpoints (account_id, id);

create table webhook_events (
  id integer primary key autoincrement,
  account_id integer not null,
  kind text not null,
  happened text not null
);
create index webhook_events_account on webhook_events (account_id, id);

create table webhook_deliveries (
  id integer primary key autoincrement,
  endpoint_id integer not null references webhook_endpoints (id),
  message_id text not null,
  kind text not null,
  order_id integer,
  payload text,
  state text not null,
  tries integer not null default 0,
  leases integer not null default 0,
  lease_expires_at integer,
  next_attempt_at integer,
  created_at integer not null,
  finished_at integer,
  place integer,
  lined_up_at integer
);
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_ready on webhook_deliveries (endpoint_id, coalesce(place, id)) where state = 'ready' and lease_expires_at is null;
create index webhook_deliveries_deferred on webhook_deliveries (next_attempt_at) where state = 'deferred';
create index webhook_deliveries_leases on webhook_deliveries (lease_expires_at) where lease_expires_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, finished_at, id) where state = 'failed';
create index webhook_deliveries_order on webhook_deliveries (order_id, endpoint_id, coalesce(place, id)) where order_id is not null;
create unique index webhook_deliveries_message on webhook_deliveries (endpoint_id, message_id);

create table webhook_attempts (
  id integer primary key autoincrement,
  delivery_id integer not null references webhook_deliveries (id),
  attempted_at integer not null,
  duration integer not null,
  status integer,
  response text not null
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);

create table connection_events (
  id integer primary key autoincrement,
  account_id integer not null,
  connection_id integer not null,
  received_at integer not null,
  source text not null,
  topic text not null,
  external_id text,
  headers text not null,
  body text not null,
  encoding text not null,
  fetched text,
  state text not null,
  note text,
  attempts integer not null default 0,
  next_attempt_at integer not null,
  lease_expires_at integer,
  order_id integer
);
create index connection_events_list on connection_events (connection_id, id);
create index connection_events_attention on connection_events (account_id, id) where state in ('needs_attention', 'failed');
create index connection_events_external on connection_events (connection_id, external_id, id);
create index connection_events_order on connection_events (order_id) where order_id is not null;
create index connection_events_without_order on connection_events (connection_id, id) where order_id is null;
create index connection_events_age on connection_events (received_at);
create index connection_events_turns on connection_events (connection_id, next_attempt_at, id) where state = 'pending';
create index connection_events_earlier on connection_events (connection_id, external_id, id) where state = 'pending';
`;
