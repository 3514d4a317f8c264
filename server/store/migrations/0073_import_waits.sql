-- Geofences of an import in parts are stored until the last part arrives, which creates all of them, or none.
alter table geofence_import add column forms jsonb;
