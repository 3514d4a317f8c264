import { useEffect, useState } from 'react';
import { fleetBox, type MapBounds } from '../../../map/index.ts';
import { useFleet } from '../services/fleet.ts';

/**
 * The box around the fleet, computed again with each unit that comes in: the first ones say little. Null while none has
 * a place.
 */
export function useFleetBox(): MapBounds | null {
  const { fleet, onFrame } = useFleet();
  const [known, setKnown] = useState(() => ({ count: fleet.count, box: fleetBox(fleet) }));
  const { count } = known;
  useEffect(
    () =>
      onFrame((frame) => {
        if (frame.fleet.count !== count) setKnown({ count: frame.fleet.count, box: fleetBox(frame.fleet) });
      }),
    [count, onFrame],
  );
  return known.box;
}
