-- Since when a device is in its unit: what the unit reported before came of other devices.

alter table unit_device add column mounted_at timestamptz; -- null: as long as there is the unit
