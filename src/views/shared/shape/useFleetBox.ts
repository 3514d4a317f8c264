import { useEffect, useState } from 'react';
import { fleetBox, type MapBounds } from '../../../map/index.ts';
import { useFleet } from '../services/fleet.ts';

/** Where the fleet was when its first positions came; null while none has. */
export function useFleetBox(): MapBounds | null {
  const { fleet, onFrame } = useFleet();
  const [box, setBox] = useState(() => fleetBox(fleet));
  useEffect(() => {
    if (box !== null) return undefined;
    return onFrame((frame) => {
      if (frame.fleet.count > 0) setBox(fleetBox(frame.fleet));
    });
  }, [box, onFrame]);
  return box;
}
