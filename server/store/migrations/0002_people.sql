-- Accounts in full, roles, invitations, ways to sign in, messages to people, the audit's origin.

alter table account
  add column address               text not null default '',
  add column country               text not null default '',   -- ISO 3166-1 alpha-2
  add column region                text not null default '',
  add column currency              text not null default '',   -- ISO 4217
  add column registration_number   text not null default '',
  add column is_legal_entity       boolean not null default false,
  add column allow_white_labelling boolean not null default false,
  add column default_theme         text not null default '',
  add column default_language      text not null default '',
  add column password_policy       text not null default 'length',  -- length | classes
  add column host_name             text unique;                     -- lower case; null: none

-- Pictures that people uploaded, decoded and encoded anew. The id is unguessable: who has it may see it.
create table image (
  id         text primary key,
  account_id int8 references account (id),
  user_id    int8,
  type       text not null,                         -- image/png | image/jpeg
  width      int4 not null,
  height     int4 not null,
  data       bytea not null,
  created_at timestamptz not null
);
create table account_logo (
  account_id int8 not null references account (id),
  version    text not null,                         -- dark | light | expanded | collapsed
  image_id   text not null references image (id),
  primary key (account_id, version)
);

alter table app_user
  add column mobile             text not null default '',
  add column time_zone          text not null default 'UTC',
  add column picture            text references image (id),
  add column email_verified_at  timestamptz,
  add column mobile_verified_at timestamptz,
  add column totp_secret        text,               -- encrypted
  add column totp_enabled_at    timestamptz,
  add column totp_last_step     int8 not null default 0;   -- a code is good once

create table recovery_code (
  user_id int8 not null references app_user (id),
  hash    bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table passkey (
  id           text primary key,                    -- credential id, base64url
  user_id      int8 not null references app_user (id),
  name         text not null,
  public_key   bytea not null,
  counter      int8 not null,
  transports   jsonb not null default '[]',
  created_at   timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);
create table api_key (
  id           int8 primary key,
  user_id      int8 not null references app_user (id),
  account_id   int8 not null references account (id),
  name         text not null,
  prefix       text not null,                       -- first characters, so that people can tell keys apart
  hash         bytea not null unique,
  permissions  jsonb not null,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
create index api_key_user on api_key (user_id);

alter table role
  add column labels jsonb not null default '[]';
alter table session
  add column ended_reason text;

create table invitation (
  id          int8 primary key,
  account_id  int8 not null references account (id),
  role_id     int8 not null,                        -- no reference: the role may be deleted before the answer
  role_name   text not null default '',             -- what it was called then
  email       text not null,
  email_key   text not null,
  token_hash  bytea not null unique,
  status      text not null,                        -- pending | accepted | declined | withdrawn
  invited_by  int8 not null references app_user (id),
  created_at  timestamptz not null,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  answered_at timestamptz,
  user_id     int8 references app_user (id)         -- who answered
);
create index invitation_account on invitation (account_id);
create index invitation_email on invitation (email_key);

-- Codes that prove an e-mail address or a mobile number, for a reset or a verification.
create table one_time_code (
  id         int8 primary key,
  purpose    text not null,                         -- passwordReset | verifyEmail | verifyMobile
  user_id    int8 not null references app_user (id),
  target     text not null,                         -- the address that the code was sent to
  hash       bytea not null,
  attempts   int4 not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index one_time_code_user on one_time_code (user_id, purpose);

-- Messages on their way to people. The body holds codes and links, so it is encrypted.
create table outbox (
  id           int8 primary key,
  channel      text not null,                       -- email | sms
  recipient    text not null,
  subject      text not null,
  body         text not null,                       -- encrypted
  created_at   timestamptz not null,
  next_attempt timestamptz,                         -- null: sent, or given up
  attempts     int4 not null default 0,
  sent_at      timestamptz,
  problem      text
);
create index outbox_next on outbox (next_attempt);

-- Where an act came from (the audit asks); null for the product's own acts.
alter table event
  add column remote text;
create index event_subject on event (account_id, subject_type, subject_id);
create index event_user on event (user_id);
create index event_time on event (account_id, time);
