import { availableParallelism } from 'node:os';
import { HOUR, SECOND, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import { createReport, Vehicle, type DeviceReport } from '../driving/index.ts';
import { loadNetworks, type Network, type RegionKey } from '../geography/index.ts';
import { DeviceLink, openDialect, type LinkListener } from '../links/index.ts';
import { rosterEntry, type DemoProtocol, type RosterEntry } from '../roster.ts';
import { Backlog } from './backlog.ts';
import { DemoDevice, rulesOf, type Surroundings } from './device.ts';
import { DeviceMemory, type KeptMemory } from './memory.ts';
import { Pace } from './pace.ts';
import { LARGE_FLEET, planStart, SHORT_HISTORY } from './plan.ts';
import { TimeWheel } from './timeWheel.ts';

/**
 * From this share of the connections on, devices that stand idle hang up, as sleeping trackers do; from the second on
 * all do.
 */
const GETTING_FULL = 0.6;
const NEARLY_FULL = 0.9;
/** A device with nothing to say for this long counts as idle. */
const IDLE = 45 * SECOND;

/** Largest sending of any protocol. */
const POOL = 256;
/** Viewers of a large fleet on a machine of fewer processors need what its present leaves of them. */
const ROOMY = 4;
/**
 * So many devices send history side by side: of one that sends all it owes at once, the server looks through the past
 * once, and not with every piece.
 */
const SENDING = 256;
/** Where all of these are busy or out of reach, they are asked again after this. */
const REST = SECOND / 10;

export interface FleetOptions {
  readonly units: number;
  readonly host: string;
  readonly ports: Readonly<Record<DemoProtocol, number>>;
  readonly historyDays: number;
  /** When the demo's accounts were made. */
  readonly worldMade: Instant;
  /** Latest stored time by roster index; NaN where the server has none. */
  readonly lastKnown: Float64Array;
  /** Connections that may be open at once; big fleets take turns. */
  readonly connections: number;
  /** History that the last run left, by roster index; null when it left no word. */
  readonly left: ReadonlyMap<number, readonly Interval[]> | null;
  /** What commands changed in devices before, by roster index. */
  readonly memory?: ReadonlyMap<number, KeptMemory>;
  now(): Instant;
}

/** How far the fleet is. */
export interface FleetProgress {
  readonly devices: number;
  readonly connected: number;
  /** Reports that the server acknowledged. */
  readonly stored: number;
  /** Hours of vehicles' history that are still to be sent. */
  readonly hoursLeft: number;
}

/** All devices of the demo behind one timer. {@link tick} it often: it works for some milliseconds at most. */
export class Fleet implements Surroundings {
  readonly pool: readonly DeviceReport[] = Array.from({ length: POOL }, createReport);
  readonly #options: FleetOptions;
  readonly #networks: ReadonlyMap<RegionKey, Network>;
  readonly #waiting: RosterEntry[];
  readonly #devices: DemoDevice[] = [];
  readonly #wheel: TimeWheel;
  readonly #pace: Pace;
  readonly #isBusy: boolean;
  readonly #startedAt: Instant;
  /** Devices that wait to send the history they owe: a few hours of it, or weeks. */
  readonly #owing: { readonly hours: DemoDevice[]; readonly weeks: DemoDevice[] } = { hours: [], weeks: [] };
  /** Those that send it, taken in turn. */
  readonly #sending: (DemoDevice | null)[] = Array.from({ length: SENDING }, () => null);
  #turn = 0;
  /** Reports of history in this turn. */
  #spent = 0;
  /** Nobody could send: until then nobody is asked again. */
  #restUntil: Instant = 0;
  #stored = 0;
  #open = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    // A protocol whose port is switched off has no devices.
    const entries = Array.from({ length: options.units }, (_, index) => rosterEntry(index));
    this.#waiting = entries.filter((entry) => entry.everReports && options.ports[entry.protocol] > 0).toReversed();
    this.#networks = loadNetworks(new Set(this.#waiting.map(({ region }) => region)));
    this.#wheel = new TimeWheel(options.units, this.#startedAt);
    this.#isBusy = options.units > LARGE_FLEET && availableParallelism() < ROOMY;
    this.#pace = new Pace(this.#startedAt, this.#isBusy ? { share: 1 / 4, yields: true } : {});
  }

  now(): Instant {
    return this.#options.now();
  }

  wakeAt(index: number, at: Instant): void {
    this.#wheel.set(index, at);
  }

  mayCall(): boolean {
    return this.#open < this.#options.connections;
  }

  mayStay(idle: number): boolean {
    const share = this.#open / this.#options.connections;
    return share < GETTING_FULL || (share < NEARLY_FULL && idle < IDLE);
  }

  opened(): void {
    this.#open++;
  }

  closed(): void {
    this.#open--;
  }

  stored(count: number, latency: number, live: boolean): void {
    this.#stored += count;
    if (live) this.#pace.answered(latency);
  }

  spend(count: number): void {
    this.#spent += count;
    this.#pace.spend(count);
  }

  /** Does what is due: the present first, then new devices, then history as the pace allows. */
  tick(): void {
    const began = performance.now();
    const now = this.now();
    this.#pace.tick(now);
    this.#wheel.advance(now, (index) => this.#devices[index]?.wake());
    while (this.#waiting.length > 0 && !this.#pace.rests && performance.now() - began < Pace.SLICE) this.#startNext();
    this.#sendHistory(began);
  }

  progress(): FleetProgress {
    let left = 0;
    for (const device of this.#devices) left += device.backlog.length;
    for (const entry of this.#waiting) for (const { from, to } of this.#plan(entry).owed) left += to - from;
    return {
      devices: this.#devices.length + this.#waiting.length,
      connected: this.#open,
      stored: this.#stored,
      hoursLeft: left / HOUR,
    };
  }

  /** What is still owed, for the next start. Devices that were not started yet owe what they owed before. */
  owed(): ReadonlyMap<number, readonly Interval[]> {
    const owed = new Map<number, readonly Interval[]>();
    for (const { entry, backlog } of this.#devices) if (!backlog.done) owed.set(entry.index, [...backlog.owed]);
    for (const entry of this.#waiting) owed.set(entry.index, this.#plan(entry).owed);
    return owed;
  }

  /** What commands changed, for the next start. */
  memory(): ReadonlyMap<number, KeptMemory> {
    const kept = new Map(
      this.#waiting.flatMap(({ index }) => {
        const before = this.#options.memory?.get(index);
        return before ? [[index, before] as const] : [];
      }),
    );
    for (const { entry, memory } of this.#devices) if (memory.kept) kept.set(entry.index, memory.kept);
    return kept;
  }

  close(): void {
    for (const device of this.#devices) device.close();
  }

  #plan(entry: RosterEntry): ReturnType<typeof planStart> {
    const options = this.#options;
    const known = { lastKnown: options.lastKnown[entry.index], left: options.left?.get(entry.index) ?? null };
    return planStart(entry, known, { ...options, now: this.#startedAt });
  }

  #startNext(): void {
    const entry = this.#waiting.pop();
    const network = entry && this.#networks.get(entry.region);
    if (!entry || !network) return;
    const { liveFrom, owed, detailFrom } = this.#plan(entry);
    if (liveFrom === null && owed.length === 0) return;
    const memory = new DeviceMemory(this.#options.memory?.get(entry.index));
    const open = (): Vehicle => new Vehicle(entry.vehicle, network, memory.holds);
    const backlog = new Backlog(owed, open, entry.equipment, rulesOf(entry), detailFrom);
    const place = this.#devices.length;
    const live = liveFrom === null ? null : { open, from: liveFrom };
    const device = new DemoDevice(
      entry,
      place,
      this,
      (listener) => this.#openLink(entry, listener),
      live,
      backlog,
      memory,
    );
    this.#devices.push(device);
    if (!backlog.done) this.#owe(device);
  }

  #openLink(entry: RosterEntry, listener: LinkListener): DeviceLink {
    const { host, ports } = this.#options;
    const dialect = openDialect(entry.protocol, entry.identifier, host);
    return new DeviceLink(dialect, { host, port: ports[entry.protocol] }, listener);
  }

  #owe(device: DemoDevice): void {
    (device.backlog.length <= SHORT_HISTORY ? this.#owing.hours : this.#owing.weeks).push(device);
  }

  #sendHistory(began: number): void {
    const now = this.now();
    if (now < this.#restUntil) return;
    this.#spent = 0;
    let tries = SENDING;
    for (; tries > 0 && this.#pace.mayWork(performance.now() - began); tries--) this.#sendNext();
    if (tries === 0 && this.#spent === 0) this.#restUntil = now + REST;
  }

  /** The next in turn sends a piece of its history, if it can. */
  #sendNext(): void {
    this.#turn = (this.#turn + 1) % SENDING;
    const device = this.#sending[this.#turn] ?? this.#nextOwing();
    this.#sending[this.#turn] = null;
    if (device === null) return;
    const isHeard = device.sendHistory();
    if (device.backlog.done) return;
    // A device out of reach lets the next one go first.
    if (isHeard) this.#sending[this.#turn] = device;
    else this.#owe(device);
  }

  /**
   * Those that owe a few hours go first. Of a large fleet the others come when these are done: the weeks before are in
   * no hurry.
   */
  #nextOwing(): DemoDevice | null {
    const { hours, weeks } = this.#owing;
    if (hours.length > 0) return hours.shift() ?? null;
    const isLarge = this.#options.units > LARGE_FLEET;
    if (weeks.length === 0 || (isLarge && this.#waiting.length > 0)) return null;
    if (this.#isBusy) this.#pace.ease();
    return weeks.shift() ?? null;
  }
}
