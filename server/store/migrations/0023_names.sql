-- Names of rules and of roles are unique in their account, whatever the case of their letters.
create unique index rule_name_key on rule (account_id, lower(name));
drop index rule_account;
create unique index role_name_key on role (account_id, lower(name));
drop index role_account;
