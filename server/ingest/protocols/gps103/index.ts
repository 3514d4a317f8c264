import type { Protocol } from '../../types.ts';
import { Gps103Session } from './session.ts';

export * from './encode.ts';

/** GPS103: Coban trackers and their clones, which send `imei:…;`. */
export const gps103: Protocol = {
  name: 'gps103',
  defaultPort: 5001,
  transports: ['tcp', 'udp'],
  idleTimeout: 600,
  open: (wire, transport, intake) => new Gps103Session(wire, intake, transport),
};
