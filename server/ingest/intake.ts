import { isPosition, SECOND, TELEMETRY, UNREAD, type Instant } from '../../src/domain/base/index.ts';
import type { DeviceRefusal, RefusalReason, UnclaimedDevice } from '../../src/domain/device/index.ts';
import {
  PROTOCOL_CODES,
  type AttributeValue,
  type Fix,
  type Position,
  type ProtocolName,
} from '../../src/domain/telemetry/index.ts';
import type { Queryable } from '../store/database.types.ts';
import type { PositionStore } from '../store/types.ts';
import { IngestCounters } from './counters.ts';
import type { DeviceRegistry } from './deviceRegistry.ts';
import type { Switchboard } from './deviceWire.ts';
import { UnstoredReports } from './unstoredReports.ts';
import { DeviceRefusals, refusalReason } from './refusals.ts';
import type { DeviceHandle, Intake } from './types.ts';
import { TrafficCount } from './trafficCount.ts';
import { UnclaimedDevices, type UnclaimedQuery } from './unclaimed.ts';
import { correctWeekRollover } from './weekRollover.ts';

/** Where log lines go. */
export interface IngestLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface IntakeOptions {
  readonly registry: DeviceRegistry;
  readonly store: Pick<PositionStore, 'append' | 'appendUnread' | 'afterCommit'>;
  readonly logger: IngestLogger;
  readonly now: () => Instant;
  readonly counters?: IngestCounters;
  readonly unclaimed?: UnclaimedDevices;
  /** Who hears what devices say to commands; absent: nobody sends any. */
  readonly switchboard?: Pick<Switchboard, 'answered'>;
}

/** The intake, and what the rest of the server asks of it. */
export interface IntakeService extends Intake {
  readonly counters: IngestCounters;
  /** Bytes of units. */
  readonly traffic: TrafficCount;
  /** As `accept`, of a report that may be stored already: what it says more is added to that one. */
  complete(device: DeviceHandle, protocol: ProtocolName, fix: Fix): void;
  /** Trackers that reported and are registered nowhere, the latest first. */
  listUnclaimed(query: UnclaimedQuery): { rows: UnclaimedDevice[]; total: number };
  /** When an unclaimed tracker was heard last, and from which address; null: it is not in the list. */
  heardUnclaimed(identifier: string): ReturnType<UnclaimedDevices['heard']>;
  /** The last time that somebody named the device and was not let in; null: never since the server started. */
  refusalOf(deviceId: number): DeviceRefusal | null;
  /** The last reports of a device that is in no unit, the newest first; stored nowhere. */
  unstoredReports(deviceId: number): Position[];
  /** Reads what was seen before, then writes what is seen, every second. Returns a stop that writes once more. */
  keepUnclaimed(database: Queryable): Promise<() => Promise<void>>;
}

/** Times before this are a clock that was never set. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** Nothing on the ground or in the air that is tracked is faster (869 knots), in km/h. */
const FASTEST = 1610;
/** Metres: below the deepest mine, above any aeroplane. */
const LOWEST = -12_000;
const HIGHEST = 100_000;
const MOST_SATELLITES = 255;
/** Bytes of a bad frame that the log shows: they say which protocol it may be, and no place. */
const SHOWN_BYTES = 4;
const SAVE_EVERY = SECOND;

/** Why a report cannot be true, or null. */
function impossible(fix: Fix, now: Instant): 'time' | 'future' | 'coordinates' | null {
  if (!(fix.time >= EARLIEST)) return 'time';
  if (fix.time > now + TELEMETRY.futureTolerance) return 'future';
  return fix.hasPosition && !isPosition(fix.latitude, fix.longitude) ? 'coordinates' : null;
}

/** One wrong value beside a good position is left out, not the position. */
function clearImpossibleValues(fix: Fix): void {
  if (!(fix.speed >= 0 && fix.speed <= FASTEST)) fix.speed = Number.NaN;
  if (!(fix.course >= 0 && fix.course <= 360)) fix.course = Number.NaN;
  if (!(fix.altitude >= LOWEST && fix.altitude <= HIGHEST)) fix.altitude = Number.NaN;
  if (!(fix.satellites >= 0 && fix.satellites <= MOST_SATELLITES)) fix.satellites = -1;
  fix.attributes.forEach(dropNoNumber);
}

