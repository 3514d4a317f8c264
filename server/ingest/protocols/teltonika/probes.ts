import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { i16, i32, unsigned } from '../shared/index.ts';

/**
 * Puts one IO value into the fix; `size` bytes lie at `at`. False when the size is not this parameter's: some model
 * uses the number for something else. Error codes and "nothing" are understood and put nothing.
 */
export type Reader = (fix: Fix, bytes: Uint8Array, at: number, size: number) => boolean;

/** Dallas probe: tenths of a degree; 850 is the manual's "not ready", 2000 and above its other errors. */
export function dallas(name: string): Reader {
  return (fix, bytes, at, size) => {
    if (size !== 4 && size !== 2) return false;
    const tenths = size === 4 ? i32(bytes, at) : i16(bytes, at);
    if (tenths >= -550 && tenths <= 1250 && tenths !== 850) fix.attributes.set(name, tenths / 10);
    return true;
  };
}

/** Bluetooth probe: hundredths of a degree, signed; from 32765 up are the manual's error codes. */
export function bluetooth(name: string): Reader {
  return (fix, bytes, at, size) => {
    if (size !== 2) return false;
    const hundredths = i16(bytes, at);
    if (hundredths > -27_315 && hundredths < 32_765) fix.attributes.set(name, hundredths / 100);
    return true;
  };
}

/** What first firmwares send as temperature and humidity alike: not read, not found, not well. */
const PROBE_ERRORS: readonly number[] = [2000, 3000, 4000];

/**
 * Humidity of a Bluetooth probe in tenths. Its error code says that the temperature beside it, 20, 30 or 40 °C, is one
 * too.
 */
export function bluetoothHumidity(probe: number): Reader {
  return (fix, bytes, at, size) => {
    if (size !== 2) return false;
    const tenths = unsigned(bytes, at, size);
    const temperature = `temperature_${probe}`;
    const isError = PROBE_ERRORS.includes(tenths);
    if (isError && fix.attributes.get(temperature) === tenths / 100) fix.attributes.delete(temperature);
    // Other models use the numbers of all but the first for something else.
    if (probe > 1) return isError;
    if (tenths <= 1000) fix.attributes.set('humidity_1', tenths / 10);
    return true;
  };
}
