import { useEffect, useMemo } from 'react';
import { MINUTE, fromIso, toIso } from '../../../domain/base/index.ts';
import { colourToken } from '../../../domain/geofence/index.ts';
import { boxOf, type LonLat } from '../../../domain/geometry/index.ts';
import { passedAt, type RouteRun } from '../../../domain/route/index.ts';
import type { FleetMap, MapBounds, RouteDrawing, RouteStop } from '../../../map/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useRunWords } from '../../shared/runs/useRunWords.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { useUnitRun } from './useUnitRun.ts';

type Geometry = NonNullable<RouteRun['geometry']>;

/** How a checkpoint looks on the map: where the unit is expected next, what it passed, what it missed. */
function toneOf(run: RouteRun, place: number): RouteStop['tone'] {
  const { key, status } = run.checkpoints[place];
  if (status === 'skipped') return 'skipped';
  if (status === 'late') return 'late';
  if (passedAt(run, place) !== null) return 'reached';
  return key === run.next ? 'next' : 'plain';
}

/**
 * Draws the route of the run of the selected unit, each checkpoint as it is at the shown instant. Answers what brings
 * it into sight; null while nothing is drawn.
 */
export function useRunOnMap(map: FleetMap | null, unitId: number | null): (() => void) | null {
  const shown = useUnitRun(unitId);
  const run = shown?.isNear === true ? shown.run : null;
  const geometry = useGeometry(run);
  const { skin, accent } = usePreferences().appearance;
  const words = useRunWords(useNow());
  const marks = run?.checkpoints.map((checkpoint, place) => ({
    text: words.checkpoint(checkpoint),
    tone: toneOf(run, place),
  }));
  // The drawing is put on the map again only where it has changed, not with every look at the clock.
  const key = run === null ? '' : JSON.stringify([run.colour, marks]);
  const drawing = useMemo<RouteDrawing | null>(() => {
    if (run === null || geometry === null || !marks) return null;
    const [red, green, blue] = themeColors(skin, accent)[colourToken(run.colour)];
    return { ...drawingOf(run, geometry, marks), color: [red, green, blue] };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [geometry, key, skin, accent]);
  useEffect(() => map?.setRoute(drawing), [map, drawing]);
  return useMemo(() => {
    const bounds = drawing === null ? null : boundsOf(drawing);
    return map === null || bounds === null ? null : () => void map.fit(bounds);
  }, [map, drawing]);
}

/** What is to be drawn of a run, which stays as it was planned. */
function useGeometry(run: RouteRun | null): Geometry | null {
  const start = run === null ? 0 : fromIso(run.start);
  const { value } = useAnswer(
    'getRouteRuns',
    run === null
      ? null
      : {
          unit_ids: [run.unit_id],
          route_ids: [run.route_id],
          from: toIso(start),
          to: toIso(start + MINUTE),
          geometry: true,
        },
  );
  return value?.runs.find(({ run_id: id }) => id === run?.run_id)?.geometry ?? null;
}

interface Mark {
  readonly text: string;
  readonly tone: RouteStop['tone'];
}

function drawingOf(
  { checkpoints }: RouteRun,
  { corridor, shapes }: Geometry,
  marks: readonly Mark[],
): Omit<RouteDrawing, 'color'> {
  const stops = checkpoints.map(({ key, position: { longitude, latitude } }, place): RouteStop => ({
    key,
    text: String(place + 1),
    label: marks[place].text,
    shape: shapes[place],
    center: [longitude, latitude],
    tone: marks[place].tone,
    isMovable: false,
  }));
  return {
    stops,
    line: corridor?.coordinates ?? stops.map(({ center }) => center),
    width: corridor?.width ?? null,
    isLineOpen: false,
  };
}

function boundsOf({ line, stops }: RouteDrawing): MapBounds | null {
  const places: readonly LonLat[] = [...line, ...stops.map(({ center }) => center)];
  if (places.length === 0) return null;
  return boxOf({ type: 'corridor', coordinates: [...places], width: 0 });
}
