import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, HARSH_EVENTS, putAttribute, putNumber, signalPercent, type Alarm } from '../shared/index.ts';
import { readCells, readLocation, readNumber, readTime } from './location.ts';
import type { QueclinkMessage } from './message.ts';
import {
  isVehicleState,
  readCan,
  readExtras,
  readHead,
  readObd,
  readOdometer,
  readTag,
  readTail,
  readVehicleState,
} from './state.ts';

/** Latitude, time and the cell's four fields behind a longitude. */
const BEHIND_LONGITUDE = 7;
/** Accuracy to altitude in front of it. */
const BEFORE_LONGITUDE = 4;
/** A hardware address without separators. */
const ADDRESS = /^[0-9a-f]{12}$/i;
const PER_CENT = /^(?:\d{1,2}|100)$/;

/** What a kind of report says beside its location. `location` is where its first location block begins, or the end. */
type Details = (fix: Fix, message: QueclinkMessage, location: number) => void;

const alarm =
  (name: Alarm): Details =>
  ({ attributes }) => {
    attributes.set('alarm', name);
  };
const flag =
  (name: 'ignition' | 'idling', value: boolean): Details =>
  (fix, { fields }) => {
    putAttribute(fix, name, value);
    readOdometer(
      fix,
      fields.slice(-4, -2).findLast((field) => field.includes('.')),
    );
  };

/** The field that says the kind of an event, two hex digits whose second is the kind, before the location block. */
function kindOf({ fields }: QueclinkMessage, location: number): number {
  const field = fields.slice(4, location).find((text) => /^[0-9A-F]{1,2}$/i.test(text));
  return field === undefined ? -1 : Number.parseInt(field, 16) % 16;
}

const harsh: Details = ({ attributes }, message, location) => {
  const kind = kindOf(message, location) % 3;
  if (kind < 0) return;
  attributes.set('alarm', [ALARM.hardBraking, ALARM.hardAcceleration, ALARM.hardCornering][kind]);
  attributes.set('harsh_event', [HARSH_EVENTS.braking, HARSH_EVENTS.acceleration, HARSH_EVENTS.cornering][kind]);
};

const geofence: Details = ({ attributes }, message, location) => {
  attributes.set('alarm', kindOf(message, location) === 1 ? ALARM.geofenceEnter : ALARM.geofenceExit);
};

/** JDS and JDR: the first says 2 when jamming begins and 1 when it is over. */
const jamming: Details = ({ attributes }, { type, fields }) => {
  if (type === 'JDR' || fields[4] !== '1') attributes.set('alarm', ALARM.jamming);
};

const periodic: Details = (fix, { fields, locations, version, type }, location) => {
  readHead(fix, fields, location);
  putAccessPoints(fix, fields);
  const last = locations.at(-1);
  const tail = last === undefined ? fields.slice(location, -2) : fields.slice(last + BEHIND_LONGITUDE, -2);
  readTail(fix, version, tail);
  const mask = fields.slice(4, location).find((field) => /^[0-9A-F]{8}$/i.test(field));
  if (type === 'ERI' && mask) readExtras(fix, Number.parseInt(mask, 16), tail);
};

/**
 * State, SIM card, signal, error rate, supply connected, supply, a second one, battery volts, ... last fix, battery per
 * cent.
 */
const information: Details = (fix, { fields: sent }) => {
  // Models that say the number of the vehicle leave a field free behind it.
  const fields = sent[4] === '' && isVehicleState(sent[5] ?? '') ? sent.toSpliced(4, 1) : sent;
  const { attributes } = fix;
  readVehicleState(fix, fields[4]);
  if (/^\d{18,19}[0-9A-F]?$/i.test(fields[5])) putAttribute(fix, 'iccid', fields[5].replace(/f$/i, ''));
  putNumber(fix, 'gsm_signal', signalPercent(readNumber(fields[6])));
  for (const [at, name] of [
    [9, 'external_voltage'],
    [10, 'power2'],
  ] as const) {
    if (/^\d{4,5}$/.test(fields[at] ?? '')) putAttribute(fix, name, Number(fields[at]) / 1000);
  }
  const battery = readNumber(fields[11]);
  if (battery > 2 && battery < 6) attributes.set('battery_voltage', battery);
  const time = fields.findIndex((field, index) => index > 11 && !Number.isNaN(readTime(field)));
  // Personal trackers say the charge behind the time of the last fix, and leave the inputs of a vehicle empty.
  if (time > 0 && PER_CENT.test(fields[time + 1] ?? '') && fields[time + 2] === '')
    attributes.set('battery_level', Number(fields[time + 1]));
};

const driver: Details = (fix, { fields }, location) => {
  const card = fields.slice(4, location).find((field) => /^[0-9A-F]{6,20}$/i.test(field));
  if (card) fix.attributes.set('driver_key', card);
};

const serialData: Details = (fix, { fields }, location) => {
  const longest = fields.slice(4, location).reduce((kept, field) => (field.length > kept.length ? field : kept), '');
  putAttribute(fix, 'message', longest);
};

