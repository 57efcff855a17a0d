/** Figures, activity, responses for repeated requests, the store's own wording, and changes of orders for the index. */
export const store = `
create table product_days (
  account_id integer not null references accounts (id),
  product_id integer not null references products (id),
  day integer not null,
  orders integer not null,
  downloads integer not null,
  bytes integer not null,
  kept_items integer not null default 0,
  constraint product_days_pk primary key (product_id, day)
);
create index product_days_account on product_days (account_id, day);

create table account_days (
  account_id integer not null references accounts (id),
  day integer not null,
  orders integer not null,
  emails integer not null,
  constraint account_days_pk primary key (account_id, day)
);

create table revenue_days (
  account_id integer not null references accounts (id),
  day integer not null,
  currency text not null,
  amount integer not null,
  constraint revenue_days_pk primary key (account_id, day, currency)
);

create table transfer_days (
  account_id integer not null,
  product_id integer not null,
  file_id integer not null,
  day integer not null,
  ended integer not null,
  completed integer not null,
  sent_bytes integer not null,
  timed_bytes integer not null,
  timed_milliseconds integer not null,
  constraint transfer_days_pk primary key (product_id, file_id, day)
);
create index transfer_days_account on transfer_days (account_id, day);

create table recounts (
  id integer primary key,
  run integer not null default 0,
  due_at integer not null default 0
);
insert into recounts (id, run, due_at) values (1, 0, 0);

create table activities (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  at integer not null,
  kind text not null,
  actor text,
  subject_type text,
  subject_id text,
  fields text not null,
  ip_address text not null
);
create index activities_account on activities (account_id, id);
create index activities_subject on activities (account_id, subject_type, subject_id, id);
create index activities_time on activities (account_id, at);

create table idempotency_keys (
  account_id integer not null references accounts (id),
  key text not null,
  request_hash text not null,
  order_id integer references orders (id),
  created_at integer not null,
  answer text,
  constraint idempotency_keys_pk primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_order on idempotency_keys (order_id);

create table wordings (
  account_id integer not null references accounts (id),
  name text not null,
  source text,
  previous_source text,
  problem text,
  problem_at integer,
  updated_at integer not null,
  constraint wordings_pk primary key (account_id, name)
);

create table translated_wordings (
  account_id integer not null references accounts (id),
  name text not null,
  language text not null,
  source text,
  previous_source text,
  problem text,
  problem_at integer,
  updated_at integer not null,
  constraint translated_wordings_pk primary key (account_id, name, language)
);

create table order_changes (
  id integer primary key autoincrement,
  order_id integer,
  product_id integer,
  reached integer not null default 0
);
`;
