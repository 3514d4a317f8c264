import { MINUTE, SECOND, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import type { Trip } from '../../../src/domain/detection/index.ts';
import { isAbout, subjectsOf, type DomainEvent } from '../../../src/domain/events/index.ts';
import { drivenSinceRest, dutyCrossings } from '../../../src/domain/operator/index.ts';
import { DatabaseUnavailable, type Database } from '../../store/index.ts';
import { DueQueue } from '../dueQueue.ts';
import type { DetectionLedger } from '../facts.ts';
import { foundAt, recordFactFirings, type FactChange } from '../ruleFacts/index.ts';
import {
  DRIVES_COUNT_FOR,
  operatorsOf,
  readBounds,
  readDrives,
  readKept,
  type DutyBound,
  type OperatorDrives,
} from './dutyRows.ts';

export interface DutyWatchOptions {
  readonly database: Database;
  readonly directory: DetectionLedger;
  /** The trip that a unit is on. */
  readonly detection: { tripOf(unitId: number): Trip | null };
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

/** Driving times of operators over all units, as rules ask for them. */
interface DutyWatch {
  /** Looks at operators who drove something since, and at those who may have reached a limit by now. */
  run(): Promise<void>;
  close(): void;
}

/** The driver is looked up again no sooner than this. */
const AGAIN = 30 * SECOND;
/** Facts that move by less when a trip is put right are left as they were reported. */
const TOLERANCE = 5 * MINUTE;

export function openDutyWatch(options: DutyWatchOptions): DutyWatch {
  return new DutyFollower(options);
}

class DutyFollower implements DutyWatch {
  readonly #options: DutyWatchOptions;
  readonly #due = new DueQueue();
  readonly #stop: () => void;
  /** Units whose trips or drivers changed; null: all, as after the start and where rules changed. */
  #units: Set<number> | null = null;

  constructor(options: DutyWatchOptions) {
    this.#options = options;
    this.#stop = options.database.onEvents((events) => this.#hear(events));
  }

  close(): void {
    this.#stop();
  }

  async run(): Promise<void> {
    const { database, time, logger } = this.#options;
    const now = time.now();
    const due = this.#due.take(now);
    const units = this.#units;
    if (units?.size === 0 && due.length === 0) return;
    this.#units = new Set();
    try {
      const bounds = await readBounds(database);
      if (bounds.length === 0) return;
      const changed = units?.size === 0 ? [] : await operatorsOf(database, units && [...units], now - DRIVES_COUNT_FOR);
      const operators = [...new Set([...due, ...changed])];
      if (operators.length > 0) await this.#look(operators, bounds, now);
    } catch (error) {
      this.#units = null;
      if (!(error instanceof DatabaseUnavailable))
        logger.warn({ error: String(error) }, 'driving times could not be looked at; it is tried again');
    }
  }

  #hear(events: readonly DomainEvent[]): void {
    if (subjectsOf(events, 'rule').length > 0 || subjectsOf(events, 'operator').length > 0) this.#units = null;
    for (const event of events)
      if (this.#units !== null && (isAbout(event, 'trip') || isAbout(event, 'driver')))
        this.#units.add(event.data.unit_id);
  }

  async #look(operators: readonly number[], bounds: readonly DutyBound[], now: Instant): Promise<void> {
    const { database, directory, detection } = this.#options;
    const known = now - DRIVES_COUNT_FOR;
    const driven = await readDrives(database, operators, known, (unitId) => detection.tripOf(unitId));
    const kept = await readKept(database, operators, known);
    const changes = operators.flatMap((operatorId) => {
      const own = driven.get(operatorId);
      const found = own ? changesOf(operatorId, own, bounds, known) : [];
      const before = kept.filter((each) => each.operatorId === operatorId);
      return [...found.map((change) => settled(change, before)), ...goneOf(before, found, bounds, known)];
    });
    await database.transaction((transaction) => recordFactFirings(transaction, directory, changes, now));
    for (const operatorId of operators) this.#due.set(operatorId, nextLook(driven.get(operatorId), bounds, now));
  }
}

type Kept = Awaited<ReturnType<typeof readKept>>[number];

function changesOf(
  operatorId: number,
  { accountId, drives }: OperatorDrives,
  bounds: readonly DutyBound[],
  known: Instant,
): FactChange[] {
  return bounds.flatMap((bound) => {
    const { minutes, restMinutes } = bound;
    return dutyCrossings(drives, bound, known).map(({ since, at, drive: { unitId } }) => ({
      unitId,
      key: `duty ${operatorId} ${minutes} ${restMinutes} ${since}`,
      found: foundAt('operatorDriving', at, {
        value: minutes / 60,
        sensorType: 'engine_hours',
        duty: { minutes, restMinutes },
        ownerId: accountId,
      }),
    }));
  });
}

/** It stays where it was reported, if that is about right. */
function settled(change: FactChange, kept: readonly Kept[]): FactChange {
  const before = kept.find(({ unitId, key }) => unitId === change.unitId && key === change.key);
  const { found } = change;
  if (!before || found === null || Math.abs(before.at - found.at) > TOLERANCE) return change;
  return { ...change, found: { ...found, at: before.at } };
}

/** What was found before and is not there any more; facts that began before drives are known stay. */
function goneOf(
  kept: readonly Kept[],
  found: readonly FactChange[],
  bounds: readonly DutyBound[],
  known: Instant,
): FactChange[] {
  return kept
    .filter(({ unitId, key }) => {
      const [, , minutes, restMinutes, since] = key.split(' ').map(Number);
      const bound = bounds.find((each) => each.minutes === minutes && each.restMinutes === restMinutes);
      if (!bound || since - known < bound.rest) return false;
      return found.every((change) => change.unitId !== unitId || change.key !== key);
    })
    .map(({ unitId, key }) => ({ unitId, key, found: null }));
}

/** When the operator may reach a limit, if nothing is reported before; null: not while nothing changes. */
function nextLook(own: OperatorDrives | undefined, bounds: readonly DutyBound[], now: Instant): Instant | null {
  if (!own?.drives.some(({ isOpen }) => isOpen)) return null;
  const left = bounds
    .map(({ driving, rest }) => driving - drivenSinceRest(own.drives, rest))
    .filter((milliseconds) => milliseconds > 0);
  return left.length === 0 ? null : now + Math.max(AGAIN, Math.min(...left));
}