/** Access points wherever they are listed, each an address and its signal. */
function putAccessPoints(fix: Fix, fields: readonly string[]): void {
  const found: string[] = [];
  for (let at = 4; at + 1 < fields.length; at++) {
    if (!ADDRESS.test(fields[at]) || !/^-\d{1,3}$/.test(fields[at + 1])) continue;
    found.push(`${fields[at].toLowerCase().replaceAll(/..(?=.)/g, '$&-')},${fields[at + 1]}`);
  }
  if (found.length > 0) putAttribute(fix, 'wifi', found.join(';'));
}

/** WIF: access points, and the battery in front of the send time. */
const accessPoints: Details = (fix, { fields }) => {
  putAccessPoints(fix, fields);
  const battery = fields[fields.length - 3];
  if (PER_CENT.test(battery)) fix.attributes.set('battery_level', Number(battery));
};

const lowBattery: Details = (fix, { fields }, location) => {
  fix.attributes.set('alarm', ALARM.lowBattery);
  const volts = fields
    .slice(4, location)
    .map(readNumber)
    .find((value) => value > 2 && value < 6);
  if (volts !== undefined) fix.attributes.set('battery_voltage', volts);
};

const state: Details = (fix, { fields }) => readVehicleState(fix, fields[4] === '' ? fields[5] : fields[4]);

/** 0 resting, 1 moving: the second of the two numbers behind the name. */
const motion: Details = ({ attributes }, { fields }) => {
  if (/^[01]$/.test(fields[5])) attributes.set('motion', fields[5] === '1');
};

/** Reports whose layout is that of the periodic one, besides those that say something of their own. */
const DETAILS: Readonly<Record<string, readonly Details[] | undefined>> = {
  FRI: [periodic],
  ERI: [periodic],
  RTL: [periodic],
  DOG: [periodic],
  IGL: [periodic],
  GEO: [geofence, periodic],
  SOS: [alarm(ALARM.sos), periodic],
  SPD: [alarm(ALARM.overspeed), periodic],
  TOW: [alarm(ALARM.tow), periodic],
  HBM: [harsh, periodic],
  NMR: [motion, periodic],
  IGN: [flag('ignition', true)],
  IGF: [flag('ignition', false)],
  VGN: [flag('ignition', true)],
  VGF: [flag('ignition', false)],
  IDN: [flag('idling', true)],
  IDL: [flag('idling', true)],
  IDF: [flag('idling', false)],
  INF: [information],
  IDA: [driver],
  WIF: [accessPoints],
  STT: [state],
  PFA: [alarm(ALARM.powerOff)],
  EPN: [alarm(ALARM.powerRestored)],
  MPN: [alarm(ALARM.powerRestored)],
  EPF: [alarm(ALARM.powerCut)],
  MPF: [alarm(ALARM.powerCut)],
  BPL: [lowBattery],
  JDR: [jamming],
  JDS: [jamming],
  CRA: [alarm(ALARM.accident)],
  ANT: [alarm(ALARM.gpsAntennaCut)],
  CAN: [(fix, { fields }) => readCan(fix, fields)],
  OBD: [(fix, { fields }) => readObd(fix, fields)],
  DAT: [serialData],
  DTT: [serialData],
  BAA: [(fix, { fields }) => readTag(fix, fields)],
  BID: [(fix, { fields }) => readTag(fix, fields)],
  DAR: [(fix, { fields }) => putAttribute(fix, 'warning_type', readNumber(fields[4]))],
  CTN: [
    (fix, { fields }) => {
      if (PER_CENT.test(fields[8] ?? '')) fix.attributes.set('battery_level', Number(fields[8]));
    },
  ],
};

/**
 * Kinds of which name, place and cells are all there is to say: it was switched on, found the network, charges or
 * stopped.
 */
const NAMED = new Set(['PNA', 'PNL', 'PDP', 'BTC', 'STC', 'GSM']);

/** Whether a report of this kind is understood whatever it carries beside its places. */
export const isKnownReport = (type: string): boolean => Object.hasOwn(DETAILS, type) || NAMED.has(type);

/** Kinds whose name says nothing that the report does not. */
const ORDINARY = new Set(['FRI', 'ERI', 'RTL']);

/**
 * Reads a report and hands each of its positions to `accept`, in sent order; what the message says besides belongs to
 * the last. Without a position there is one report at `time`.
 */
export function readReport(fix: Fix, message: QueclinkMessage, time: number, accept: () => void): void {
  const { fields, locations, type, stored } = message;
  const [first] = locations;
  const location = first === undefined ? fields.length - 2 : first - BEFORE_LONGITUDE;
  locations.slice(0, -1).forEach((at) => {
    resetFix(fix);
    readLocation(fix, fields, at);
    if (stored) fix.attributes.set('archive', true);
    accept();
  });
  resetFix(fix);
  fix.time = time;
  const last = locations.at(-1);
  if (last === undefined) readCells(fix, fields);
  else readLocation(fix, fields, last);
  // The time of a block without a fix is that of the last fix, not of what is reported now.
  if (last !== undefined && !fix.valid) fix.time = Math.max(fix.time, time);
  if (stored) fix.attributes.set('archive', true);
  if (!ORDINARY.has(type)) putAttribute(fix, 'report', type);
  for (const read of DETAILS[type] ?? []) read(fix, message, location);
  accept();
}
