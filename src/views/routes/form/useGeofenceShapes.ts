import { useEffect, useMemo, useState } from 'react';
import type { Shape } from '../../../domain/geometry/index.ts';
import type { Checkpoint } from '../../../domain/route/index.ts';
import { useCalls } from '../../shared/services/calls.ts';

type Shapes = Readonly<Record<string, Shape>>;
const NONE: Shapes = {};

/** Shapes of the geofences that are checkpoints. */
export function useGeofenceShapes(checkpoints: readonly Checkpoint[], saved: Shapes = NONE): Shapes {
  const { call } = useCalls();
  const [read, setRead] = useState<Shapes>(NONE);
  const shapes = useMemo(() => ({ ...saved, ...read }), [saved, read]);
  const missing =
    checkpoints.map(({ geofence_id }) => geofence_id).find((id) => id !== null && shapes[id] === undefined) ?? null;
  useEffect(() => {
    if (missing === null) return undefined;
    let isOver = false;
    void call('getGeofence', { geofence_id: missing }).then((answer) => {
      if (!isOver && answer.ok) setRead((before) => ({ ...before, [missing]: answer.value.shape }));
    });
    return () => {
      isOver = true;
    };
  }, [call, missing]);
  return shapes;
}
