import { UNSTORED, toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Fix, Position, ProtocolName } from '../../src/domain/telemetry/index.ts';

/**
 * The last reports of devices that are in no unit: they are stored nowhere, and whoever sets such a device up still
 * sees what it says. In memory alone; the device that said nothing for longest is forgotten first.
 */
export class UnstoredReports {
  /** By device, the longest silent first; the reports of each as they came, the oldest first. */
  readonly #devices = new Map<number, Position[]>();
  readonly #perDevice: number;
  readonly #capacity: number;

  constructor({ perDevice, devices }: { readonly perDevice: number; readonly devices: number } = UNSTORED) {
    this.#perDevice = perDevice;
    this.#capacity = devices;
  }

  /** Keeps a copy of the report. */
  keep(deviceId: number, protocol: ProtocolName, receivedAt: Instant, fix: Fix): void {
    const reports = this.#devices.get(deviceId) ?? [];
    reports.push(positionOf(fix, protocol, receivedAt, reports.at(-1)));
    if (reports.length > this.#perDevice) reports.shift();
    this.#devices.delete(deviceId);
    this.#devices.set(deviceId, reports);
    if (this.#devices.size <= this.#capacity) return;
    const [silent] = this.#devices.keys();
    this.#devices.delete(silent);
  }

  /** What is kept of the device, the newest first by the device's own time. */
  of(deviceId: number): Position[] {
    return (this.#devices.get(deviceId) ?? []).toReversed().toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
  }

  forget(deviceId: number): void {
    this.#devices.delete(deviceId);
  }
}

/**
 * As the store would answer it (telemetry, trackPosition): what was not sent counts as 0, and without coordinates the
 * last known ones stay.
 */
function positionOf(fix: Fix, protocol: ProtocolName, receivedAt: Instant, before: Position | undefined): Position {
  const known = fix.hasPosition ? fix : before;
  return {
    unit_id: 0,
    time: toIso(fix.time),
    received_at: toIso(receivedAt),
    latitude: known?.latitude ?? 0,
    longitude: known?.longitude ?? 0,
    speed: sent(fix.speed),
    course: sent(fix.course),
    altitude: sent(fix.altitude),
    satellites: fix.satellites < 0 ? null : fix.satellites,
    valid: fix.valid && fix.hasPosition,
    protocol,
    attributes: Object.fromEntries(fix.attributes),
  };
}

const sent = (value: number): number => (Number.isNaN(value) ? 0 : value);
