-- By which protocol and from which addresses a device may report, and keys that may send positions for the devices of an account.
-- 'model': that of its model, 'any', or a protocol's name. Devices of before go on as they report, whatever their model says.
alter table device add column protocol_lock text not null default 'any';
alter table device alter column protocol_lock set default 'model';
alter table device add column networks jsonb not null default '[]';         -- addresses and networks in CIDR notation; none: any
alter table api_key add column may_ingest boolean not null default false;
