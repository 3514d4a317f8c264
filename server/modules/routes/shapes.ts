/** Shapes of the geofences that are checkpoints of the route `t`, by their number. */
export const SHAPES = `(select coalesce(jsonb_object_agg(g.id, g.shape), '{}') from geofence g
  where g.account_id = t.account_id and g.id in (select (c ->> 'geofence_id')::int8 from jsonb_array_elements(t.checkpoints) as c))`;

/** Schedules of a route with all their fields, in the order that they were added in. */
export const SCHEDULES = `(select coalesce(jsonb_agg(s.plan || jsonb_build_object(
  'key', s.key, 'name', s.name, 'enabled', s.enabled, 'labels', s.labels) order by s.key), '[]')
  from schedule s where s.route_id = t.id)`;
