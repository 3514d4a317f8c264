import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { IngestCounters } from './counters.ts';
import { createDeviceWire } from './deviceWire.ts';
import { openListeners } from './listeners.ts';
import { encodeGt06Login, gt06 } from './protocols/gt06/index.ts';
import { buildFrame } from './protocols/gt06/framing.ts';
import {
  encodeJt808Authentication,
  encodeJt808Registration,
  jt808,
  jt808AuthCode,
  jt808Dialect,
} from './protocols/jt808/index.ts';
import { osmand } from './protocols/osmand/index.ts';
import { concatBytes, crc16Ibm, fromHex } from './protocols/shared/index.ts';
import { encodeTeltonikaLogin, teltonika } from './protocols/teltonika/index.ts';
import { encodeIpsLogin, wialonIps } from './protocols/wialon_ips/index.ts';
import { freePort } from './testing/freePort.ts';
import { RecordingIntake } from './testing/recordingIntake.ts';
import { openSession } from './testing/streams.ts';
import type { ListeningProtocol, Protocol } from './types.ts';

const IDENTIFIER = '352093081452251';
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A session whose device is let in; what it was answered until then is forgotten. */
function letIn(protocol: Protocol, login: Uint8Array) {
  const opened = openSession(protocol);
  opened.session.receive(login);
  opened.wire.sent.length = 0;
  return opened;
}

describe('Teltonika', () => {
  const open = () => letIn(teltonika, encodeTeltonikaLogin(IDENTIFIER));

  /** Codec 12 to 14 as a device sends them; `head` is what is before the text. */
  function reply(codec: number, type: number, text: string, head: Uint8Array = new Uint8Array(0)): Uint8Array {
    const words = ascii(text);
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, head.length + words.length);
    const data = concatBytes(Uint8Array.of(codec, 1, type), size, head, words, Uint8Array.of(1));
    const frame = new Uint8Array(12 + data.length);
    frame.set(data, 8);
    const view = new DataView(frame.buffer);
    view.setUint32(4, data.length);
    view.setUint32(8 + data.length, crc16Ibm(data, 0, data.length));
    return frame;
  }

  it('gets codec 12 as the vendor prints it', () => {
    const { session, wire } = open();
    expect(session.command?.({ reference: 1, text: 'getinfo' })).toBe(true);
    expect(wire.hex).toBe('000000000000000f0c010500000007676574696e666f0100004312');
  });

  it('refuses what is no line of ASCII, and what is too long', () => {
    const { session, wire } = open();
    for (const text of ['', ' ', 'a\nb', 'привет', 'x'.repeat(513)])
      expect(session.command?.({ reference: 1, text })).toBe(false);
    expect(wire.hex).toBe('');
  });

  it('answers with codec 12, 13 and 14', () => {
    const { session, intake } = open();
    session.receive(reply(12, 6, 'INI:2019/7/22 7:22'));
    session.receive(reply(13, 6, 'timed', fromHex('5e1b2f00')));
    session.receive(reply(14, 6, 'named', fromHex('0352093081452251')));
    session.receive(reply(14, 0x11, '', fromHex('0352093081452251')));
    expect(intake.answers.map(({ reference, accepted, text }) => [reference, accepted, text])).toEqual([
      [null, null, 'INI:2019/7/22 7:22'],
      [null, null, 'timed'],
      [null, null, 'named'],
      [null, false, ''],
    ]);
  });

  it("passes a driver's card through, which answers nothing", () => {
    const { session, intake } = open();
    session.receive(reply(12, 6, 'GTSL|6|1||0102030405|1|'));
    expect(intake.fixes[0].attributes.driver_key).toBe('0102030405');
    expect(intake.answers).toEqual([]);
  });
});