/** Whatever a decoder left: neither the store nor a rule is to meet a number that is none. */
function dropNoNumber(value: AttributeValue, name: string, attributes: Map<string, AttributeValue>): void {
  if (typeof value === 'number' && !Number.isFinite(value)) attributes.delete(name);
}

/** Joins the protocols to the device registry and the store. */
export function createIntake(options: IntakeOptions): IntakeService {
  const { registry, store, logger, now } = options;
  const counters = options.counters ?? new IngestCounters();
  const unclaimed = options.unclaimed ?? new UnclaimedDevices();
  const unstored = new UnstoredReports();
  const refusals = new DeviceRefusals();
  const traffic = new TrafficCount();
  // Whose they were and what they belong to is no longer so.
  registry.onChanged((deviceId) => {
    unstored.forget(deviceId);
    refusals.forget(deviceId);
  });
  const limited = createLimitedLog(logger, now);
  const admission = createAdmission({ registry, unclaimed, refusals, counters, limited, now });
  const accept = (device: DeviceHandle, protocol: ProtocolName, fix: Fix, completes: boolean): void => {
    const counted = counters.of(protocol);
    const instant = now();
    counted.messages++;
    const sent = fix.time;
    if (correctWeekRollover(fix, instant))
      limited(
        protocol,
        { protocol, identifier: device.identifier, sent, time: fix.time },
        'Date corrected by a turn of the GPS week counter',
      );
    const fault = impossible(fix, instant);
    if (fault) {
      counted.rejected++;
      const { identifier } = device;
      limited(protocol, { protocol, identifier, reason: fault, time: fix.time }, 'Report refused');
      return;
    }
    clearImpossibleValues(fix);
    if (device.unitId === 0) {
      counted.unallocated++;
      unstored.keep(device.deviceId, protocol, instant, fix);
      return;
    }
    if (fix.hasPosition) counted.positions++;
    store.append(device.unitId, PROTOCOL_CODES[protocol], instant, fix, completes);
  };
  // A report without a time of its own has the one that its session was given: a message that is kept beside it came
  // then, to the millisecond, so that reading it again completes the report and makes no second one.
  let lastNow: Instant = Number.NEGATIVE_INFINITY;
  const cameAt = (instant: Instant): Instant => (instant >= lastNow && instant - lastNow < SECOND ? lastNow : instant);
  return {
    counters,
    traffic,
    now: () => (lastNow = now()),
    ...admission,
    noteClues: (identifier, protocol, clues) => unclaimed.noteClues(identifier, protocol, clues),
    noteTraffic(device, bytes) {
      if (device.unitId !== 0) traffic.add(device.unitId, bytes);
    },
    accept: (device, protocol, fix) => accept(device, protocol, fix, false),
    complete: (device, protocol, fix) => accept(device, protocol, fix, true),
    afterCommit: (callback) => store.afterCommit(callback),
    malformed(protocol, remote, reason, bytes) {
      counters.of(protocol).malformed++;
      const shown = Buffer.from(bytes.subarray(0, SHOWN_BYTES)).toString('hex');
      limited(protocol, { protocol, remote, reason, length: bytes.length, bytes: shown }, 'Frame could not be read');
    },
    unread(device, protocol, { type, bytes, reason, part, datagram = false }) {
      const kind = plain(type, UNREAD.typeLength);
      counters.of(protocol).unread++;
      counters.unread(protocol, device.model, kind);
      const { identifier, deviceId, unitId } = device;
      limited(protocol, { protocol, identifier, type: kind, reason }, 'Message not understood; kept');
      // A copy: the frame lies in a buffer that is read into again.
      const kept = Buffer.from(bytes);
      store.appendUnread({
        deviceId,
        unitId,
        protocol,
        datagram,
        type: kind,
        reason: plain(reason, UNREAD.reasonLength),
        part,
        receivedAt: cameAt(now()),
        bytes: kept,
      });
    },
    commandAnswered(device, protocol, answer, from) {
      counters.of(protocol).commandAnswers++;
      options.switchboard?.answered(device, protocol, answer, from);
    },
    listUnclaimed: (query) => unclaimed.list(query, (identifier) => registry.find(identifier) !== null),
    heardUnclaimed: (identifier) => unclaimed.heard(identifier),
    unstoredReports: (deviceId) => unstored.of(deviceId),
    keepUnclaimed: (database) => keepUnclaimed(unclaimed, database, logger, now),
  };
}

