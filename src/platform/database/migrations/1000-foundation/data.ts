/** Backups, imports, moves and erasures. */
export const data = `
create table backup_failures (
  id integer primary key,
  failed_at integer not null,
  reason text not null
);

create table installation_marks (
  name text primary key,
  detail text not null,
  marked_at integer not null
);

create table imports (
  id integer primary key autoincrement,
  account_id integer not null references accounts (id),
  kind text not null,
  state text not null,
  dry_run integer not null,
  skip_refused integer not null,
  rows integer not null,
  done_rows integer not null,
  accepted integer not null,
  applied integer not null,
  refused text not null,
  unknown_columns text not null,
  problem text,
  created_at integer not null,
  seen_at integer not null,
  finished_at integer,
  notes text not null default '[]'
);
create index imports_account on imports (account_id, created_at);

create table moves (
  id integer primary key autoincrement,
  account_id integer not null,
  source text not null,
  history_until integer not null,
  created_at integer not null
);
create unique index moves_source on moves (account_id, source);

create table moved (
  move_id integer not null,
  kind text not null,
  old_id text not null,
  new_id integer not null,
  constraint moved_pk primary key (move_id, kind, old_id)
);

create table move_runs (
  id integer primary key autoincrement,
  account_id integer not null,
  source text not null,
  credentials text,
  dry_run integer not null,
  state text not null,
  step text,
  step_done integer not null,
  step_total integer not null,
  notice text,
  problem text,
  report text,
  actor text,
  created_at integer not null,
  finished_at integer,
  lease_expires_at integer
);
create index move_runs_account on move_runs (account_id, id);
create unique index move_runs_running on move_runs (account_id) where state = 'running';

create table erasures (
  id integer primary key autoincrement,
  account_id integer not null,
  email text not null,
  last_order_id integer not null,
  constraint erasures_email unique (account_id, email)
);
`;
