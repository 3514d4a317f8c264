-- Parts of imports of geofences that were answered: one that is sent again, as its answer was lost, is not saved twice.
create table geofence_import (
  account_id int8 not null references account (id),
  import_id  text not null,
  part       int4 not null,
  reply      jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, import_id, part)
);
create index geofence_import_created on geofence_import (created_at);
