/** Products, their files, and uploads. */
export const catalog = `
create table products (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  sku text not null,
  name text not null,
  price double precision,
  currency text,
  guid text not null unique,
  permalink_disabled_at integer,
  created_at integer not null,
  deleted_at integer,
  sku_search text not null default '',
  name_search text not null default '',
  archived_at integer,
  order_expiration_in_hours integer,
  download_limit integer,
  expires_from text not null default 'order',
  cover_storage_key text,
  cover_content_type text,
  cover_sha256 text,
  large_file_bytes integer,
  large_file_download_limit integer
);
create index products_account on products (account_id, id);
create unique index products_sku on products (account_id, sku) where deleted_at is null;
create index products_cover on products (cover_storage_key) where cover_storage_key is not null;

create table files (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  filename text not null,
  size_bytes integer not null,
  content_type text not null,
  sha256 text not null,
  storage_key text,
  external_url text,
  created_at integer not null,
  deleted_at integer,
  version integer not null default 1,
  last_version integer not null default 1,
  version_note text not null default '',
  version_added_by text,
  version_added_at integer,
  updated_at integer
);
create index files_account on files (account_id, id);
create index files_filename on files (account_id, lower(filename));
create index files_storage_key on files (storage_key);

create table product_files (
  product_id integer not null references products (id),
  file_id integer not null references files (id),
  position integer not null,
  constraint product_files_pk primary key (product_id, file_id)
);
create index product_files_file on product_files (file_id);

create table file_versions (
  id integer primary key autoincrement,
  account_id integer not null,
  file_id integer not null,
  number integer not null,
  filename text not null,
  size_bytes integer not null,
  content_type text not null,
  sha256 text not null,
  storage_key text,
  note text not null,
  added_by text,
  added_at integer not null,
  constraint file_versions_number unique (file_id, number)
);
create index file_versions_storage_key on file_versions (storage_key);

create table uploads (
  id text primary key,
  account_id integer not null references accounts (id),
  filename text not null,
  content_type text not null,
  metadata text not null,
  size_bytes integer,
  file_id integer references files (id),
  product_id integer references products (id),
  created_at integer not null
);
create index uploads_age on uploads (created_at);
`;