describe('GT06', () => {
  const open = () => letIn(gt06, encodeGt06Login(IDENTIFIER, 1));

  it('gets 0x80 with the reference as the server flag', () => {
    const { session, wire } = open();
    for (let count = 0; count < 0xa0; count++) session.command?.({ reference: 0x1a958, text: 'DYD,000000#' });
    // The serial of the manual's example is the A0th.
    expect(Buffer.from(wire.sent[0xa0 - 1]).toString('hex')).toBe(
      '787815800f0001a9584459442c3030303030302300a0dcf10d0a',
    );
    expect(session.command?.({ reference: 1, text: 'x'.repeat(241) })).toBe(false);
  });

  it('answers by the flag, short and long, in ASCII and UTF-16', () => {
    const { session, intake } = open();
    const flag = fromHex('0001a958');
    session.receive(buildFrame(0x15, concatBytes(Uint8Array.of(4 + 12), flag, ascii('DYD=Success!')), 2));
    session.receive(buildFrame(0x21, concatBytes(flag, Uint8Array.of(1), ascii('OK')), 3, true));
    session.receive(buildFrame(0x21, concatBytes(flag, Uint8Array.of(2), fromHex('04340430')), 4, true));
    session.receive(buildFrame(0x15, concatBytes(Uint8Array.of(4 + 2), new Uint8Array(4), ascii('OK')), 5));
    expect(intake.answers.map(({ reference, text }) => [reference, text])).toEqual([
      [0x1a958, 'DYD=Success!'],
      [0x1a958, 'OK'],
      [0x1a958, 'да'],
      [null, 'OK'],
    ]);
  });
});

describe('Wialon IPS', () => {
  it('gets the raw text, and a text for the driver as a message with its checksum', () => {
    const { session, wire } = letIn(wialonIps, encodeIpsLogin(IDENTIFIER));
    expect(session.command?.({ reference: 1, text: 'setdigout 1' })).toBe(true);
    expect(session.command?.({ reference: 2, text: 'text:Come home' })).toBe(true);
    const covered = ascii('Come home;');
    const sum = crc16Ibm(covered, 0, covered.length).toString(16).toUpperCase().padStart(4, '0');
    expect(wire.text).toBe(`setdigout 1\r\n#M#Come home;${sum}\r\n`);
    expect(session.command?.({ reference: 3, text: 'one\r\ntwo' })).toBe(false);
    expect(session.command?.({ reference: 3, text: 'text:a#b' })).toBe(false);
  });

  it('answers with a message, or with the receipt of one', () => {
    const { session, intake, wire } = letIn(wialonIps, ascii(`#L#${IDENTIFIER};NA\r\n`));
    session.command?.({ reference: 2, text: 'text:Come home' });
    expect(wire.text).toBe('#M#Come home\r\n');
    session.receive(ascii('#AM#1\r\n#AM#0\r\n#M#on my way\r\n'));
    expect(intake.answers.map(({ reference, accepted, text }) => [reference, accepted, text])).toEqual([
      [null, true, ''],
      [null, false, ''],
      [null, null, 'on my way'],
    ]);
    expect(intake.malformedFrames).toEqual([]);
  });

  it('is not ready before the password is right', () => {
    const { session } = openSession(wialonIps, new RecordingIntake([{ identifier: IDENTIFIER, password: 'secret' }]));
    expect(session.ready).toBe(false);
    session.receive(encodeIpsLogin(IDENTIFIER, 'wrong'));
    expect(session.ready).toBe(false);
    session.receive(encodeIpsLogin(IDENTIFIER, 'secret'));
    expect(session.ready).toBe(true);
  });
});

