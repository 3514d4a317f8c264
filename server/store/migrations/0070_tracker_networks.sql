-- Addresses and networks of which unclaimed trackers are an account's to see and to claim, as the owner wrote them.
alter table account add column tracker_networks text not null default '';
