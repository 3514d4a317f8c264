-- By which protocol and from which addresses a device may report, and keys that may send positions for the devices of an account.
alter table device add column protocol_lock text not null default 'model';  -- 'model': that of its model, 'any', or a protocol's name
alter table device add column networks jsonb not null default '[]';         -- addresses and networks in CIDR notation; none: any
alter table api_key add column may_ingest boolean not null default false;
