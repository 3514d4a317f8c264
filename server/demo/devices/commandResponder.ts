import { DAY, floorTo, HOUR, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import { CONSOLES, type Controls } from '../consoles/index.ts';
import { createReport, measure, type DeviceReport, type ReportRules, type Vehicle } from '../driving/index.ts';
import type { HeardCommand } from '../links/index.ts';
import { between, chance } from '../random.ts';
import type { RosterEntry } from '../roster.ts';
import type { DeviceMemory, Intervals } from './memory.ts';

/** Of a hundred devices these never answer, and these miss the first of every two attempts: radio is not perfect. */
const DEAF = 0.03;
const HARD_OF_HEARING = 0.12;

/** How reliably the unit's device hears commands; it follows from the seed. */
export function hearingOf({ equipment }: Pick<RosterEntry, 'equipment'>): 'good' | 'hard' | 'deaf' {
  const drawn = chance(equipment.seed, 301);
  return drawn < DEAF ? 'deaf' : drawn < HARD_OF_HEARING ? 'hard' : 'good';
}

/** What a device does when it was asked to. */
export interface CommandedDevice {
  now(): Instant;
  /** Rules of reporting changed. */
  configured(): void;
  reportNow(): void;
  restart(): void;
}

/** An answer that is on its way. */
export interface DueReply {
  readonly at: Instant;
  readonly command: HeardCommand;
  readonly text: string;
}

/** Takes a device's commands, carries them out, and has the answers ready after the time that radio takes. */
export class CommandResponder implements Controls {
  readonly identifier: string;
  readonly model: string;
  bootedAt: Instant;
  readonly #entry: RosterEntry;
  readonly #vehicle: Vehicle;
  readonly #memory: DeviceMemory;
  readonly #factory: ReportRules;
  readonly #device: CommandedDevice;
  readonly #report: DeviceReport = createReport();
  #replies: DueReply[] = [];
  #heard = 0;

  /** `vehicle` is one of the responder's own: it is moved to the present whenever something is measured. */
  constructor(
    entry: RosterEntry,
    vehicle: Vehicle,
    memory: DeviceMemory,
    factory: ReportRules,
    device: CommandedDevice,
  ) {
    this.#entry = entry;
    this.#vehicle = vehicle;
    this.#memory = memory;
    this.#factory = factory;
    this.#device = device;
    this.identifier = entry.identifier;
    this.model = entry.device.model;
    this.bootedAt = device.now() - between(3 * HOUR, 20 * DAY, entry.equipment.seed, 302);
  }

  /** When the next answer is due; `Infinity` when none is. */
  get due(): Instant {
    return this.#replies[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Carries the command out, unless this device did not get it. */
  take(command: HeardCommand): void {
    const console = CONSOLES[this.#entry.protocol];
    const hearing = hearingOf(this.#entry);
    if (!console || hearing === 'deaf' || (hearing === 'hard' && this.#heard++ % 2 === 0)) return;
    const text = console(command.text, this);
    const at = this.now() + between(0.8, 3.2, this.#entry.equipment.seed, this.now() / SECOND) * SECOND;
    this.#replies = [...this.#replies, { at, command, text }].toSorted((one, other) => one.at - other.at);
  }

  /** The answers that are due, which leave the responder. */
  collect(): readonly DueReply[] {
    const now = this.now();
    const due = this.#replies.filter(({ at }) => at <= now);
    this.#replies = this.#replies.filter(({ at }) => at > now);
    return due;
  }

  /** The connection is gone, and the answers with it. */
  forget(): void {
    this.#replies = [];
  }

  now(): Instant {
    return this.#device.now();
  }

  measure(): DeviceReport {
    this.#vehicle.locate(this.now());
    measure(this.#vehicle, this.#entry.equipment, this.#report);
    return this.#report;
  }

  rules(): ReportRules {
    return { ...this.#factory, ...this.#memory.intervals };
  }

  setIntervals(intervals: Intervals): void {
    this.#memory.intervals = { ...this.#memory.intervals, ...intervals };
    this.#device.configured();
  }

  cutEngine(cut: boolean): void {
    const now = floorTo(this.now(), SECOND);
    if (cut) this.#memory.holds.cut(now, this.#vehicle.parksFrom(now));
    else this.#memory.holds.restore(now);
    this.#device.reportNow();
  }

  reportNow(): void {
    this.#device.reportNow();
  }

  restart(): void {
    this.bootedAt = this.now();
    this.#device.restart();
  }
}
