import type { Protocol } from '../../types.ts';
import { Tk103Session } from './session.ts';

export * from './encode.ts';

/** TK103: trackers that send `(…)`, Xexun's and many others'. */
export const tk103: Protocol = {
  name: 'tk103',
  defaultPort: 5002,
  transports: ['tcp', 'udp'],
  idleTimeout: 600,
  open: (wire, transport, intake) => new Tk103Session(wire, intake, transport),
};
