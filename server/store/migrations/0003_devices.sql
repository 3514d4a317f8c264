-- Devices in full, SIM cards, sensors, commands, who holds what when, and what detection found.

alter table device
  add column sim_number_1   text not null default '',
  add column sim_operator_1 text not null default '',
  add column sim_number_2   text not null default '',
  add column sim_operator_2 text not null default '',
  add column labels         jsonb not null default '[]',
  add column trip_detector  jsonb,                      -- null: the defaults count
  add column fuel           jsonb,
  add column filters        jsonb;

alter table unit
  add column labels      jsonb not null default '[]',
  add column latitude    float8,                        -- put by hand
  add column longitude   float8,
  add column attached_to int8 references unit (id);
create index unit_attached on unit (attached_to) where attached_to is not null;

create table sim (
  id           int8 primary key,
  account_id   int8 not null references account (id),
  sim_number   text not null,
  sim_operator text not null,
  iccid        text not null default '',
  apn          text not null default '',
  status       text not null default 'active',
  labels       jsonb not null default '[]',
  note         text not null default '',
  created_at   timestamptz not null,
  unique (account_id, sim_number)
);
create index sim_number on sim (sim_number);
create index device_sim_1 on device (sim_number_1);
create index device_sim_2 on device (sim_number_2);

create table sensor (
  id          int8 primary key,
  device_id   int8 not null references device (id) on delete cascade,
  position    int4 not null,
  field       text not null,
  name        text not null,
  type        text not null,
  definition  jsonb not null,                           -- all else of domain/sensor
  created_at  timestamptz not null,
  unique (device_id, field)
);

create table device_command (
  id          int8 primary key,
  device_id   int8 not null references device (id) on delete cascade,
  code        text not null,
  description text not null default '',
  text        text not null,
  created_at  timestamptz not null,
  unique (device_id, code)
);

-- One row for each time that somebody sent a command; the log of the device.
create table command_execution (
  id          int8 primary key,
  device_id   int8 not null references device (id) on delete cascade,
  unit_id     int8,
  account_id  int8 not null references account (id),    -- in whose name it was sent
  user_id     int8 not null,
  code        text not null,
  text        text not null,
  state       text not null,                            -- domain/command
  attempts    int4 not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  next_at     timestamptz,
  sent_at     timestamptz,
  finished_at timestamptz,
  answer      text not null default '',
  reference   int8 not null default 0
);
create index command_execution_device on command_execution (device_id, created_at);
create index command_execution_state on command_execution (state);

create table unit_allocation (
  id         int8 primary key,
  unit_id    int8 not null references unit (id) on delete cascade,
  account_id int8 not null references account (id),
  device_ids jsonb not null,
  start_at   timestamptz not null,
  end_at     timestamptz,
  user_id    int8 not null,
  created_at timestamptz not null,
  phase      text not null default 'upcoming'           -- what the logs were told last: upcoming | current | ended
);
create index unit_allocation_phase on unit_allocation (phase);
create index unit_allocation_unit on unit_allocation (unit_id, start_at);
create index unit_allocation_account on unit_allocation (account_id);
create table device_allocation (
  id         int8 primary key,
  device_id  int8 not null references device (id) on delete cascade,
  account_id int8 not null references account (id),
  start_at   timestamptz not null,
  end_at     timestamptz,
  user_id    int8 not null,
  created_at timestamptz not null
);
create index device_allocation_device on device_allocation (device_id, start_at);
create index device_allocation_account on device_allocation (account_id);

create table saved_view (
  id         int8 primary key,
  user_id    int8 not null,
  account_id int8 not null references account (id),
  list       text not null,
  name       text not null,
  shared     boolean not null default false,
  state      jsonb not null,
  created_at timestamptz not null,
  unique (user_id, account_id, list, name)
);
create index saved_view_account on saved_view (account_id, list);

-- What the detectors found; made anew from positions whenever needed.
create table trip (
  id         int8 primary key,
  unit_id    int8 not null,
  start_at   timestamptz not null,
  end_at     timestamptz not null,
  open       boolean not null,
  data       jsonb not null                             -- the rest of domain/unitEvent's Trip
);
create index trip_unit on trip (unit_id, start_at);
create index trip_unit_end on trip (unit_id, end_at);
create table stop (
  unit_id    int8 not null,
  start_at   timestamptz not null,
  end_at     timestamptz,
  kind       text not null,                             -- parking | no_data
  latitude   float8,
  longitude  float8,
  primary key (unit_id, start_at)
);
create table fuel_event (
  id         int8 primary key,
  unit_id    int8 not null,
  start_at   timestamptz not null,
  end_at     timestamptz not null,
  kind       text not null,                             -- theft | refill
  data       jsonb not null
);
create index fuel_event_unit on fuel_event (unit_id, start_at);
-- Where detection stands with a unit: from the anchor on it can be repeated with the same result.
create table detection_state (
  unit_id      int8 primary key,
  detector     jsonb not null,                          -- states to go on from
  anchor_at    timestamptz,
  processed_to timestamptz not null,
  updated_at   timestamptz not null
);
