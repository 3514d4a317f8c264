import { once } from 'node:events';
import { connect } from 'node:net';
import type { TeltonikaRecord } from '../../server/ingest/protocols/teltonika/index.ts';
import { destination, MINUTE, SECOND } from '../../src/domain/base/index.ts';

const EVERY = 30 * SECOND;
/** Metres between two reports on the way. */
const STEP = 400;

/**
 * Ten minutes of driving to the north, eight kilometres, and seven of rest that ended a minute before `now`, every
 * 30 seconds, with eight satellites: one trip by the default settings.
 */
export function drive(now: number, latitude: number, longitude: number): TeltonikaRecord[] {
  return Array.from({ length: 34 }, (_, index) => {
    const isDriving = index < 20;
    const [north, east] = destination(latitude, longitude, 0, Math.min(index, 20) * STEP);
    const io = [
      { id: 239, size: 1, value: Number(isDriving) },
      { id: 66, size: 2, value: 13_800 },
    ] as const;
    return {
      time: now - MINUTE - (34 - index) * EVERY,
      latitude: north,
      longitude: east,
      altitude: 1_200,
      course: 0,
      speed: isDriving ? 48 : 0,
      satellites: 8,
      io,
    };
  });
}

/** How the first trip of a {@link drive} is written. */
export const DRIVEN = /8(\.0)? km/;

/**
 * Says all of it to a device port as a tracker does: each message once the one before is answered. Answers the last
 * byte of each answer.
 */
export const say = (port: number, ...messages: readonly Uint8Array[]): Promise<(number | undefined)[]> =>
  sayFrom('127.0.0.1', port, ...messages);

/** The same from another address of this machine: one that is no account's own. */
export async function sayFrom(
  localAddress: string,
  port: number,
  ...messages: readonly Uint8Array[]
): Promise<(number | undefined)[]> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const answers: (number | undefined)[] = [];
  for (const message of messages) {
    socket.write(message);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    answers.push(answer.at(-1));
  }
  socket.destroy();
  return answers;
}
