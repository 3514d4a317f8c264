import { MINUTE, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import { createRuleReport, RuleWatch, type Firing, type RuleReport } from '../../../src/domain/detection/index.ts';
import { sensorPlaces, type RuleTest } from '../../../src/domain/rule/index.ts';
import { IGNITION } from '../../../src/domain/telemetry/index.ts';
import { alarmWindow, createReport, measure, Vehicle, type DeviceReport } from '../driving/index.ts';
import { sensorsOf } from '../fitting.ts';
import type { Network } from '../geography/index.ts';
import type { RosterEntry } from '../roster.ts';

/** Rules look at the vehicle this often: device reports would be closer, and take much longer to make. */
const STEP = 2 * MINUTE;

export interface SeededRule {
  readonly id: number;
  readonly test: RuleTest;
}

/** What the rules found at a unit in the interval, as its vehicle drove then. */
export function firingsOf(
  entry: RosterEntry,
  network: Network,
  rules: readonly SeededRule[],
  { from, to }: Interval,
): readonly Firing[] {
  const sensors = sensorsOf(entry);
  const placeOf = (name: string): number =>
    sensors.findIndex((sensor) => sensor.name.toLowerCase() === name.toLowerCase());
  const watch = new RuleWatch(
    rules.flatMap(({ id: ruleId, test }) => {
      const places = sensorPlaces(test, placeOf);
      return places ? [{ ruleId, test, from, sensors: places, sight: null }] : [];
    }),
  );
  if (watch.rules.length === 0) return [];
  const vehicle = new Vehicle(entry.vehicle, network);
  const measured = createReport();
  const columns = sensors.map(() => [Number.NaN]);
  const report: RuleReport = { ...createRuleReport(), time: from, columns };
  for (const time of instants(entry, from, to)) {
    vehicle.locate(time);
    measure(vehicle, entry.equipment, measured);
    for (const [place, { parameter }] of sensors.entries()) columns[place][0] = valueOf(measured, parameter);
    report.time = time;
    report.speed = measured.valid ? measured.speed : Number.NaN;
    report.ignition = !measured.hasIgnition ? IGNITION.unknown : measured.ignition ? IGNITION.on : IGNITION.off;
    report.alarm = measured.alarm;
    report.hasFix = measured.valid;
    const { latitude, longitude } = measured;
    watch.accept(report, () => ({ latitude, longitude }));
  }
  return watch.found;
}

/** Every step, and the moments at which the device raises an alarm, which may be over in a few seconds. */
function* instants({ equipment }: RosterEntry, from: Instant, to: Instant): Generator<Instant> {
  for (let time = from; time < to; time += STEP) {
    yield time;
    const window = alarmWindow(equipment, time);
    if (window && window.from > time && window.from < Math.min(to, time + STEP)) yield window.from;
  }
}

function valueOf(report: DeviceReport, parameter: string): number {
  switch (parameter) {
    case 'fuel_level':
      return report.fuel;
    case 'temperature_1':
      return report.temperature;
    case 'external_voltage':
      return report.externalVoltage;
    case 'battery_level':
      return report.batteryLevel;
    default:
      return Number.NaN;
  }
}
