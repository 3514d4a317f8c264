import { Suspense, useMemo, type ReactNode } from 'react';
import { geofences, type Geofence } from '../../domain/geofence/index.ts';
import { lazyPart } from '../shared/code/lazyPart.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { VisitsPanel } from '../shared/visits/VisitsPanel.tsx';
import { useGeofenceCells } from './useGeofenceCells.tsx';
import './geofences.css';
import '../shared/geofences/zoneMap.css';

const ZoneMap = lazyPart(() => import('../shared/geofences/ZoneMap.tsx'));

/** One geofence: what is known of it, where it is, and who visited it. */
export default function GeofenceViewScreen(): ReactNode {
  return (
    <EntityPage entity={geofences} cells={useGeofenceCells()}>
      {(geofence) => (
        <>
          <GeofenceMap geofence={geofence} />
          <VisitsPanel of={{ geofence: geofence.geofence_id }} />
        </>
      )}
    </EntityPage>
  );
}

function GeofenceMap({ geofence: { geofence_id: id, name, colour, shape } }: { geofence: Geofence }): ReactNode {
  const zones = useMemo(() => [{ id, name, colour, shape }], [id, name, colour, shape]);
  return (
    <Suspense fallback={<div className="zone-map" aria-busy="true" />}>
      <ZoneMap zones={zones} />
    </Suspense>
  );
}
