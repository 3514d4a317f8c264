import type { ReactNode } from 'react';
import { geofences } from '../../domain/geofence/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { useGeofenceCells } from './useGeofenceCells.tsx';

/** Geofences of the account. */
export default function GeofenceListScreen(): ReactNode {
  return <EntityList entity={geofences} cells={useGeofenceCells()} />;
}
