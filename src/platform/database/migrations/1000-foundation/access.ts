/** API keys; people, their roles in accounts, and their data in better-auth (http/sign-in/tables.ts). */
export const access = `
create table users (
  id text primary key,
  email text not null unique,
  name text not null,
  email_verified integer not null default 0,
  two_factor_enabled integer not null default 0,
  created_at text not null,
  updated_at text not null
);

create table members (
  account_id integer not null references accounts (id),
  user_id text not null references users (id),
  role text not null,
  created_at integer not null,
  constraint members_pk primary key (account_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id text primary key,
  account_id integer not null references accounts (id),
  email text not null,
  name text not null,
  role text not null,
  token_hash text not null unique,
  expires_at integer not null,
  created_at integer not null,
  constraint invitations_account_email unique (account_id, email)
);
create index invitations_expiry on invitations (expires_at);

create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  provider_user_id text not null,
  password_hash text,
  created_at text not null,
  updated_at text not null,
  constraint credentials_user_provider unique (user_id, provider_id)
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id integer not null references accounts (id),
  token text not null unique,
  ip_address text,
  user_agent text,
  expires_at text not null,
  created_at text not null,
  updated_at text not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at text not null,
  created_at text not null,
  updated_at text not null
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified integer,
  failed_verification_count integer,
  locked_until text
);
create index two_factors_user on two_factors (user_id);

create table devices (
  token_hash text not null,
  user_id text not null references users (id) on delete cascade,
  signed_in_at integer not null,
  constraint devices_pk primary key (token_hash, user_id)
);
create index devices_user on devices (user_id);
create index devices_age on devices (signed_in_at);

create table api_keys (
  id integer primary key autoincrement,
  account_id integer not null,
  name text not null,
  scopes text not null,
  test integer not null,
  created_at integer not null,
  expires_at integer,
  last_used_at integer
);
create index api_keys_account on api_keys (account_id, id);

create table api_key_secrets (
  hash text primary key,
  api_key_id integer not null references api_keys (id),
  last_four text not null,
  ends_at integer
);
create index api_key_secrets_key on api_key_secrets (api_key_id);

create table api_requests (
  id integer primary key autoincrement,
  account_id integer not null,
  api_key_id integer,
  api_key_name text,
  method text not null,
  path text not null,
  status integer not null,
  duration integer not null,
  request_id text not null,
  at integer not null
);
create index api_requests_account on api_requests (account_id, id);
`;
