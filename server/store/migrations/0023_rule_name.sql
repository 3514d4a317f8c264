-- Names of rules are unique in their account, whatever the case of their letters.
create unique index rule_name_key on rule (account_id, lower(name));
drop index rule_account;
