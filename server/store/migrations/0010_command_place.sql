-- Where the unit was when a command was given to it: so that the event stands on the map.
alter table command_execution add column latitude float8;
alter table command_execution add column longitude float8;
