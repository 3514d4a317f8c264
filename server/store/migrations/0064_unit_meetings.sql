-- When two units were near each other, as rules on meetings ask for it: the unit with the lower number first.
create table unit_meeting (
  unit_id  int8 not null references unit (id) on delete cascade,
  other_id int8 not null references unit (id) on delete cascade,
  metres   float8 not null,       -- the distance that was looked for
  from_at  timestamptz not null,
  to_at    timestamptz,           -- null: they still are
  data     jsonb not null,        -- where both were, and how far apart, when it began and when it ended
  primary key (unit_id, other_id, metres, from_at),
  check (unit_id < other_id)
);
create index unit_meeting_other on unit_meeting (other_id);

-- Up to where meetings were looked for: one row once there are rules on them.
create table unit_meeting_progress (
  only_one bool primary key default true check (only_one),
  sequence int8 not null,         -- of the last group of reports
  at       timestamptz not null
);
