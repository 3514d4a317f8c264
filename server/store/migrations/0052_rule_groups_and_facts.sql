-- Units of rules by group, drivers, and what other detectors find.
alter table rule add column unit_group_ids jsonb not null default '[]';   -- numbers of labels of units

-- Units that are in groups of a rule, and since when: their reports before are not its business.
create table rule_member (
  rule_id int8 not null references rule (id) on delete cascade,
  unit_id int8 not null references unit (id) on delete cascade,
  since   timestamptz not null,
  primary key (rule_id, unit_id)
);
create index rule_member_unit on rule_member (unit_id);

-- Of an occurrence that a fact made: which fact, so that it goes with it. Null: reports made it.
alter table rule_occurrence add column fact text;
create index rule_occurrence_fact on rule_occurrence (unit_id, fact) where fact is not null;

-- Conditions have every parameter, at its default where another kind is meant.
update rule set conditions = (
  select jsonb_agg(jsonb_build_object('driver', 'signedIn', 'operator_ids', '[]'::jsonb, 'fact', 'fuelTheft',
                                      'litres', null, 'kilometres', null, 'minutes', null) || c order by place)
  from jsonb_array_elements(conditions) with ordinality as each (c, place))
where jsonb_array_length(conditions) > 0;
