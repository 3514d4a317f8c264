-- A person's own time zone decides how times are shown to them; empty leaves it to the account.
-- UTC was what the column began with, before anything read it, so nobody has chosen it.
alter table app_user alter column time_zone set default '';
update app_user set time_zone = '' where time_zone = 'UTC';
