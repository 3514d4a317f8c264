import { expect } from 'vitest';
import { concatBytes } from '../protocols/shared/index.ts';
import type { Protocol, ProtocolSession } from '../types.ts';
import { RecordingIntake, RecordingWire } from './recordingIntake.ts';

/** A session of the protocol with an intake and a wire that record. */
export function openSession(
  protocol: Protocol,
  intake: RecordingIntake = new RecordingIntake(),
  transport: 'tcp' | 'udp' = 'tcp',
): { session: ProtocolSession; intake: RecordingIntake; wire: RecordingWire } {
  const wire = new RecordingWire();
  return { session: protocol.open(wire, transport, intake), intake, wire };
}

/** Everything a session did with the chunks, to compare ways of cutting the same stream. */
export function outcomeOf(
  protocol: Protocol,
  chunks: Iterable<Uint8Array>,
): { fixes: unknown[]; sent: string; malformed: number } {
  const { session, intake, wire } = openSession(protocol);
  for (const chunk of chunks) session.receive(chunk.slice());
  session.closed();
  return { fixes: intake.fixes, sent: wire.hex, malformed: intake.malformedFrames.length };
}

/** The same stream as one chunk, byte by byte, and cut in two at every place. */
export function* cutsOf(...frames: readonly Uint8Array[]): Generator<Uint8Array[]> {
  const stream = concatBytes(...frames);
  yield [...frames];
  yield Array.from(stream, (byte) => Uint8Array.of(byte));
  for (let at = 1; at < stream.length; at++) yield [stream.subarray(0, at), stream.subarray(at)];
}

/** Expects a stream of good frames to bring this many reports and no fault, and the same however it is cut. */
export function expectSameHoweverCut(protocol: Protocol, frames: readonly Uint8Array[], reports: number): void {
  const whole = outcomeOf(protocol, [concatBytes(...frames)]);
  expect([whole.fixes.length, whole.malformed]).toEqual([reports, 0]);
  for (const chunks of cutsOf(...frames)) expect(outcomeOf(protocol, chunks)).toEqual(whole);
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A damaged copy: bytes flipped, cut out, doubled or put in. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const damaged = Array.from(bytes);
  const times = 1 + Math.floor(random() * 4);
  for (let count = 0; count < times; count++) {
    const at = Math.floor(random() * damaged.length);
    const kind = random();
    if (kind < 0.6) damaged[at] = Math.floor(random() * 256);
    else if (kind < 0.75) damaged.splice(at, 1 + Math.floor(random() * 8));
    else if (kind < 0.9) damaged.splice(at, 0, ...damaged.slice(at, at + 8));
    else damaged.splice(at, 0, Math.floor(random() * 256));
  }
  return Uint8Array.from(damaged);
}

/** `length` random bytes. */
export function randomBytes(length: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}
