import type { Protocol } from '../../types.ts';
import { H02Session } from './session.ts';

export * from './encode.ts';

/** H02: small Chinese trackers that send `*HQ,…#`, or the same in binary. */
export const h02: Protocol = {
  name: 'h02',
  defaultPort: 5013,
  transports: ['tcp', 'udp'],
  idleTimeout: 600,
  open: (wire, transport, intake) => new H02Session(wire, intake, transport),
};
