import type { DemoProtocol } from '../roster.ts';
import type { Dialect } from './dialect.ts';
import { Gt06Dialect } from './gt06.ts';
import { OsmAndDialect } from './osmand.ts';
import { TeltonikaDialect } from './teltonika.ts';
import { WialonIpsDialect } from './wialonIps.ts';

export type { Dialect, HeardCommand } from './dialect.ts';
export { DeviceLink, type LinkListener } from './link.ts';

/** The device's side of a protocol. */
export function openDialect(protocol: DemoProtocol, identifier: string, host: string): Dialect {
  switch (protocol) {
    case 'teltonika':
      return new TeltonikaDialect(identifier);
    case 'gt06':
      return new Gt06Dialect(identifier);
    case 'wialon_ips':
      return new WialonIpsDialect(identifier);
    case 'osmand':
      return new OsmAndDialect(identifier, host);
  }
}
