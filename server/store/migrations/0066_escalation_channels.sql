-- A step of an escalation may name channels; those that were saved before use all.
update alert set escalation = (
  select coalesce(jsonb_agg('{"channels": []}'::jsonb || step order by place), '[]')
  from jsonb_array_elements(escalation) with ordinality as s (step, place)
) where escalation <> '[]';
update alarm set policy = jsonb_set(policy, '{escalation}', (
  select coalesce(jsonb_agg('{"channels": []}'::jsonb || step order by place), '[]')
  from jsonb_array_elements(policy -> 'escalation') with ordinality as s (step, place)
)) where policy -> 'escalation' <> '[]';
