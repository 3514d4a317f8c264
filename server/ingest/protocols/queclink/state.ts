import type { AttributeName, Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, i16, fromHex, putAttribute, putNumber } from '../shared/index.ts';
import { readNumber } from './location.ts';

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const MILLIVOLTS = /^\d{4,5}$/;
const PER_CENT = /^(?:\d{1,2}|100)$/;
const STATE = /^(?:[124][12]|16|1A)$/i;
const STATUS = /^(?:[0-9A-F]{6}|[0-9A-F]{10})$/i;
const HOURS = /^(\d{4,7}):(\d\d):(\d\d)$/;
/** Bluetooth tag, then its battery in millivolts. */
const TAG = /^[0-9A-F]{12}$/i;
/** A probe on the 1-wire bus, by its family. */
const PROBE = /^28[0-9A-F]{14}$/i;
const PROBES = ['temperature_1', 'temperature_2', 'temperature_3', 'temperature_4'] as const;
/** Bits of the ERI mask. */
const FUEL_SENSOR = 1;
const CAN_DATA = 4;
const HEX_WORD = /^[0-9A-F]{4}$/i;

/** True for a field that {@link readVehicleState} reads. */
export const isVehicleState = (text: string): boolean => STATE.test(text);

/**
 * State of the vehicle: first digit 1 ignition off, 2 on, 4 not wired; second 1 resting, 2 moving, 6 towed, A perhaps
 * towed.
 */
export function readVehicleState({ attributes }: Fix, state: string): void {
  if (!STATE.test(state)) return;
  if (state[0] !== '4') attributes.set('ignition', state[0] === '2');
  if (state[1] === '1' || state[1] === '2') attributes.set('motion', state[1] === '2');
  if (state === '16') attributes.set('alarm', ALARM.tow);
}

/** Fields that a VIN, a supply and the kind of report may take in front of the first location. */
const LONGEST_HEAD = 8;

/** What is before the first location of a periodic report: VIN, supply voltage. */
export function readHead(fix: Fix, fields: readonly string[], location: number): void {
  const end = Math.min(location, LONGEST_HEAD);
  const vin = fields.slice(3, end).find((field) => VIN.test(field));
  if (vin) fix.attributes.set('vin', vin);
  const supply = fields.slice(4, end).find((field) => MILLIVOLTS.test(field));
  if (supply && Number(supply) > 0) fix.attributes.set('external_voltage', Number(supply) / 1000);
}

/** Metres of a mileage in kilometres with tenths; nothing else in a tail is written so. */
export function readOdometer(fix: Fix, text: string | undefined): void {
  if (text !== undefined && /^\d+\.\d+$/.test(text)) putNumber(fix, 'odometer', Math.round(Number(text) * 1000));
}

function readHours({ attributes }: Fix, tail: readonly string[]): void {
  const found = HOURS.exec(tail.find((field) => HOURS.test(field)) ?? '');
  if (found) attributes.set('engine_hours', Number(found[1]) + Number(found[2]) / 60 + Number(found[3]) / 3600);
}

/**
 * The tail of a periodic report, from behind the last location's cell to the send time: reserved, mileage, hour meter,
 * inputs, battery, status, and what the model adds. Personal trackers end with the battery.
 */
export function readTail(fix: Fix, version: string, tail: readonly string[]): void {
  const status = tail.findIndex((_field, index) => isStatus(tail, index));
  readHours(fix, tail);
  if (status < 0) return readPersonalTail(fix, version, tail);
  readOdometer(
    fix,
    tail.slice(0, 2).find((field) => field.includes('.')),
  );
  tail.slice(3, 5).forEach((field, index) => {
    if (index + 3 < status - 1 && MILLIVOLTS.test(field))
      fix.attributes.set(index === 0 ? 'analog_1' : 'analog_2', Number(field) / 1000);
  });
  if (tail[status - 1] !== '') fix.attributes.set('battery_level', Number(tail[status - 1]));
  const bytes = tail[status];
  readVehicleState(fix, bytes.slice(0, 2));
  if (bytes.length < 6) return;
  // Ten digits have reserved bytes between the state and the inputs.
  fix.attributes.set('digital_inputs', Number.parseInt(bytes.slice(-4, -2), 16));
  fix.attributes.set('digital_outputs', Number.parseInt(bytes.slice(-2), 16));
  if (/^(?:1F|36)/i.test(version)) readEngine(fix, tail.slice(status + 1));
}

/** Models with a diagnostic plug: engine speed, consumption, fuel in per cent. */
function readEngine({ attributes }: Fix, [speed, , fuel]: readonly string[]): void {
  if (readNumber(speed) >= 0) attributes.set('engine_speed', Number(speed));
  if (fuel !== undefined && PER_CENT.test(fuel)) attributes.set('fuel_percent', Number(fuel));
}

/** A status is behind the battery, which may be empty; a bare state only where the battery is reported. */
function isStatus(tail: readonly string[], index: number): boolean {
  const battery = tail[index - 1] ?? 'none';
  if (STATUS.test(tail[index])) return index > 1 && (battery === '' || PER_CENT.test(battery));
  return index > 3 && STATE.test(tail[index]) && PER_CENT.test(battery);
}

/** Fields behind the cell that the battery of a tracker without a status is in. */
const BATTERY_OF_GL500 = 3;

function readPersonalTail(fix: Fix, version: string, tail: readonly string[]): void {
  // Those of version 42 list access points in between.
  const endsWithBattery = tail.length <= 4 || version.startsWith('42');
  const battery = /^DE/i.test(version) ? tail[BATTERY_OF_GL500] : endsWithBattery ? tail.at(-1) : undefined;
  if (battery !== undefined && PER_CENT.test(battery)) fix.attributes.set('battery_level', Number(battery));
}

