-- What is not resolved is counted for everybody who looks: in the menu, on the map and in lists.
create index alarm_unresolved on alarm (account_id, unit_id) where state <> 'resolved';
