/**
 * Tables for lists and searches of orders and customers. A worker fills them. No foreign keys: the rows are derived, and checking
 * them would slow down every order.
 */
export const orderIndex = `
create table order_index (
  order_id integer primary key,
  account_id integer not null,
  created_at integer not null,
  expires_at integer,
  state text not null,
  total double precision not null,
  customer text not null,
  own_id text not null
);
create index order_index_state on order_index (account_id, state, created_at, order_id);
create index order_index_total on order_index (account_id, total, order_id, state);
create index order_index_customer on order_index (account_id, customer, order_id, state);
create index order_index_own_id on order_index (account_id, own_id, order_id, state);
create index order_index_expiring on order_index (expires_at) where expires_at is not null and state not in ('on_hold', 'revoked', 'expired');

create table order_index_products (
  order_id integer not null,
  product_id integer not null,
  state text not null,
  created_at integer not null,
  constraint order_index_products_pk primary key (order_id, product_id)
);
create index order_index_products_state on order_index_products (product_id, state, created_at, order_id);

create table order_index_usage (
  order_id integer not null,
  usage text not null,
  account_id integer not null,
  created_at integer not null,
  expires_at integer,
  state text not null,
  constraint order_index_usage_pk primary key (order_id, usage)
);
create index order_index_usage_created on order_index_usage (account_id, usage, created_at, order_id, state, expires_at);

create table order_index_progress (
  id integer primary key,
  reached integer,
  due_at integer not null
);
insert into order_index_progress (id, due_at) values (1, 0), (2, 0), (3, 0);

create table order_texts (
  order_id integer primary key,
  account_id integer not null,
  text text not null
);
create index order_texts_account on order_texts (account_id, order_id);

create table customer_index_orders (
  order_id integer primary key,
  account_id integer not null,
  address text not null,
  created_at integer not null
);
create index customer_index_orders_address on customer_index_orders (account_id, address, created_at, order_id);

create table customer_index (
  account_id integer not null,
  address text not null,
  orders integer not null,
  first_order_at integer not null,
  last_order_at integer not null,
  newest_order_id integer not null,
  constraint customer_index_pk primary key (account_id, address)
);
create index customer_index_last on customer_index (account_id, last_order_at, address);
create index customer_index_most on customer_index (account_id, orders, address);

create table customer_counts (
  account_id integer primary key,
  customers integer not null
);
`;
