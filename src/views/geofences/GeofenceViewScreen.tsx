import { Suspense, lazy, type ReactNode } from 'react';
import { geofences } from '../../domain/geofence/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useGeofenceCells } from './useGeofenceCells.tsx';
import './geofences.css';

const ZoneMap = lazy(() => import('../shared/geofences/ZoneMap.tsx'));

/** One geofence: what is known of it, and where it is. */
export default function GeofenceViewScreen(): ReactNode {
  return (
    <EntityPage entity={geofences} cells={useGeofenceCells()}>
      {({ geofence_id, name, colour, shape }) => (
        <Suspense fallback={<div className="zone-map" aria-busy="true" />}>
          <ZoneMap zones={[{ id: geofence_id, name, colour, shape }]} />
        </Suspense>
      )}
    </EntityPage>
  );
}
