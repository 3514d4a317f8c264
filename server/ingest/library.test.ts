import { describe, expect, it } from 'vitest';
import { commandsOf, fillTemplate, initialValues } from '../../src/domain/command/index.ts';
import { encodeGt06Login, gt06 } from './protocols/gt06/index.ts';
import { gps103 } from './protocols/gps103/index.ts';
import { h02 } from './protocols/h02/index.ts';
import { encodeJt808Authentication, jt808, jt808AuthCode, jt808Dialect } from './protocols/jt808/index.ts';
import { queclink } from './protocols/queclink/index.ts';
import { tk103 } from './protocols/tk103/index.ts';
import { encodeTeltonikaLogin, teltonika } from './protocols/teltonika/index.ts';
import { encodeIpsLogin, wialonIps } from './protocols/wialon_ips/index.ts';
import { openSession } from './testing/streams.ts';
import type { Protocol } from './types.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Protocols whose devices take commands over a connection, each with what lets a device in. */
const LET_IN: readonly (readonly [protocol: Protocol, login: Uint8Array])[] = [
  [teltonika, encodeTeltonikaLogin('352093081452251')],
  [gt06, encodeGt06Login('123456789012345', 1)],
  [wialonIps, encodeIpsLogin('353976013445485')],
  [h02, ascii('*HQ,4210051415,V1,164549,A,5231.0000,N,01322.5000,E,010.00,090,221225,FFFFFFFF#')],
  [gps103, ascii('##,imei:359710049092324,A;')],
  [tk103, ascii('(088046338039BP05000088046338039251222A5231.0000N01322.5000E036.0164549090.0001000000L00000000)')],
  [
    queclink,
    ascii(
      '+RESP:GTFRI,060402,868487004353181,,,10,1,1,43.4,80,52.4,13.377700,52.516300,20260601120000,0262,0001,1932,1BA4,00,123.4,,,,90,220100,,,,20260601120001,0001$',
    ),
  ],
  [jt808, encodeJt808Authentication(jt808Dialect('13912345678'), 1, jt808AuthCode('13912345678'))],
];

/** Without the one that sends whatever a person writes. */
const CASES = LET_IN.flatMap(([protocol, login]) =>
  commandsOf(protocol.name)
    .filter(({ code }) => code !== 'custom')
    .map((template) => ({ name: protocol.name, code: template.code, template, protocol, login })),
);

describe('what the library offers', () => {
  it.each(CASES)('goes out by $name: $code', ({ template, protocol, login }) => {
    const { session, wire } = openSession(protocol);
    session.receive(login);
    wire.sent.length = 0;
    const values = Object.fromEntries(
      Object.entries(initialValues(template)).map(([name, value]) => [name, value || '1234']),
    );
    const filled = fillTemplate(template, values);
    if (!filled.ok) throw new Error(`${template.code}: ${filled.error.map(({ parameter }) => parameter).join()}`);
    expect(session.command?.({ reference: 1, text: filled.value })).toBe(true);
    expect(wire.sent).not.toEqual([]);
  });
});
