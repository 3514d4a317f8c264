-- What the parts of an import of geofences bring waits until the last one has come: all of them are created then, or none.
alter table geofence_import add column forms jsonb;
