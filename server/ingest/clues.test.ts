import { describe, expect, it } from 'vitest';
import { DeviceRegistry } from './deviceRegistry.ts';
import { createIntake } from './intake.ts';
import { encodeGt06Login, encodeGt06Position, gt06 } from './protocols/gt06/index.ts';
import { jt808, jt808Dialect } from './protocols/jt808/index.ts';
import { buildFrame } from './protocols/jt808/framing.ts';
import { osmand } from './protocols/osmand/index.ts';
import { encodeQueclinkReport, queclink } from './protocols/queclink/index.ts';
import {
  createTeltonika,
  encodeTeltonikaDatagram,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  teltonika,
} from './protocols/teltonika/index.ts';
import { createTraccarHandler } from './protocols/traccar/index.ts';
import type { Protocol } from './types.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const POSITION = { time: NOW, latitude: 52.5, longitude: 13.4, speed: 40, course: 90, altitude: 30, satellites: 8 };

/** What the list of unclaimed devices takes the sender of these bytes for; nobody is registered. */
function guessed(
  protocol: Protocol,
  chunks: readonly Uint8Array[],
  transport: 'tcp' | 'udp' = 'tcp',
): string | undefined {
  const { intake, models } = nobodyKnown();
  const session = protocol.open(
    { remote: '192.0.2.1:1', send: () => undefined, end: () => undefined },
    transport,
    intake,
  );
  for (const chunk of chunks) session.receive(chunk);
  return models().at(0);
}

function nobodyKnown() {
  const silent = () => undefined;
  const intake = createIntake({
    registry: new DeviceRegistry(),
    store: { append: silent, appendUnread: silent, afterCommit: (callback) => callback(true) },
    logger: { info: silent, warn: silent, error: silent },
    now: () => NOW,
  });
  return { intake, models: () => intake.listUnclaimed({ page: 1, limit: 5 }).rows.map(({ model }) => model) };
}

describe('the model of a tracker that was refused', () => {
  it('GT06: by the messages that it sends on though its login was not answered', () => {
    const login = encodeGt06Login('868000000000001', 1);
    expect(guessed(gt06, [login])).toBe('GT06N');
    expect(guessed(gt06, [login, encodeGt06Position(POSITION, 2)])).toBe('GT06');
    expect(guessed(gt06, [login, encodeGt06Position({ ...POSITION, ignition: true }, 2)])).toBe('GT06N');
  });

  it('Teltonika: by codec and values of a datagram', () => {
    const io = (...ids: readonly (readonly [id: number, size: 1 | 2])[]) =>
      ids.map(([id, size]) => ({ id, size, value: 1 }));
    const sent = (elements: ReturnType<typeof io>, codec: 'eight' | 'eightExtended') =>
      guessed(
        teltonika,
        [encodeTeltonikaDatagram('352093081234567', [{ ...POSITION, io: elements }], 1, codec)],
        'udp',
      );
    expect(sent(io([239, 1], [66, 2]), 'eight')).toBe('FMB920');
    expect(sent(io([239, 1], [66, 2]), 'eightExtended')).toBe('FMC920');
    expect(sent(io([239, 1], [66, 2], [85, 2]), 'eightExtended')).toBe('FMC150');
  });

  it('Teltonika: by what its first packet of a connection carries, in any of its records', () => {
    const identifier = '352093081234568';
    const io = (...ids: readonly number[]) => ids.map((id) => ({ id, size: 1 as const, value: 1 }));
    const packet = encodeTeltonikaPacket(
      [
        { ...POSITION, io: io(239) },
        { ...POSITION, io: [...io(239), { id: 85, size: 2, value: 900 }] },
      ],
      'eightExtended',
    );
    expect(guessed(createTeltonika(), [encodeTeltonikaLogin(identifier)])).toBe('FMB920');
    expect(guessed(createTeltonika(), [encodeTeltonikaLogin(identifier), packet])).toBe('FMC150');
  });

  it('Queclink: by the type in its version', () => {
    expect(
      guessed(queclink, [
        encodeQueclinkReport({ identifier: '860000000000001', version: '1A0402', count: 1 }, [POSITION]),
      ]),
    ).toBe('GL300');
    expect(
      guessed(queclink, [
        encodeQueclinkReport({ identifier: '860000000000001', version: '360402', count: 1 }, [POSITION]),
      ]),
    ).toBe('GV500');
  });

  it('JT/T 808: by the model in its registration, of 2013 and of 2019', () => {
    for (const [version, maker, size, rest] of [
      [null, 5, 20, 8],
      [1, 11, 30, 31],
    ] as const) {
      const body = new Uint8Array(4 + maker + size + rest);
      body.set(new TextEncoder().encode('JC371'), 4 + maker);
      expect(
        guessed(jt808, [buildFrame(0x0100, jt808Dialect('013900000001', version), 1, body)]),
        String(version),
      ).toBe('JC371');
    }
  });

  it('OsmAnd and forwarded ones: by their parameters, and by the form of the other server', async () => {
    const { intake, models } = nobodyKnown();
    const request = (identifier: string, time: number) => ({
      method: 'GET',
      url: `/?id=${identifier}&lat=1&lon=2&timestamp=${time}&hdop=3`,
      contentType: '',
      body: new Uint8Array(0),
      remote: '192.0.2.1',
    });
    await osmand.answer(request('phone7', NOW), intake);
    expect(models()).toEqual(['OsmAnd']);
    await osmand.answer(request('script7', NOW / 1000), intake);
    expect(models()).toContain('Traccar Client');
    const position = { latitude: 1, longitude: 2, fixTime: new Date(NOW).toISOString(), valid: true };
    await createTraccarHandler(intake)({ device: { uniqueId: 'T1', model: 'FMB640' }, position }, '192.0.2.2');
    expect(models()).toContain('FMB640');
  });

  it('keeps a bounded number of clues', () => {
    const { intake, models } = nobodyKnown();
    intake.login('X1', 'gt06', '192.0.2.1:1');
    for (let number = 0; number < 500; number++)
      intake.noteClues?.('X1', 'gt06', [`message:${'f'.repeat(100)}${number}`, `type:${number}`]);
    intake.noteClues?.('never heard', 'gt06', ['message:12']);
    intake.noteClues?.('X1', 'gt06', ['message:12']);
    expect(models()).toEqual(['GT06N']);
  });
});
