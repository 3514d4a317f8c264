-- Bytes between the devices of a unit and this server, by day of UTC, without what networks add.
create table unit_traffic (
  unit_id int8 not null references unit (id) on delete cascade,
  day     date not null,
  bytes   int8 not null,
  primary key (unit_id, day)
);

-- Day of the calendar until which a card works, as 2026-11-25; null: nobody said.
alter table sim add column expires_on text;
