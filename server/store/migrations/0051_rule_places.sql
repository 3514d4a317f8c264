-- Rules on places, and on units by group (domain/detection/rules/kinds/place.ts).
-- What the geometry of a rule's places was made of when it was last applied; null: it asks for none, or is new.
alter table rule add column places_of text;
-- Conditions have every parameter, at its default where another kind is meant.
update rule set conditions = (
  select jsonb_agg(jsonb_build_object('place', 'zones', 'zone_ids', '[]'::jsonb, 'zone_group_ids', '[]'::jsonb,
                                      'latitude', null, 'longitude', null, 'radius', null, 'crossing', false) || c order by place)
  from jsonb_array_elements(conditions) with ordinality as each (c, place))
where jsonb_array_length(conditions) > 0;
