import type { DemoProtocol } from '../roster.ts';
import type { Console } from './console.ts';
import { gt06Console } from './gt06.ts';
import { teltonikaConsole } from './teltonika.ts';
import { wialonIpsConsole } from './wialonIps.ts';

export type { Console, Controls } from './console.ts';

/** What answers commands in a device of the protocol; phones take none. */
export const CONSOLES: Readonly<Record<DemoProtocol, Console | null>> = {
  teltonika: teltonikaConsole,
  gt06: gt06Console,
  wialon_ips: wialonIpsConsole,
  osmand: null,
};
