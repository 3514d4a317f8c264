-- An address that somebody wants their login to have counts once a code proved it: until then it says nothing about
-- whether another login has it, and nothing is sent there but that code.
alter table app_user add column pending_email text;
