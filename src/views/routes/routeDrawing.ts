import { centerOf, shapeOf, type Checkpoint } from '../../domain/route/index.ts';
import type { Corridor, Shape } from '../../domain/geometry/index.ts';
import type { RouteDrawing } from '../../map/index.ts';

interface Drawn {
  readonly checkpoints: readonly Checkpoint[];
  readonly corridor: Corridor | null;
  readonly shapes: Readonly<Record<string, Shape>>;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A route as the map draws it: what is not filled in yet is left out. */
export function routeDrawing(
  { checkpoints, corridor, shapes }: Drawn,
  isLineOpen: boolean,
): Omit<RouteDrawing, 'color'> {
  const stops = checkpoints.flatMap((checkpoint, place) => {
    const { latitude, longitude, radius, geofence_id } = checkpoint;
    if (geofence_id === null && !(isNumber(latitude) && isNumber(longitude) && isNumber(radius))) return [];
    const shape = shapeOf(checkpoint, shapes);
    if (!shape) return [];
    return [
      {
        key: checkpoint.key,
        text: String(place + 1),
        label: checkpoint.name,
        shape,
        center: centerOf(shape),
        tone: 'plain' as const,
        isMovable: geofence_id === null,
      },
    ];
  });
  return {
    stops,
    line: corridor?.coordinates ?? stops.map(({ center }) => center),
    width: corridor && isNumber(corridor.width) ? corridor.width : null,
    isLineOpen: isLineOpen && corridor !== null,
  };
}
