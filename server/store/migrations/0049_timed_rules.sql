-- Time alone will make a rule of the unit fire, or end what it fired, while the device is silent: a restart takes it up.
alter table detection_state add column is_timed boolean not null default false;
