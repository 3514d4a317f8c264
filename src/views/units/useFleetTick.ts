import { useEffect, useState } from 'react';
import { SECOND, type Instant } from '../../domain/base/index.ts';
import { useFleet } from '../shared/services/fleet.ts';

/** Figures that changed are shown this soon; positions never go through React. */
const REFRESH = 0.4 * SECOND;
/** Ages grow without a report: figures are refreshed this often even if nothing came. */
const AGE = 2 * SECOND;

/** Renders again soon after something of the fleet changed, and answers the instant of the picture. */
export function useFleetTick(): Instant {
  const { fleet, pictured } = useFleet();
  const [instant, setInstant] = useState(pictured);
  useEffect(() => {
    let since = 0;
    let shown = fleet.version;
    const timer = setInterval(() => {
      since += REFRESH;
      if (fleet.version === shown && since < AGE) return;
      shown = fleet.version;
      since = 0;
      setInstant(pictured());
    }, REFRESH);
    return () => clearInterval(timer);
  }, [fleet, pictured]);
  return instant;
}
