import type { Protocol } from '../../types.ts';
import { Gt06Session, type Gt06Options } from './session.ts';

export { encodeGt06Reply, readGt06Command } from './command.ts';
export * from './encode.ts';
export { measureFrame as measureGt06Frame, readFrame as readGt06Frame } from './framing.ts';
export type { Gt06Options } from './session.ts';

/** GT06 and its relatives (Concox, Jimi and their clones). */
export function createGt06(options: Gt06Options = { acceptWrongChecksum: false }): Protocol {
  return {
    name: 'gt06',
    defaultPort: 5023,
    // Of a datagram it is not known whose it is: only the login of a connection names the device.
    transports: ['tcp'],
    idleTimeout: 600,
    open: (wire, _transport, intake) => new Gt06Session(wire, intake, options),
  };
}

export const gt06: Protocol = createGt06();
