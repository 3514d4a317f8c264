import { gt06 } from './protocols/gt06/index.ts';
import { osmand } from './protocols/osmand/index.ts';
import { teltonika } from './protocols/teltonika/index.ts';
import { wialonIps } from './protocols/wialon_ips/index.ts';
import type { ListeningProtocol } from './types.ts';

/** Protocols that listen on a port of their own: to add one is one folder and one line here. */
export const PROTOCOLS: readonly ListeningProtocol[] = [osmand, teltonika, gt06, wialonIps];

export { createGt06 } from './protocols/gt06/index.ts';
export { createTraccarHandler } from './protocols/traccar/index.ts';
