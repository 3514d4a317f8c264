-- Messages that were acknowledged and not understood, wholly or in part. No reference to the device: a device that is
-- deleted while its message is on the way must not cost the positions of the same commit. What is left is swept.
create table unread_message (
  id          int8 generated always as identity primary key,
  device_id   int8 not null,
  unit_id     int8 not null,                            -- that carried the device then; 0: none
  protocol    text not null,
  datagram    boolean not null,
  type        text not null,
  reason      text not null,
  part        boolean not null,                         -- the rest was understood and stored
  received_at timestamptz not null,
  bytes       bytea not null
);
create index unread_message_device on unread_message (device_id, id);
create index unread_message_age on unread_message (received_at);

-- How often a device sent a type, also of messages that are no longer kept.
create table unread_type (
  device_id int8 not null,
  protocol  text not null,
  type      text not null,
  reason    text not null,
  part      boolean not null,
  messages  int8 not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  example   bytea not null,                             -- the latest
  primary key (device_id, protocol, type)
);

-- What `npm run admin -- reread` asks of a server that runs.
create table reread_request (
  id           int8 generated always as identity primary key,
  requested_at timestamptz not null,
  started_at   timestamptz,
  finished_at  timestamptz,
  result       jsonb
);
