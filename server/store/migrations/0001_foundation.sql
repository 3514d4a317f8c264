-- Accounts, people, units, telemetry. Portable subset: no extensions, triggers, sequences on the hot
-- path, LISTEN/NOTIFY, partial uniqueness or deferred constraints (see docs/adr).

-- Identifiers that people's acts create (never positions) come from here, a block at a time.
create table counter (
  name  text primary key,
  value int8 not null
);

create table account (
  id                    int8 primary key,
  parent_id             int8 references account (id),
  name                  text not null,
  type                  text not null,            -- OWNER | DEALER | CONSUMER
  status                text not null default 'active',
  restrict_sub_accounts boolean not null default false,
  settings              jsonb not null default '{}',
  created_at            timestamptz not null
);
create index account_parent on account (parent_id);

create table role (
  id             int8 primary key,
  account_id     int8 not null references account (id),
  name           text not null,
  parent_role_id int8 references role (id),
  permissions    jsonb not null,                  -- {"units": ["r", "m"], ...}
  created_at     timestamptz not null
);
create index role_account on role (account_id);

create table app_user (
  id            int8 primary key,
  username      text not null,
  username_key  text not null unique,             -- lower case, trimmed
  email         text not null,
  email_key     text not null unique,
  first_name    text not null,
  last_name     text not null,
  password_hash text not null,
  status        text not null default 'active',   -- active | inactive | blocked
  lang          text not null default 'en',
  created_at    timestamptz not null
);

create table membership (
  user_id    int8 not null references app_user (id),
  account_id int8 not null references account (id),
  role_id    int8 not null references role (id),
  created_at timestamptz not null,
  primary key (user_id, account_id)
);
create index membership_account on membership (account_id);

-- A sign-in on one device. Tokens are stored as SHA-256 only.
create table session (
  id                int8 primary key,
  user_id           int8 not null references app_user (id),
  account_id        int8 references account (id), -- last selected
  access_hash       bytea not null unique,
  access_expires_at timestamptz not null,
  bearer_expires_at timestamptz not null,
  remote            text not null,
  user_agent        text not null,
  created_at        timestamptz not null,
  last_used_at      timestamptz not null,
  ended_at          timestamptz
);
create index session_by_user on session (user_id);  -- session_user is a reserved word

-- Each bearer token is used once; one that comes a second time ends its session ("family").
create table bearer_token (
  hash       bytea primary key,
  session_id int8 not null references session (id),
  issued_at  timestamptz not null,
  used_at    timestamptz
);
create index bearer_token_session on bearer_token (session_id);

create table device (
  id                int8 primary key,
  account_id        int8 not null references account (id),
  unique_identifier text not null unique,
  name              text not null,
  device_model      text not null,
  manufacturer      text not null default '',
  version           text not null default '',
  status            text not null default 'ACTIVE',
  password_secret   text,                          -- encrypted
  created_at        timestamptz not null
);
create index device_account on device (account_id);

create table unit (
  id         int8 primary key,                     -- at most 2^32 - 1: it is a u32 in live frames
  account_id int8 not null references account (id),
  name       text not null,
  kind       text not null,
  status     text not null default 'active',
  created_at timestamptz not null
);
create index unit_account on unit (account_id);

create table unit_device (
  unit_id   int8 not null references unit (id),
  device_id int8 not null unique references device (id),
  position  int4 not null,
  primary key (unit_id, device_id)
);

create table unclaimed_device (
  identifier  text not null,
  protocol    text not null,
  address     text not null,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  attempts    int8 not null,
  primary key (identifier, protocol)
);

-- The event log: one sequence an account, written in the transaction of the change itself.
create table account_sequence (
  account_id int8 primary key references account (id),
  value      int8 not null
);
create table event (
  account_id   int8 not null references account (id),
  sequence     int8 not null,
  kind         text not null,
  subject_type text not null,
  subject_id   int8 not null,
  user_id      int8,
  time         timestamptz not null,
  data         jsonb not null,
  primary key (account_id, sequence)
);

-- Telemetry. A group commit is one journal row; compaction turns segments into blocks.
create table journal (
  shard    int4 not null,
  sequence int8 not null,
  t0       timestamptz not null,
  t1       timestamptz not null,
  n        int4 not null,
  data     bytea not null,
  primary key (shard, sequence)
);
create table track_block (
  unit_id int8 not null,
  span    int2 not null,                           -- 1 hour, 2 day, 3 late
  t0      timestamptz not null,
  t1      timestamptz not null,
  part    int8 not null,                           -- distinguishes late blocks of one span
  n       int4 not null,
  codec   int2 not null,
  data    bytea not null,
  primary key (unit_id, span, t0, part)
);
create table last_position (
  unit_id     int8 primary key,
  time        timestamptz not null,
  received_at timestamptz not null,
  sequence    int8 not null,
  data        bytea not null                       -- one packed journal record
);
create table attribute_name (
  id   int4 primary key,
  name text not null unique
);
