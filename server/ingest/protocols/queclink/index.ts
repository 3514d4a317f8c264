import type { Protocol } from '../../types.ts';
import { QueclinkSession } from './session.ts';

export * from './encode.ts';

/** Queclink's @Track protocol in its ASCII form (GL, GV, GB, GMT and their relatives). */
export const queclink: Protocol = {
  name: 'queclink',
  defaultPort: 5004,
  transports: ['tcp', 'udp'],
  // Devices may be set to report, and to send heartbeats, once in half an hour.
  idleTimeout: 2100,
  open: (wire, transport, intake) => new QueclinkSession(wire, intake, transport),
};
