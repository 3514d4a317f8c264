import { probeOf, type Shape } from '../../../geometry/index.ts';
import { hasPlaces, type RuleCondition } from '../kinds/index.ts';
import { PlaceSet, type PlacedShape } from './placeSet.ts';

/** Geofences and their groups, as whoever resolves a rule's geometry knows them. */
export interface PlaceBook {
  /** Null: there is no such geofence, or it may not be seen. */
  zone(id: number): PlacedShape | null;
  /** Geofences of a group; null: there is no such group. */
  group(id: number): readonly PlacedShape[] | null;
}

/** The geometry of a condition; null where it asks for none, or for something that is not there any more. */
export function placeSetOf(condition: RuleCondition, book: PlaceBook): PlaceSet | null {
  if (!hasPlaces(condition)) return null;
  const point = pointOf(condition);
  if (condition.kind === 'place' && condition.place === 'point')
    return point === null ? null : new PlaceSet([{ probe: probeOf(point), limit: null }]);
  const shapes = new Set<PlacedShape>();
  for (const id of condition.zone_ids) {
    const shape = book.zone(id);
    if (shape === null) return null;
    shapes.add(shape);
  }
  for (const id of condition.zone_group_ids) {
    const group = book.group(id);
    if (group === null) return null;
    for (const shape of group) shapes.add(shape);
  }
  return new PlaceSet([...shapes]);
}

/** The circle that a condition on a point asks for; null where it is not complete. */
function pointOf({
  latitude,
  longitude,
  radius,
}: Pick<RuleCondition, 'latitude' | 'longitude' | 'radius'>): Extract<Shape, { type: 'circle' }> | null {
  if (latitude === null || longitude === null || radius === null) return null;
  return { type: 'circle', center: [longitude, latitude], radius };
}
