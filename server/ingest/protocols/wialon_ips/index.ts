import type { Protocol } from '../../types.ts';
import { WialonIpsSession } from './session.ts';

export * from './encode.ts';

/** Wialon IPS 1.1 and 2.x. */
export const wialonIps: Protocol = {
  name: 'wialon_ips',
  defaultPort: 5039,
  transports: ['tcp', 'udp'],
  idleTimeout: 600,
  open: (wire, transport, intake) => new WialonIpsSession(wire, intake, transport),
};
