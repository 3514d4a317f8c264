-- A rule on all units watches those that the permissions of whoever chose that reach: the units of the account, or of
-- its sub-accounts too. Fixed with the rule, whatever becomes of their role.
alter table rule add column sub_accounts boolean not null default true;

-- Of rules that are there already: by the role of their maker, where they still belong to the account.
update rule set sub_accounts = false
where exists (
  select 1 from event e
  join membership m on m.user_id = e.user_id and m.account_id = e.account_id
  join role o on o.id = m.role_id
  where e.account_id = rule.account_id and e.kind = 'ruleCreated' and e.subject_type = 'rule' and e.subject_id = rule.id
    and not o.permissions @> '{"units": ["ar"], "account": ["asa"]}'
);

-- What lasted at units that such a rule watches no more is over.
update rule_occurrence o set end_at = greatest(o.at, now())
from rule r, unit u
where r.id = o.rule_id and u.id = o.unit_id and o.end_at is null
  and r.all_units and not r.sub_accounts and u.account_id <> r.account_id;
