import type { Instant } from '../../../src/domain/base/index.ts';
import type { DeviceAlarm } from './deviceAlarms.ts';

/**
 * What a tracker measured at one moment, before any protocol: each says as much of it as it can.
 * NaN and empty text mean that the device has no such sensor, or nothing to say.
 */
export interface DeviceReport {
  /** The device's clock. */
  time: Instant;
  /** False in garages and tunnels: the coordinates are the last known ones. */
  valid: boolean;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** km/h, whole degrees, whole metres. */
  speed: number;
  course: number;
  altitude: number;
  satellites: number;
  hdop: number;
  ignition: boolean;
  /** False: no wire leads to it, as on trailers; what a device has to say of it all the same is that it is off. */
  hasIgnition: boolean;
  moving: boolean;
  /** The relay at the first output keeps the engine from running. */
  engineCut: boolean;
  /** Metres. */
  odometer: number;
  /** Litres and per cent of the tank. */
  fuel: number;
  fuelPercent: number;
  /** °C in the hold. */
  temperature: number;
  /** Volts. */
  externalVoltage: number;
  batteryVoltage: number;
  /** Per cent. */
  gsm: number;
  batteryLevel: number;
  /** Sixteen hexadecimal digits, empty when no key is held to the reader. */
  driverKey: string;
  /** True when a door contact says that the hold is open. */
  doorOpen: boolean;
  /** The alarm that the device raises by itself; empty: none. */
  alarm: DeviceAlarm | '';
  /** Sent from the device's memory after it was out of reach. */
  stored: boolean;
}

export function createReport(): DeviceReport {
  return {
    time: 0,
    valid: true,
    latitude: 0,
    longitude: 0,
    speed: 0,
    course: 0,
    altitude: 0,
    satellites: 0,
    hdop: 1,
    ignition: false,
    hasIgnition: true,
    moving: false,
    engineCut: false,
    odometer: 0,
    fuel: Number.NaN,
    fuelPercent: Number.NaN,
    temperature: Number.NaN,
    externalVoltage: Number.NaN,
    batteryVoltage: Number.NaN,
    gsm: 0,
    batteryLevel: Number.NaN,
    driverKey: '',
    doorOpen: false,
    alarm: '',
    stored: false,
  };
}
