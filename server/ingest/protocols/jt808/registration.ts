import { createHash } from 'node:crypto';
import type { DeviceHandle, Intake } from '../../types.ts';
import { concatBytes } from '../shared/index.ts';
import { word, type Jt808Frame } from './framing.ts';
import { readGbk } from './gbk.ts';

export const NAME = 'jt808';
const REGISTRATION = { admitted: 0, noTerminal: 4, terminalExists: 3 } as const;

/**
 * The code that a device gets when it registers and shows when it connects. It proves nothing but the registration,
 * which anybody who knows the device's number can do, so it need not be a secret; the same after a restart, it spares
 * the fleet to register again. A device with a password shows that instead and is sent no code.
 */
export function authCodeOf(identifier: string): string {
  return createHash('sha256').update(`wayline jt808 ${identifier}`).digest('hex').slice(0, 12);
}

/**
 * The model in a registration: behind province, city and maker. Terminals of 2011 have 8 bytes for it, those of 2013
 * have 20.
 */
function registeredModel({ version, bytes, start, end }: Jt808Frame): string {
  const at = start + 4 + (version === null ? 5 : 11);
  const isShort = version === null && end - at < 20 + 7 + 1;
  const size = version === null ? (isShort ? 8 : 20) : 30;
  return readGbk(bytes, Math.min(at, end), Math.min(at + size, end))
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
    .trim();
}

/** The code that a device shows to be let in (0102); that of 2019 is behind its length. */
function shownCode({ version, bytes, start, end }: Jt808Frame): string {
  return version === null
    ? readGbk(bytes, start, end)
    : readGbk(bytes, start + 1, Math.min(end, start + 1 + bytes[start]));
}

/** Lets a terminal register (0100): the body of the answer. */
export function register(frame: Jt808Frame, intake: Intake, remote: string): Uint8Array {
  const { identifier, serial } = frame;
  const device = intake.login(identifier, NAME, remote);
  const model = device ? '' : registeredModel(frame);
  if (model !== '') intake.noteClues?.(identifier, NAME, [`model:${model}`]);
  const result = !device
    ? REGISTRATION.noTerminal
    : device.password === null
      ? REGISTRATION.admitted
      : REGISTRATION.terminalExists;
  const code = result === REGISTRATION.admitted ? new TextEncoder().encode(authCodeOf(identifier)) : new Uint8Array(0);
  return concatBytes(word(serial), Uint8Array.of(result), code);
}

/** The device that shows the right code (0102), or null: a wrong one makes it register again. */
export function authenticate(frame: Jt808Frame, intake: Intake, remote: string): DeviceHandle | null {
  const device = intake.login(frame.identifier, NAME, remote);
  if (!device || shownCode(frame) === (device.password ?? authCodeOf(frame.identifier))) return device;
  intake.wrongPassword?.(device, NAME, remote);
  return null;
}
