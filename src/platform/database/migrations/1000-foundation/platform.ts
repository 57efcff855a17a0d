/** Stored bytes, and limits. */
export const platform = `
create table file_removals (
  id integer primary key autoincrement,
  storage_key text not null
);

create table removal_holds (
  name text primary key,
  holder text not null,
  expires_at integer not null
);

create table upload_objects (
  upload_id text primary key,
  multipart_id text,
  next_part integer not null default 1,
  received_bytes integer not null default 0,
  tail_key text,
  tail_bytes integer not null default 0,
  storing_until integer,
  modified_at integer not null
);

create table upload_parts (
  upload_id text not null,
  number integer not null,
  etag text not null,
  constraint upload_parts_pk primary key (upload_id, number)
);

create table rate_limits (
  key text primary key,
  tries integer not null,
  ends_at integer not null
);
create index rate_limits_end on rate_limits (ends_at);
`;
