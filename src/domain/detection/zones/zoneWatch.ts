import { coversInstant, type AllocationSpan } from '../../allocation/index.ts';
import { CROSSING, SECOND, type Instant } from '../../base/index.ts';
import { longitudeNear } from '../../geometry/index.ts';
import {
  beginStay,
  createCrossing,
  createZoneFix,
  isWithin,
  marginOf,
  stayInside,
  stepCrossing,
  type Crossing,
  type CrossingStep,
  type DetectionPoint,
  type ZoneFix,
} from '../shared/index.ts';
import { CoreBox, moveOf, SafeBox } from './safeBox.ts';
import { visitOf, type Visit } from './visit.ts';
import type { Zone, ZoneIndex } from './zoneIndex.ts';

/** The zones of one account, and when the account sees the unit; null: always. */
export interface ZoneLayer {
  readonly index: ZoneIndex;
  readonly sight: readonly AllocationSpan[] | null;
}

/** Where a unit is with regard to the zone of this key. */
export interface KeyedCrossing {
  readonly key: string;
  readonly crossing: Crossing;
}

/**
 * What a watch knows after a report, as plain data. Zones that it does not name are those that the last fix is outside
 * of.
 */
export interface ZoneStates {
  readonly last: ZoneFix | null;
  readonly crossings: readonly KeyedCrossing[];
}

/** A zone that the unit is in, or about to enter or leave. */
interface Stay {
  readonly zone: Zone;
  readonly layer: ZoneLayer;
  readonly crossing: Crossing;
  /** It has lasted long enough to be a visit. */
  isVisit: boolean;
  /** Where it surely still lasts. */
  readonly core: CoreBox;
}

const isSeen = ({ sight }: ZoneLayer, time: Instant): boolean =>
  sight === null || sight.some((span) => coversInstant(span, time));
const isInside = ({ phase }: Crossing): boolean => phase === 'inside' || phase === 'leaving';

/**
 * The zones of one unit, fix after fix in the order of their times. Found visits depend on the fixes alone, not on how
 * the fixes were split. A fix within the {@link SafeBox} costs a few comparisons, however many zones there are.
 */
export class ZoneWatch {
  #layers: readonly ZoneLayer[] = [];
  #stays: Stay[] = [];
  #found: Visit[] = [];
  #dirty = false;
  #last = createZoneFix();
  #fix = createZoneFix();
  readonly #box = new SafeBox();
  /** For zones that the unit is not in: they have no state of their own. */
  #scratch = createCrossing();
  #layer: ZoneLayer | null = null;
  /** Metres since the fix before. */
  #move = 0;
  /** Some account sees the unit for a while only. */
  #isDated = false;

