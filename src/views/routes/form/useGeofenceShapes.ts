import { useEffect, useMemo, useState } from 'react';
import { PAGE } from '../../../domain/base/index.ts';
import type { Shape } from '../../../domain/geometry/index.ts';
import type { Checkpoint } from '../../../domain/route/index.ts';
import { useAnswer, useCalls } from '../../shared/services/calls.ts';
import { useSession } from '../../shared/services/session.ts';

type Shapes = Readonly<Record<string, Shape>>;
const NONE: Shapes = {};

/** Geofences that can be checkpoints, and the shapes of those that are. */
export function useGeofenceShapes(
  checkpoints: readonly Checkpoint[],
  saved: Shapes = NONE,
): { readonly options: readonly { readonly value: string; readonly label: string }[]; readonly shapes: Shapes } {
  const { can } = useSession();
  const { call } = useCalls();
  const list = useAnswer(
    'getGeofenceList',
    can({ resource: 'geofences', action: 'r' }) ? { page: 1, limit: PAGE.maximumLimit, sort: 'name' } : null,
    ['geofence'],
  );
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
  const options = useMemo(
    () => (list.value?.rows ?? []).map(({ geofence_id, name }) => ({ value: String(geofence_id), label: name })),
    [list.value],
  );
  return { options, shapes };
}