describe('open ports', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** The protocol behind a port that the system chose. */
  async function listen(protocol: ListeningProtocol) {
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const wire = createDeviceWire({ logger, now: () => Date.UTC(2026, 5, 1, 12) });
    const counters = new IngestCounters();
    const intake = new RecordingIntake([
      { identifier: IDENTIFIER },
      { identifier: String(Number(IDENTIFIER.slice(-12))) },
    ]);
    const listeners = await openListeners({
      protocols: [protocol],
      host: '127.0.0.1',
      ports: { [protocol.name]: await freePort() },
      intake,
      counters,
      logger,
      switchboard: wire,
      drainTimeout: 1000,
    });
    closing.push(() => listeners.close());
    return { wire, intake, counters: counters.of(protocol.name), port: listeners.ports[0].port };
  }

  it('a waiting command goes out with the login, and the connection is offline when it is gone', async () => {
    const { wire, port, counters } = await listen(gt06);
    const outcomes: string[] = [];
    wire.onConnected((device) => void outcomes.push(wire.send(device.identifier, { reference: 5, text: 'PARAM#' })));
    expect(wire.send(IDENTIFIER, { reference: 5, text: 'PARAM#' })).toBe('offline');
    const socket = connect(port, '127.0.0.1');
    closing.push(() => socket.destroy());
    socket.write(encodeGt06Login(IDENTIFIER, 1));
    socket.setEncoding('latin1');
    let received = '';
    while (!received.includes('PARAM#')) received += String((await once(socket, 'data'))[0]);
    expect(outcomes).toEqual(['sent']);
    expect(wire.connected(IDENTIFIER)).toBe(true);
    expect(wire.send(IDENTIFIER, { reference: 6, text: 'x'.repeat(500) })).toBe('unsupported');
    expect(counters.commands).toBe(1);
    const gone = once(socket, 'close');
    socket.destroy();
    await gone;
    while (counters.open > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(wire.connected(IDENTIFIER)).toBe(false);
  });

  it('a terminal that has only named itself is offline, and a device that came again is reached where it is now', async () => {
    const { wire, port } = await listen(jt808);
    const outcomes: string[] = [];
    wire.onConnected((device) => void outcomes.push(wire.send(device.identifier, { reference: 5, text: 'locate' })));
    const dialect = jt808Dialect(IDENTIFIER.slice(-12));
    const phone = String(Number(IDENTIFIER.slice(-12)));
    const dial = async (): Promise<{ socket: Socket; heard: () => Promise<string> }> => {
      const socket = connect(port, '127.0.0.1');
      closing.push(() => socket.destroy());
      socket.write(encodeJt808Registration(dialect, 1));
      return { socket, heard: async () => String((await once(socket.setEncoding('hex'), 'data'))[0]) };
    };
    const first = await dial();
    expect(await first.heard()).toMatch(/^7e8100/);
    expect([wire.connected(phone), wire.send(phone, { reference: 1, text: 'locate' })]).toEqual([false, 'offline']);
    first.socket.write(encodeJt808Authentication(dialect, 2, jt808AuthCode(phone)));
    expect(await first.heard()).toMatch(/7e8201/);
    const gone = once(first.socket, 'close');
    const second = await dial();
    expect(await second.heard()).toMatch(/^7e8100/);
    second.socket.write(encodeJt808Authentication(dialect, 2, jt808AuthCode(phone)));
    expect(await second.heard()).toMatch(/7e8201/);
    await gone;
    expect(wire.connected(phone)).toBe(true);
    expect(outcomes).toEqual(['sent', 'sent']);
  });

  it('OsmAnd gets one command with the answer to its next report, however late the dispatcher looks', async () => {
    const { wire, port, counters } = await listen(osmand);
    const waiting = ['positionSingle', 'second'];
    const outcomes: string[] = [];
    wire.onConnected(async (device) => {
      await Promise.resolve();
      for (const text of waiting) outcomes.push(wire.send(device.identifier, { reference: 1, text }));
    });
    expect(wire.send(IDENTIFIER, { reference: 1, text: 'x' })).toBe('offline');
    const answer = await fetch(`http://127.0.0.1:${port}/?id=${IDENTIFIER}&lat=1&lon=2`);
    expect([answer.status, await answer.text()]).toEqual([200, 'positionSingle']);
    expect(outcomes).toEqual(['sent', 'offline']);
    expect(wire.connected(IDENTIFIER)).toBe(false);
    expect(counters.commands).toBe(1);
    waiting.length = 0;
    expect(await (await fetch(`http://127.0.0.1:${port}/?id=${IDENTIFIER}&lat=1&lon=2`)).text()).toBe('');
    expect((await fetch(`http://127.0.0.1:${port}/?id=stranger&lat=1&lon=2`)).status).toBe(400);
  });
});