/** What an ERI report adds behind its status, by the bits of its mask; probes are known by their numbers. */
export function readExtras(fix: Fix, mask: number, tail: readonly string[]): void {
  const status = tail.findIndex((field) => STATUS.test(field));
  const extras = tail.slice(status + 1);
  let probes = 0;
  extras.forEach((field, index) => {
    if (!PROBE.test(field) || !HEX_WORD.test(extras[index + 2] ?? '')) return;
    const name = PROBES[probes++];
    if (name) fix.attributes.set(name, i16(fromHex(extras[index + 2]), 0) / 16);
  });
  const fuel = (mask & FUEL_SENSOR) === 0 ? undefined : extras.find((field) => HEX_WORD.test(field));
  // The meaning of the probe's number is the installer's affair.
  if (fuel) putAttribute(fix, 'fuel', Number.parseInt(fuel, 16));
  if ((mask & CAN_DATA) !== 0)
    readCanFields(
      fix,
      extras,
      extras.findIndex((field) => CAN_MASK.test(field)),
    );
}

/** A Bluetooth accessory's own battery. */
export function readTag(fix: Fix, fields: readonly string[]): void {
  const at = fields.findIndex((field, index) => index > 3 && TAG.test(field));
  if (at < 0) return;
  putAttribute(fix, 'accessory', fields[at]);
  if (MILLIVOLTS.test(fields[at + 1] ?? '')) putAttribute(fix, 'accessory_voltage', Number(fields[at + 1]) / 1000);
}

type Put = (fix: Fix, text: string) => void;

const number =
  (name: AttributeName): Put =>
  (fix, text) =>
    putNumber(fix, name, readNumber(text));
const skip: Put = () => undefined;
const vin: Put = ({ attributes }, text) => {
  if (VIN.test(text)) attributes.set('vin', text);
};
/** `H` hundreds of metres, `I` kilometres of the dashboard. */
const distance: Put = (fix, text) => {
  if (/^H\d+$/.test(text)) putNumber(fix, 'odometer', Number(text.slice(1)) * 100);
  else if (/^I\d+(?:\.\d+)?$/.test(text)) putNumber(fix, 'odometer', Math.round(Number(text.slice(1)) * 1000));
};
/** `P` per cent, `L` litres. */
const fuel: Put = (fix, text) => {
  if (/^P\d+(?:\.\d+)?$/.test(text)) putNumber(fix, 'fuel_percent', Number(text.slice(1)));
  else if (/^L\d+(?:\.\d+)?$/.test(text)) putNumber(fix, 'fuel_level', Number(text.slice(1)));
};
const key: Put = ({ attributes }, text) => {
  if (/^[0-2]$/.test(text)) attributes.set('ignition', text === '2');
};

/** Fields of a CAN report by the bit of its mask. */
const CAN_FIELDS: readonly Put[] = [
  vin,
  key,
  distance,
  number('fuel_used'),
  number('engine_speed'),
  number('can_speed'),
  number('coolant_temperature'),
  skip,
  fuel,
  skip,
  skip,
  number('engine_hours'),
];
/** Bit of the CAN mask behind whose field a second mask follows, and the fields up to there. */
const CAN_SECOND_MASK = 29;
/** Fields of a diagnostic report by the bit of its mask: VIN, plug, supply, supported numbers, engine, ... */
const OBD_FIELDS: readonly Put[] = [
  vin,
  skip,
  skip,
  skip,
  number('engine_speed'),
  number('can_speed'),
  number('coolant_temperature'),
  skip,
  skip,
  skip,
  skip,
  skip,
  skip,
  skip,
  number('engine_load'),
  number('fuel_percent'),
];

/** Hands each field whose bit is set to its reader; answers where the next one is. */
function readMasked(
  fix: Fix,
  fields: readonly string[],
  start: number,
  mask: number,
  puts: readonly Put[],
  bits: number,
): number {
  let at = start;
  for (let bit = 0; bit < bits; bit++) if (((mask >>> bit) & 1) === 1) (puts[bit] ?? skip)(fix, fields[at++] ?? '');
  return at;
}

/** Older models leave out the zeros in front. */
const CAN_MASK = /^[0-9A-F]{5,8}$/i;

/** CAN: report type, state, mask of 8 hex digits, then the fields that it names. */
export function readCan(fix: Fix, fields: readonly string[]): void {
  readCanFields(
    fix,
    fields,
    fields.findIndex((field, index) => index > 4 && CAN_MASK.test(field)),
  );
}

function readCanFields(fix: Fix, fields: readonly string[], at: number): void {
  if (at < 0) return;
  const mask = Number.parseInt(fields[at], 16);
  const next = readMasked(fix, fields, at + 1, mask, CAN_FIELDS, CAN_SECOND_MASK);
  if (((mask >>> CAN_SECOND_MASK) & 1) === 0 || !/^[0-9A-F]{8}$/i.test(fields[next] ?? '')) return;
  const second = fields[next + 1] ?? '';
  if ((Number.parseInt(fields[next], 16) & 1) === 1 && /^P\d+(?:\.\d+)?$/.test(second))
    putAttribute(fix, 'ad_blue_level', Number(second.slice(1)));
}

/** OBD: mask of 6 or 8 hex digits behind the report type. */
export function readObd(fix: Fix, fields: readonly string[]): void {
  const at = fields.findIndex((field, index) => index > 4 && /^(?:[0-9A-F]{6}|[0-9A-F]{8})$/i.test(field));
  if (at >= 0) readMasked(fix, fields, at + 1, Number.parseInt(fields[at], 16), OBD_FIELDS, OBD_FIELDS.length);
}
