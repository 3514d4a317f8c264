import type { Protocol } from '../../types.ts';
import { AskedStrangers, TeltonikaTcpSession } from './session.ts';
import { TeltonikaUdpSession } from './udp.ts';

export { encodeTeltonikaReply, readTeltonikaCommand } from './command.ts';
export * from './encode.ts';

/** Teltonika's AVL protocol: codecs 8, 8 Extended and 16 (and the older 7), command replies 12 to 14. */
export function createTeltonika(): Protocol {
  const asked = new AskedStrangers();
  return {
    name: 'teltonika',
    defaultPort: 5027,
    transports: ['tcp', 'udp'],
    idleTimeout: 600,
    open: (wire, transport, intake) =>
      transport === 'tcp' ? new TeltonikaTcpSession(wire, intake, asked) : new TeltonikaUdpSession(wire, intake),
  };
}

export const teltonika: Protocol = createTeltonika();
