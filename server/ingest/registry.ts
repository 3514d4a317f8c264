import { gps103 } from './protocols/gps103/index.ts';
import { gt06 } from './protocols/gt06/index.ts';
import { h02 } from './protocols/h02/index.ts';
import { jt808 } from './protocols/jt808/index.ts';
import { nmea } from './protocols/nmea/index.ts';
import { osmand } from './protocols/osmand/index.ts';
import { queclink } from './protocols/queclink/index.ts';
import { teltonika } from './protocols/teltonika/index.ts';
import { tk103 } from './protocols/tk103/index.ts';
import { wialonIps } from './protocols/wialon_ips/index.ts';
import type { ListeningProtocol } from './types.ts';

/** Protocols that listen on a port of their own: to add one is one folder and one line here. */
export const PROTOCOLS: readonly ListeningProtocol[] = [
  osmand,
  teltonika,
  gt06,
  wialonIps,
  h02,
  gps103,
  tk103,
  nmea,
  queclink,
  jt808,
];

export { createGt06 } from './protocols/gt06/index.ts';
export { createTraccarHandler } from './protocols/traccar/index.ts';
