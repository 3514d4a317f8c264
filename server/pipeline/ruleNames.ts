const asNumbers = (values: string): string => `(select (v #>> '{}')::int8 from ${values} v)`;
/** Numbers under a key anywhere in the conditions of a rule. */
const idsAt = (conditions: string, key: string): string =>
  asNumbers(`jsonb_path_query(${conditions}, '$.**.${key}[*]')`);

/**
 * SQL of the names of what a rule refers to, by kind and number (domain/rule: RuleNames): what is gone has none.
 * `rule`: the table.
 */
export const ruleNamesSql = (rule: string): string => `jsonb_build_object(
  'zone', coalesce((select jsonb_object_agg(id, name) from geofence where id in ${idsAt(`${rule}.conditions`, 'zone_ids')}), '{}'),
  'zoneGroup', coalesce((select jsonb_object_agg(id, name) from label where id in ${idsAt(`${rule}.conditions`, 'zone_group_ids')}), '{}'),
  'unitGroup', coalesce((select jsonb_object_agg(id, name) from label where id in ${asNumbers(`jsonb_array_elements(${rule}.unit_group_ids)`)}), '{}'),
  'unit', coalesce((select jsonb_object_agg(id, name) from unit where id in ${idsAt(`${rule}.conditions`, 'other_unit_ids')}), '{}'),
  'operator', coalesce((select jsonb_object_agg(id, name) from operator where id in ${idsAt(`${rule}.conditions`, 'operator_ids')}), '{}'))`;
