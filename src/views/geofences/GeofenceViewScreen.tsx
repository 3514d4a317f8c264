import { Suspense, lazy, type ReactNode } from 'react';
import { geofences } from '../../domain/geofence/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { VisitsPanel } from '../shared/visits/VisitsPanel.tsx';
import { useGeofenceCells } from './useGeofenceCells.tsx';
import './geofences.css';

const ZoneMap = lazy(() => import('../shared/geofences/ZoneMap.tsx'));

/** One geofence: what is known of it, where it is, and who visited it. */
export default function GeofenceViewScreen(): ReactNode {
  return (
    <EntityPage entity={geofences} cells={useGeofenceCells()}>
      {({ geofence_id, name, colour, shape }) => (
        <>
          <Suspense fallback={<div className="zone-map" aria-busy="true" />}>
            <ZoneMap zones={[{ id: geofence_id, name, colour, shape }]} />
          </Suspense>
          <VisitsPanel of={{ geofence: geofence_id }} />
        </>
      )}
    </EntityPage>
  );
}
