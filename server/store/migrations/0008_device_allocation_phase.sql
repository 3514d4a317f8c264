-- What the logs were told of an allocation of a device last: its beginning and end are told at their instants.

alter table device_allocation add column phase text not null default 'upcoming'; -- upcoming | current | ended

-- What is past was not told, and is no news any more.
update device_allocation
set phase = case when end_at <= now() then 'ended' when start_at <= now() then 'current' else 'upcoming' end;

create index device_allocation_phase on device_allocation (phase);
