-- Detection on what was committed: states to go back to, and the alarms that reports carried.

create table detection_anchor (
  unit_id int8 not null,
  at      timestamptz not null,
  state   jsonb not null,                               -- server/pipeline: nothing reported after `at` has a part in it
  primary key (unit_id, at)
);
create table unit_alarm (
  unit_id   int8 not null,
  at        timestamptz not null,
  word      text not null,
  latitude  float8,
  longitude float8,
  primary key (unit_id, at, word)
);
alter table detection_state
  add column sequence  int8 not null default 0,         -- groups of positions up to here were looked at
  add column late_from timestamptz;                     -- late reports from here on were seen and not gone through
create index trip_open on trip (unit_id) where open;
create index command_execution_unit on command_execution (unit_id, created_at);