  constructor(layers: readonly ZoneLayer[] = [], states: ZoneStates | null = null) {
    if (states?.last) Object.assign(this.#last, states.last);
    this.#setLayers(layers);
    this.#stays = this.#known(states?.crossings ?? []);
    this.#beginHere();
    // Stored visits may be other than those that it will find.
    this.#dirty = layers.length > 0;
  }

  /** Something was found since the last {@link written}. */
  get dirty(): boolean {
    return this.#dirty;
  }

  /** Whether the unit is watched for a zone of this id. */
  watches(zoneId: number): boolean {
    return this.#layers.some(({ index }) => index.has(zoneId));
  }

  /** Takes the next usable fix (`isUsable`); one that is not newer than the last is passed over. */
  accept(point: DetectionPoint): void {
    if (point.time <= this.#last.time) return;
    const fix = this.#fix;
    fix.time = point.time;
    fix.latitude = point.latitude;
    fix.longitude = point.longitude;
    fix.margin = marginOf(point.accuracy);
    fix.speed = point.speed >= 0 ? point.speed : -1;
    if (this.#layers.length > 0) this.#look();
    this.#fix = this.#last;
    this.#last = fix;
  }

  /** Time alone makes a stay a visit: devices sleep while they are parked. */
  noteTime(now: Instant): void {
    for (const stay of this.#stays) {
      if (stay.isVisit || !isInside(stay.crossing) || !isLongEnough(stay, now)) continue;
      stay.isVisit = true;
      this.#dirty = true;
    }
  }

  /** Visits that ended since the state that it began with, and those that last, in the order of their entries. */
  visits(): Visit[] {
    const open = this.#stays
      .filter(({ crossing, isVisit }) => isInside(crossing) && isVisit)
      .map(({ zone, crossing }) => visitOf(zone, crossing, null, false));
    return [...this.#found, ...open].toSorted((a, b) => a.entered - b.entered || a.zoneId - b.zoneId);
  }

  /** When {@link noteTime} will find another one; null: never. */
  until(now: Instant): Instant | null {
    let earliest: Instant | null = null;
    for (const { zone, crossing, isVisit } of this.#stays) {
      const due = crossing.entered + zone.minimumStay;
      if (!isVisit && isInside(crossing) && due > now && (earliest === null || due < earliest)) earliest = due;
    }
    return earliest;
  }

  states(): ZoneStates {
    return {
      last: this.#last.time < 0 ? null : { ...this.#last },
      crossings: this.#stays.map(({ zone, crossing }) => ({ key: zone.key, crossing: { ...crossing } })),
    };
  }

  /** Goes on with these zones. In those that are new the unit is from its last fix on, or is not. */
  follow(layers: readonly ZoneLayer[]): void {
    const { crossings } = this.states();
    this.#setLayers(layers);
    this.#stays = this.#known(crossings);
    const found = this.#found.filter(({ zoneKey }) => this.#zoneOf(zoneKey) !== null);
    this.#dirty ||= found.length < this.#found.length || this.#stays.length < crossings.length;
    this.#found = found;
    this.#beginHere();
    this.#box.clear();
  }

  /**
   * Takes over what was found of these zones in the past: where the unit is with regard to them after its last fix, and
   * visits that may be gone through again. All of it is stored.
   */
  adopt(keys: ReadonlySet<string>, crossings: readonly KeyedCrossing[], visits: readonly Visit[]): void {
    const others = this.#stays.filter(({ zone }) => !keys.has(zone.key));
    this.#stays = [...others, ...this.#known(crossings.filter(({ key }) => keys.has(key)))];
    this.#found = [...this.#found.filter(({ zoneKey }) => !keys.has(zoneKey)), ...visits];
    this.#box.clear();
  }

  /** All is stored; `since` the instant to which one may go back: what was over by then is forgotten. */
  written(since: Instant): void {
    this.#dirty = false;
    this.#found = this.#found.filter(({ settled }) => settled !== null && settled > since);
  }

  #setLayers(layers: readonly ZoneLayer[]): void {
    this.#layers = layers;
    this.#isDated = layers.some(({ sight }) => sight !== null);
  }

  #look(): void {
    const fix = this.#fix;
    const last = this.#last;
    if (this.#isDated) for (const layer of this.#layers) this.#lookAway(layer);
    for (let place = this.#stays.length - 1; place >= 0; place--) this.#go(this.#stays[place], place);
    if (this.#box.holds(fix)) return;
    this.#move = moveOf(last, fix);
    for (const layer of this.#layers) {
      if (!isSeen(layer, fix.time)) continue;
      this.#layer = layer;
      const isKnown = last.time >= 0 && isSeen(layer, last.time);
      this.#meetAll(layer.index, isKnown && fix.time - last.time <= CROSSING.gap * SECOND);
    }
    const seen = this.#isDated ? this.#layers.filter((layer) => isSeen(layer, fix.time)) : this.#layers;
    this.#box.lay(seen, fix, this.#move, this.#isStay);
  }

  /** The account sees the unit from now on, or no longer: what it did in between is not for its zones. */
  #lookAway(layer: ZoneLayer): void {
    const { time } = this.#fix;
    const last = this.#last;
    const wasSeen = last.time >= 0 && isSeen(layer, last.time);
    if (wasSeen === isSeen(layer, time)) return;
    this.#box.clear();
    if (!wasSeen) return;
    for (const stay of this.#stays) {
      const { crossing } = stay;
      if (stay.layer !== layer) continue;
      if (crossing.phase === 'inside') {
        crossing.left = last.time;
        crossing.leftLatitude = last.latitude;
        crossing.leftLongitude = last.longitude;
      }
      if (isInside(crossing)) this.#end(stay, time, false);
    }
    this.#stays = this.#stays.filter((stay) => stay.layer !== layer);
  }

  /** A zone that the unit was in, or about to enter or leave. */
  #go(stay: Stay, place: number): void {
    const { zone, crossing, core } = stay;
    if (crossing.phase === 'inside' && stay.isVisit && core.holds(this.#fix)) {
      stayInside(crossing, this.#last, this.#fix);
      return;
    }
    const step = stepCrossing(zone.probe, crossing, this.#last, this.#fix);
    if (crossing.phase === 'inside') core.lay(zone, this.#fix, moveOf(this.#last, this.#fix));
    if (step === 'left' || step === 'passed') this.#end(stay, this.#fix.time, step === 'passed');
    if (crossing.phase === 'outside') {
      this.#stays.splice(place, 1);
      this.#box.clear();
    } else if (!stay.isVisit && isInside(crossing) && isLongEnough(stay, this.#fix.time)) {
      stay.isVisit = true;
      this.#dirty = true;
    }
  }

  /** Zones near the fix, and those along the segment to it where no silence was before. */
  #meetAll(index: ZoneIndex, hasPrevious: boolean): void {
    const { latitude, longitude } = this.#fix;
    const fromLatitude = hasPrevious ? this.#last.latitude : latitude;
    const fromLongitude = hasPrevious ? longitudeNear(this.#last.longitude, longitude) : longitude;
    index.touching(
      Math.min(longitude, fromLongitude),
      Math.min(latitude, fromLatitude),
      Math.max(longitude, fromLongitude),
      Math.max(latitude, fromLatitude),
      this.#meet,
    );
  }

  readonly #meet = (zone: Zone, west: number, south: number, east: number, north: number): void => {
    const layer = this.#layer;
    if (layer === null || !isNear(this.#last, this.#fix, west, south, east, north) || this.#isStay(zone)) return;
    const last = this.#last;
    const crossing = this.#scratch;
    crossing.phase = last.time >= 0 && isSeen(layer, last.time) ? 'outside' : 'unknown';
    const step: CrossingStep = stepCrossing(zone.probe, crossing, last, this.#fix);
    if (step === 'passed') this.#end({ zone, crossing, isVisit: false }, this.#fix.time, true);
    else if (crossing.phase !== 'outside') this.#add(zone, layer, crossing, this.#fix.time);
  };

  #add(zone: Zone, layer: ZoneLayer, crossing: Crossing, time: Instant): void {
    const stay: Stay = { zone, layer, crossing, isVisit: false, core: new CoreBox() };
    if (crossing === this.#scratch) this.#scratch = createCrossing();
    stay.isVisit = isInside(crossing) && isLongEnough(stay, time);
    this.#dirty ||= stay.isVisit;
    this.#stays.push(stay);
  }

  #end(
    { zone, crossing, isVisit }: Pick<Stay, 'zone' | 'crossing' | 'isVisit'>,
    settled: Instant,
    isPass: boolean,
  ): void {
    this.#dirty ||= isVisit;
    if (crossing.left - crossing.entered < zone.minimumStay) return;
    this.#found.push(visitOf(zone, crossing, settled, isPass));
    this.#dirty = true;
  }

  readonly #isStay = (zone: Zone): boolean => {
    for (const stay of this.#stays) if (stay.zone === zone) return true;
    return false;
  };

  #known(crossings: readonly KeyedCrossing[]): Stay[] {
    const { time } = this.#last;
    return crossings.flatMap(({ key, crossing }) => {
      const known = this.#zoneOf(key);
      if (!known) return [];
      const stay: Stay = { ...known, crossing: { ...crossing }, isVisit: false, core: new CoreBox() };
      stay.isVisit = isInside(crossing) && isLongEnough(stay, time);
      return [stay];
    });
  }

  #zoneOf(key: string): Pick<Stay, 'zone' | 'layer'> | null {
    for (const layer of this.#layers) {
      const zone = layer.index.withKey(key);
      if (zone) return { zone, layer };
    }
    return null;
  }

  /** In zones that it knows nothing of, though its last fix is in them, the unit is since that fix. */
  #beginHere(): void {
    const last = this.#last;
    if (last.time < 0) return;
    for (const layer of this.#layers) {
      if (!isSeen(layer, last.time)) continue;
      const { latitude, longitude } = last;
      layer.index.touching(longitude, latitude, longitude, latitude, (zone) => {
        if (this.#isStay(zone) || !isWithin(zone.probe, last)) return;
        const crossing = createCrossing();
        beginStay(crossing, last);
        this.#add(zone, layer, crossing, last.time);
      });
    }
  }
}

/** False where neither the fix nor the straight segment to it touches the box. */
function isNear(last: ZoneFix, fix: ZoneFix, west: number, south: number, east: number, north: number): boolean {
  const { latitude: y } = fix;
  const x = longitudeNear(fix.longitude, (west + east) / 2);
  if (x >= west && x <= east && y >= south && y <= north) return true;
  // The box lies on one side of the line through both.
  const alongX = longitudeNear(last.longitude, x) - x;
  const alongY = last.latitude - y;
  const [toWest, toEast, toSouth, toNorth] = [west - x, east - x, south - y, north - y];
  const a = alongX * toSouth - alongY * toWest;
  const b = alongX * toSouth - alongY * toEast;
  const c = alongX * toNorth - alongY * toWest;
  const d = alongX * toNorth - alongY * toEast;
  return !((a > 0 && b > 0 && c > 0 && d > 0) || (a < 0 && b < 0 && c < 0 && d < 0));
}

const isLongEnough = ({ zone, crossing }: Pick<Stay, 'zone' | 'crossing'>, time: Instant): boolean =>
  time - crossing.entered >= zone.minimumStay;
