-- Stays of units in geofences.

create table zone_visit (
  unit_id        int8 not null,
  geofence_id    int8 not null references geofence (id) on delete cascade,
  entered_at     timestamptz not null,
  left_at        timestamptz,                           -- null while it is inside
  settled_at     timestamptz,                           -- of the report that showed the end: what is detected from before it on replaces the row
  entry_seen     boolean not null,                      -- false: it was inside when it was first seen
  passed_through boolean not null,                      -- no report lies inside
  latitude       float8 not null,                       -- where it entered
  longitude      float8 not null,
  left_latitude  float8,
  left_longitude float8,
  distance       float8,                                -- m inside; this and the speed when it is over
  max_speed      float8,                                -- km/h
  primary key (unit_id, geofence_id, entered_at)
);
create index zone_visit_unit on zone_visit (unit_id, entered_at);
create index zone_visit_left on zone_visit (unit_id, left_at);
create index zone_visit_unsettled on zone_visit (unit_id) where settled_at is null;
create index zone_visit_settled on zone_visit (unit_id, settled_at);
create index zone_visit_geofence on zone_visit (geofence_id, entered_at);
create index zone_visit_inside on zone_visit (geofence_id) where left_at is null;

-- The shape and the least stay of which visits were looked for in the past; null: not yet.
alter table geofence add column visits_of text;
