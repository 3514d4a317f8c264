-- Rules of several conditions (domain/detection/rules/kinds). Those that are there have one, on a sensor.
alter table rule add column match text not null default 'all';                -- all | any
alter table rule add column conditions jsonb not null default '[]';
update rule set conditions = jsonb_build_array(jsonb_build_object(
  'kind', 'sensor', 'negated', false, 'sensor', sensor, 'condition', condition, 'minimum', minimum, 'maximum', maximum,
  'comparison', 'over', 'limit', null, 'margin', 5, 'ignition', 'on', 'alarm', ''));
alter table rule alter column match drop default, alter column conditions drop default;
alter table rule drop column sensor, drop column condition, drop column minimum, drop column maximum;

-- What fired: the conditions as they stood. Not every kind has a value.
update rule_occurrence set test = jsonb_build_object(
  'match', 'all', 'hold', coalesce(test -> 'hold', '0'),
  'conditions', jsonb_build_array(jsonb_build_object(
    'kind', 'sensor', 'negated', false, 'sensor', coalesce(test ->> 'sensor', ''),
    'condition', coalesce(test ->> 'condition', 'outside'), 'minimum', test -> 'minimum', 'maximum', test -> 'maximum',
    'comparison', 'over', 'limit', null, 'margin', 5, 'ignition', 'on', 'alarm', '')));
alter table rule_occurrence alter column value drop not null;