interface AdmissionParts {
  readonly registry: DeviceRegistry;
  readonly unclaimed: UnclaimedDevices;
  readonly refusals: DeviceRefusals;
  readonly counters: IngestCounters;
  readonly limited: ReturnType<typeof createLimitedLog>;
  readonly now: () => Instant;
}

/** Who is let in: unknown trackers are listed as unclaimed, and of a registered one its owner sees why it was not. */
function createAdmission(
  parts: AdmissionParts,
): Required<Pick<IntakeService, 'login' | 'secondConnection' | 'wrongPassword' | 'refusalOf'>> {
  const { registry, unclaimed, refusals, counters, limited, now } = parts;
  const refused = (
    { deviceId, identifier }: DeviceHandle,
    reason: RefusalReason,
    protocol: ProtocolName,
    remote: string,
  ): void => {
    refusals.note(deviceId, reason, protocol, remote, now());
    limited(protocol, { protocol, identifier, remote, reason }, 'Registered device not let in');
  };
  return {
    login(identifier, protocol, remote, shown = {}) {
      const device = registry.find(identifier);
      const reason = device && refusalReason(device, protocol, remote, shown);
      if (device && reason === null) return device;
      counters.of(protocol).refused++;
      if (!device) unclaimed.note(identifier, protocol, remote, now());
      // A sender that names a device of others learns nothing, and leaves nothing behind.
      else if (reason !== null && reason !== 'foreign') refused(device, reason, protocol, remote);
      return null;
    },
    secondConnection(device, protocol, remote) {
      counters.of(protocol).refused++;
      refused(device, 'connection', protocol, remote);
    },
    wrongPassword(device, protocol, remote) {
      counters.of(protocol).refused++;
      refused(device, 'password', protocol, remote);
    },
    refusalOf: (deviceId) => refusals.of(deviceId),
  };
}

/** Without control characters, which no list shows and Postgres refuses, and no longer than the bound. */
const plain = (text: string, longest: number): string => text.replaceAll(/\p{Cc}/gu, '').slice(0, longest);

/** At most one line a second for each protocol and message; the next line says how many were left out. */
function createLimitedLog(
  logger: IngestLogger,
  now: () => Instant,
): (protocol: ProtocolName, details: object, message: string) => void {
  const state = new Map<string, { openAt: Instant; leftOut: number }>();
  return (protocol, details, message) => {
    const key = `${protocol}:${message}`;
    const limit = state.get(key) ?? { openAt: Number.NEGATIVE_INFINITY, leftOut: 0 };
    state.set(key, limit);
    if (now() < limit.openAt) {
      limit.leftOut++;
      return;
    }
    logger.warn(limit.leftOut > 0 ? { ...details, leftOut: limit.leftOut } : details, message);
    limit.leftOut = 0;
    limit.openAt = now() + SECOND;
  };
}

async function keepUnclaimed(
  unclaimed: UnclaimedDevices,
  database: Queryable,
  logger: IngestLogger,
  now: () => Instant,
): Promise<() => Promise<void>> {
  await unclaimed.load(database);
  let running: Promise<void> | null = null;
  const flush = (): Promise<void> => {
    running ??= unclaimed
      .flush(database, now())
      .catch((error: unknown) => logger.warn({ error }, 'Unclaimed devices could not be written; trying again'))
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void flush(), SAVE_EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await flush();
  };
}
