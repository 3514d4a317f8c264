import type { ReactNode } from 'react';
import { geofences } from '../../domain/geofence/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useGeofenceCells } from './useGeofenceCells.tsx';

/** One geofence. */
export default function GeofenceViewScreen(): ReactNode {
  return <EntityPage entity={geofences} cells={useGeofenceCells()} />;
}
