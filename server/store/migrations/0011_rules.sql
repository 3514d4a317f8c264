-- Rules on the values of sensors, and when they fired.

create table rule (
  id         int8 primary key,
  account_id int8 not null references account (id),
  name       text not null,
  status     text not null,                             -- active | inactive
  sensor     text not null,                             -- its name, whatever its case
  condition  text not null,                             -- inside | outside
  minimum    float8,
  maximum    float8,
  hold       int4 not null,                             -- seconds
  all_units  boolean not null,
  applied_at timestamptz not null,                      -- since when it asks for this
  created_at timestamptz not null
);
create index rule_account on rule (account_id);
create table rule_unit (
  rule_id int8 not null references rule (id) on delete cascade,
  unit_id int8 not null references unit (id) on delete cascade,
  primary key (rule_id, unit_id)
);
create index rule_unit_unit on rule_unit (unit_id);

-- What a rule and its unit were called and what it asked for then stay with what it told.
create table rule_occurrence (
  unit_id     int8 not null,
  rule_id     int8 not null,
  at          timestamptz not null,
  applied_at  timestamptz not null,
  account_id  int8 not null references account (id),
  rule_name   text not null,
  unit_name   text not null,
  test        jsonb not null,                           -- sensor, condition, minimum, maximum, hold
  sensor_type text not null,
  since       timestamptz not null,
  end_at      timestamptz,                              -- null while it lasts
  value       float8 not null,
  latitude    float8,
  longitude   float8,
  primary key (unit_id, rule_id, at)
);
create index rule_occurrence_account on rule_occurrence (account_id, at desc);
create index rule_occurrence_rule on rule_occurrence (rule_id, at desc);
create index rule_occurrence_lasting on rule_occurrence (rule_id) where end_at is null;
