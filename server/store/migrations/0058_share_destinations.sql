-- Location shares: where the units are going, and how often the link may be opened.

alter table share
  add column max_opens             int4,              -- null: as often as one likes
  add column destination_name      text,              -- of a point; geofences are called by their names
  add column destination_latitude  float8,
  add column destination_longitude float8,
  add column destination_geofence  int8 references geofence (id) on delete set null;
create index share_destination on share (destination_geofence) where destination_geofence is not null;
