import type { Protocol } from '../../types.ts';
import { Jt808Session } from './session.ts';

export * from './encode.ts';
export { authCodeOf as jt808AuthCode } from './registration.ts';

/** JT/T 808 of 2011, 2013 and 2019, the Chinese standard of vehicle terminals. */
export const jt808: Protocol = {
  name: 'jt808',
  defaultPort: 5015,
  transports: ['tcp', 'udp'],
  idleTimeout: 600,
  open: (wire, transport, intake) => new Jt808Session(wire, intake, transport),
};
