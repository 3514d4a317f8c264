/** Numbers under a key anywhere in the conditions of a rule. */
const idsAt = (conditions: string, key: string): string =>
  `(select (v #>> '{}')::int8 from jsonb_path_query(${conditions}, '$.**.${key}[*]') v)`;

/**
 * SQL of the names of what a rule refers to, by kind and number (domain/rule: RuleNames): what is gone has none.
 * `conditions`: the column.
 */
export const ruleNamesSql = (conditions: string): string => `jsonb_build_object(
  'zone', coalesce((select jsonb_object_agg(id, name) from geofence where id in ${idsAt(conditions, 'zone_ids')}), '{}'),
  'zoneGroup', coalesce((select jsonb_object_agg(id, name) from label where id in ${idsAt(conditions, 'zone_group_ids')}), '{}'))`;
