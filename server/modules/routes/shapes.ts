/** Shapes of the geofences that are checkpoints of the route `t`, by their number. */
export const SHAPES = `(select coalesce(jsonb_object_agg(g.id, g.shape), '{}') from geofence g
  where g.account_id = t.account_id and g.id in (select (c ->> 'geofence_id')::int8 from jsonb_array_elements(t.checkpoints) as c))`;
