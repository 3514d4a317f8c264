import { probeOf, type Shape, type ShapeProbe } from '../../../geometry/index.ts';
import type { RuleCondition } from '../kinds/index.ts';
import { PlaceSet } from './placeSet.ts';

/** Geofences and their groups, as whoever resolves a rule's geometry knows them. */
export interface PlaceBook {
  /** Null: there is no such geofence, or it may not be seen. */
  zone(id: number): ShapeProbe | null;
  /** Geofences of a group; null: there is no such group. */
  group(id: number): readonly ShapeProbe[] | null;
}

/** The geometry of a condition; null where it asks for none, or for something that is not there any more. */
export function placeSetOf(condition: RuleCondition, book: PlaceBook): PlaceSet | null {
  if (condition.kind !== 'place') return null;
  const point = pointOf(condition);
  if (condition.place === 'point') return point === null ? null : new PlaceSet([probeOf(point)]);
  const probes = new Set<ShapeProbe>();
  for (const id of condition.zone_ids) {
    const probe = book.zone(id);
    if (probe === null) return null;
    probes.add(probe);
  }
  for (const id of condition.zone_group_ids) {
    const group = book.group(id);
    if (group === null) return null;
    for (const probe of group) probes.add(probe);
  }
  return new PlaceSet([...probes]);
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
