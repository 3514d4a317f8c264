import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../server/ingest/protocols/shared/index.ts';
import { RecordingIntake } from '../../server/ingest/testing/recordingIntake.ts';
import { mutate, openSession, randomBytes, seededRandom } from '../../server/ingest/testing/streams.ts';
import { PROTOCOL_SAMPLES, recordedFrames, type ProtocolSample } from '../support/protocolSamples.ts';

/**
 * What a network and a broken or hostile device may send: nothing throws, nothing untrue is stored, no connection is
 * lost to it.
 */

const TIME = Date.UTC(2026, 4, 31, 8, 30, 15);
/** The largest thing that any of the protocols keeps while it waits for more. */
const LARGEST_KEPT = 1024 * 1024;
/** A reason says what is wrong in words, and nothing that only the code knows. */
const REASON = /^(?=.{12,120}$)(?!.*(?:undefined|NaN|null|\[object|Error)).*[a-z]+ [a-z]+/i;

function expectSound(intake: RecordingIntake, what: string): void {
  for (const { reason, bytes } of intake.malformedFrames) {
    expect(reason, what).toMatch(REASON);
    expect(bytes.length, `${what}: ${reason}`).toBeLessThanOrEqual(LARGEST_KEPT);
  }
  for (const fix of intake.fixes) {
    const { time, latitude, longitude, satellites, attributes } = fix;
    // Places off the globe and times of another age are the intake's to refuse.
    expect([time, latitude, longitude].every(Number.isFinite), `${what}: ${time}, ${latitude}, ${longitude}`).toBe(
      true,
    );
    expect([fix.speed, fix.course, fix.altitude, -satellites], what).not.toContain(Infinity);
    expect([fix.speed, fix.course, fix.altitude, satellites], what).not.toContain(-Infinity);
    const wrong = Object.entries(attributes).filter(
      ([name, value]) =>
        name === '' ||
        (typeof value === 'number' && !Number.isFinite(value)) ||
        (typeof value === 'string' && value.length > 1344),
    );
    expect(wrong, what).toEqual([]);
    expect(Object.keys(attributes).length, what).toBeLessThanOrEqual(256);
  }
}

/** Sends the bytes after the opening, then good frames until one is stored; answers what came of it. */
function afterGarbage(sample: ProtocolSample, garbage: readonly Uint8Array[], what: string): void {
  const { session, intake, wire } = openSession(
    sample.protocol,
    Object.assign(new RecordingIntake(), { time: TIME + 60_000 }),
  );
  session.receive(sample.opening);
  for (const chunk of garbage) session.receive(chunk.slice());
  const [good] = sample.frames(TIME);
  // Some trackers say who they are once only: what they say is read again when they connect again.
  for (let again = 0; again < 3 && !wire.ended; again++) session.receive(concatBytes(sample.opening, good));
  if (!wire.ended)
    expect(
      intake.fixes.some((fix) => fix.time === TIME),
      `${what}: no good frame is read again`,
    ).toBe(true);
  session.closed();
  expectSound(intake, what);
}

describe.each(PROTOCOL_SAMPLES.map((sample) => [sample.protocol.name, sample] as const))('%s', (name, sample) => {
  const frames = sample.frames(TIME);
  const recorded = recordedFrames(sample);
  const known = [...frames, ...recorded];
  const random = seededRandom(name.length * 7919);
  const anyOf = (): Uint8Array => known[Math.floor(random() * known.length)];

  it('reads each of its own frames whole', () => {
    for (const frame of frames) {
      const { session, intake } = openSession(sample.protocol);
      session.receive(concatBytes(sample.opening, frame));
      session.closed();
      expect([intake.fixes.some((fix) => fix.time === TIME), intake.malformedFrames]).toEqual([true, []]);
    }
  });

  it('outlives noise', () => {
    for (let round = 0; round < 150; round++)
      afterGarbage(sample, [randomBytes(Math.floor(random() * 600), random)], `noise ${round}`);
  });

  it('outlives damaged frames, recorded ones too', () => {
    for (let round = 0; round < 250; round++)
      afterGarbage(sample, [mutate(anyOf(), random), mutate(anyOf(), random)], `damage ${round}`);
  });

  it('hands on no number that is larger than any', () => {
    for (const frame of known) {
      const text = Buffer.from(frame).toString('latin1');
      if (/[^\r\n\x20-\x7e]/.test(text)) continue;
      for (const { index, 0: figure } of text.matchAll(/\d+(?:\.\d+)?/g)) {
        const { session, intake } = openSession(sample.protocol);
        session.receive(sample.opening);
        for (const huge of ['9'.repeat(400), '1e999', '-1e999', 'Infinity', 'NaN'])
          session.receive(Buffer.from(text.slice(0, index) + huge + text.slice(index + figure.length), 'latin1'));
        session.closed();
        expectSound(intake, `${figure} at ${index} of ${text}`);
      }
    }
  });

  it('outlives frames that end anywhere', () => {
    for (const frame of frames)
      for (let at = 1; at < frame.length; at++) afterGarbage(sample, [frame.subarray(0, at)], `cut at ${at}`);
    for (let round = 0; round < 100; round++) {
      const frame = anyOf();
      afterGarbage(sample, [frame.subarray(0, Math.floor(random() * frame.length))], `recorded, cut ${round}`);
    }
  });

  it('reads recorded frames in any pieces as it reads them whole', () => {
    for (const frame of recorded) {
      const whole = openSession(sample.protocol);
      const pieces = openSession(sample.protocol);
      for (const { session } of [whole, pieces]) session.receive(sample.opening);
      whole.session.receive(frame.slice());
      for (let at = 0; at < frame.length;) {
        const next = at + 1 + Math.floor(random() * 40);
        pieces.session.receive(frame.slice(at, next));
        at = next;
      }
      // The next frame settles one that may still grow when the bytes end there.
      for (const { session } of [whole, pieces]) session.receive(sample.frames(TIME)[0].slice());
      expect(pieces.intake.fixes.length, Buffer.from(frame).toString('latin1')).toBe(whole.intake.fixes.length);
    }
  });

  it('keeps little of what never ends, and says why it was dropped', () => {
    const [frame] = frames;
    // The beginning of a frame, then bytes that could belong to it.
    for (const filler of [0x30, 0x00, 0xff, 0x41]) {
      const { session, intake } = openSession(sample.protocol);
      session.receive(sample.opening);
      session.receive(frame.slice(0, Math.max(6, frame.length >> 1)));
      const chunk = new Uint8Array(16_384).fill(filler);
      for (let part = 0; part < 32; part++) session.receive(chunk.slice());
      expectSound(intake, `filler ${filler}`);
    }
  });

  it('is not led astray by lengths of which all bits are set', () => {
    for (const frame of frames) {
      for (let at = 0; at < Math.min(frame.length, 24); at++) {
        const giant = frame.slice();
        giant.fill(0xff, at, at + 4);
        afterGarbage(sample, [giant, frame.slice(0, 3)], `giant at ${at}`);
      }
    }
  });

  it('takes any datagram', () => {
    if (!sample.protocol.transports.includes('udp')) return;
    for (let round = 0; round < 200; round++) {
      const { session, intake } = openSession(sample.protocol, undefined, 'udp');
      session.receive(round % 2 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(anyOf(), random));
      session.closed();
      expectSound(intake, `datagram ${round}`);
    }
  });
});
