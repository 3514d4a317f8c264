import type { Protocol } from '../../types.ts';
import { NmeaSession } from './session.ts';

export * from './encode.ts';

/** NMEA 0183 as receivers write it, over TCP or UDP. */
export function createNmea(): Protocol {
  // Registered devices only, so it does not grow beyond them.
  const rmcSenders = new Set<string>();
  return {
    name: 'nmea',
    defaultPort: 5005,
    transports: ['tcp', 'udp'],
    idleTimeout: 600,
    open: (wire, transport, intake) => new NmeaSession(wire, intake, transport, rmcSenders),
  };
}

export const nmea: Protocol = createNmea();
