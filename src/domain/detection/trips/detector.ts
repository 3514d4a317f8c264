import { distance, SECOND, type Instant } from '../../base/index.ts';
import { isNoKey } from '../drivers/index.ts';
import { createPoint, IdlingTracker, isUsable, type DetectionPoint } from '../shared/index.ts';
import {
  copyTotals,
  discardedCandidate,
  gapReason,
  isEnough,
  jumpReason,
  parkingReason,
  shownPlace,
  tripUntil,
} from './journey.ts';
import {
  createStep,
  isDelta,
  isMileage,
  isMoving,
  isMute,
  movementOf,
  speedOf,
  startReason,
  type Movement,
} from './movement.ts';
import { Plausibility } from './plausibility.ts';
import type { TripDetectorSettings } from './settings.ts';
import { noteFix, topSpeedOf } from './topSpeed.ts';
import {
  createTripState,
  NONE,
  nowhere,
  storePoint,
  type KnownPlace,
  type OpenTrip,
  type TripDetectorState,
  type TripTotals,
} from './state.ts';
import { fillMotion, liveOf, type Motion, type TripLive } from './tripLive.ts';
import type { EndReason, Parking, Trip, TripEvent } from './trip.ts';

export interface TripOptions {
  /**
   * Leave out single positions that need more than {@link DETECTION.plausibleSpeed} both in and out: they cut trips in
   * two otherwise. Such a position waits for the next report. Off in the product, where the filters' `max_speed` does
   * this on a figure that people set (docs/adr/0007); for tracks that were filtered by nobody.
   */
  readonly plausibility?: boolean;
}

/** What is under way at the last report. */
export interface TripProvisional {
  /** Has passed both bounds; its end moves on. */
  readonly trip: Trip | null;
  /** Moves, but might still be discarded. */
  readonly candidate: Trip | null;
  readonly parking: Parking | null;
}

/**
 * Finds trips, stops, parkings and silences in the reports of one unit (domain reference, 1.4). Reports come in order
 * of time; one that is not newer than the last is passed over, since late ones need a run from an anchor. Emitted
 * events depend on the reports and the settings alone, not on how the reports were split into runs.
 */
export class TripDetector {
  readonly #settings: TripDetectorSettings;
  readonly #emit: (event: TripEvent) => void;
  readonly #plausibility: Plausibility | null;
  readonly #parkTime: number;
  readonly #longestSilence: number;
  readonly #delta: boolean;
  readonly #mileage: boolean;
  readonly #step = createStep();
  readonly #pendingPoint: DetectionPoint = createPoint();
  #state: TripDetectorState;
  #idling: IdlingTracker;
  /** The report under way has confirmed a parking. */
  #parked = false;
  /** The verdict on the last report; null where it was passed over. */
  #moving: boolean | null = null;

  constructor(settings: TripDetectorSettings, emit: (event: TripEvent) => void, options: TripOptions = {}) {
    this.#settings = settings;
    this.#emit = emit;
    this.#parkTime = settings.min_park_time * SECOND;
    this.#longestSilence = settings.max_intrl_in_msgs * SECOND;
    this.#delta = isDelta(settings);
    this.#mileage = isMileage(settings);
    this.#plausibility = options.plausibility ? new Plausibility() : null;
    this.#state = createTripState();
    this.#idling = this.#follow();
  }

  /**
   * Takes the next report. True when it confirmed a parking: the state is one that no earlier trip
   * reaches into, and worth keeping as an anchor under the report's time.
   */
  accept(point: DetectionPoint): boolean {
    const state = this.#state;
    if (this.#settings.m_source === 'off' || point.time <= state.seen) return false;
    state.seen = point.time;
    this.#parked = false;
    const usable = isUsable(point, this.#settings.min_satellites);
    if (this.#plausibility) this.#sift(this.#plausibility, point, usable);
    else this.#take(point, usable);
    return this.#parked && state.trip === null;
  }

  /** All that is known, as plain data of its own. */
  state(): TripDetectorState {
    return structuredClone({
      ...this.#state,
      held: this.#plausibility?.holds ? storePoint(this.#plausibility.held) : null,
    });
  }

  /** Goes on from a state; the settings must be those that it came from. */
  restore(state: TripDetectorState): void {
    this.#state = structuredClone(state);
    this.#idling = this.#follow();
    this.#plausibility?.restore(state.held);
  }

  /** What is under way; nothing ends by being asked, and a position that waits is left out. */
  finish(): TripProvisional {
    const { trip, stretch } = this.#state;
    const until = trip && tripUntil(trip, trip.standing ?? trip.totals, null);
    const parking =
      stretch.since !== NONE && stretch.announced && !trip?.confirmed
        ? { from: stretch.since, to: null, place: shownPlace(stretch.place) }
        : null;
    const enough = trip !== null && isEnough(trip, trip.standing ?? trip.totals, this.#settings);
    return { trip: enough ? until : null, candidate: enough ? null : until, parking };
  }

  /** What the unit does at `now` if it reports nothing more, and until when that holds. */
  due(now: Instant): TripLive {
    return liveOf(this.#state, this.#settings, now);
  }

  /** Fills in what the unit does after its last report. */
  fillMotion(motion: Motion): void {
    fillMotion(this.#state, this.#settings, motion);
  }

  /** How the last report that was taken, `point`, was checked. */
  movement(point: DetectionPoint): Movement {
    return movementOf(this.#settings, point, this.#step, this.#moving);
  }

  #follow(): IdlingTracker {
    const { min_m_speed: movingSpeed, min_satellites: minimumSatellites } = this.#settings;
    return new IdlingTracker(
      { movingSpeed, minimumSatellites, longestSilence: this.#longestSilence },
      this.#state.idling,
    );
  }

  #sift(plausibility: Plausibility, point: DetectionPoint, usable: boolean): void {
    if (plausibility.holds) {
      const agrees = plausibility.agrees(point, usable);
      plausibility.release(this.#pendingPoint);
      this.#take(this.#pendingPoint, agrees);
    }
    const { place, placeTime } = this.#state;
    if (usable && place.known && plausibility.doubts(place, placeTime, point)) plausibility.hold(point);
    else this.#take(point, usable);
  }

  #take(point: DetectionPoint, usable: boolean): void {
    const state = this.#state;
    const idled = this.#idling.accept(point);
    if (this.#idling.endedFrom !== NONE)
      this.#emit({ kind: 'idled', idling: { from: this.#idling.endedFrom, to: this.#idling.endedAt } });
    if (point.driverKey !== null) this.#meetDriver(point.driverKey);
    this.#measure(point, usable);
    this.#moving = null;
    if (isMute(this.#settings, point, usable)) {
      if (state.trip) state.trip.totals.idle += idled;
      return;
    }
    noteFix(state.fixes, point, this.#step);
    if (this.#step.broken) this.#break(point, idled);
    if (state.stretch.since === NONE)
      this.#beginStretch(point.time, usable ? point : state.place, usable || state.place.known);
    const moving = isMoving(this.#settings, point, this.#step);
    this.#moving = moving;
    const until = this.#delta && state.time !== NONE ? state.time : point.time;
    if (state.trip) this.#continue(state.trip, point, moving, until, idled);
    if (!state.trip) {
      this.#noticeParking(moving ? until : point.time);
      if (moving) this.#open(point, until);
    }
    this.#remember(point);
    if (
      state.trip &&
      !state.trip.confirmed &&
      isEnough(state.trip, state.trip.standing ?? state.trip.totals, this.#settings)
    )
      this.#confirm(state.trip);
  }

  /** Fills in the step from the report before to this one. */
  #measure(point: DetectionPoint, usable: boolean): void {
    const state = this.#state;
    const step = this.#step;
    const { place } = state;
    const measured = usable && place.known;
    step.usable = usable;
    step.leg = measured ? distance(place.latitude, place.longitude, point.latitude, point.longitude) : NONE;
    step.span = measured ? point.time - state.placeTime : NONE;
    step.broken =
      state.time !== NONE &&
      (point.time - state.time > this.#longestSilence || step.leg > this.#settings.max_dist_in_msgs);
    step.mileage = this.#mileage ? this.#mileageSince(point) : 0;
    step.ignition = this.#idling.ignition;
  }

  #mileageSince(point: DetectionPoint): number {
    if (this.#settings.m_source === 'relative_odometer') return Math.max(0, point.relativeOdometer);
    return this.#state.odometer === NONE ? 0 : Math.max(0, point.odometer - this.#state.odometer);
  }

  #remember(point: DetectionPoint): void {
    const state = this.#state;
    state.time = point.time;
    if (this.#settings.m_source === 'odometer') state.odometer = point.odometer;
    if (!this.#step.usable) return;
    state.place.known = true;
    state.place.latitude = point.latitude;
    state.place.longitude = point.longitude;
    state.placeTime = point.time;
  }

  #meetDriver(key: string): void {
    const signedIn = isNoKey(key) ? '' : key;
    this.#state.driverKey = signedIn;
    const { trip } = this.#state;
    if (trip && trip.driverKey === '') trip.driverKey = signedIn;
  }

  /** The connection broke or the position jumped between the last report and this one. */
  #break(point: DetectionPoint, idled: number): void {
    const state = this.#state;
    const { leg } = this.#step;
    const { trip } = state;
    const jumped = leg > this.#settings.max_dist_in_msgs;
    const silent = point.time - state.time > this.#longestSilence;
    const reason = silent
      ? gapReason(state.time, point.time, this.#settings)
      : jumpReason(state.time, point.time, leg, this.#settings);
    // Devices sleep while they are parked: one that was parked before the silence and is still there was parked all the
    // time.
    const slept = !jumped && leg <= this.#settings.min_trip_dist && (trip === null || trip.standing !== null);
    if (trip) {
      const since = trip.standing?.time ?? NONE;
      const parked = slept && point.time - since >= this.#parkTime;
      if (!trip.standing) trip.totals.idle += idled;
      this.#close(
        trip,
        trip.standing ?? trip.totals,
        parked ? parkingReason(since, point.time, this.#settings) : reason,
      );
    }
    if (slept) return;
    this.#endStretch(state.time);
    this.#emit({
      kind: 'noData',
      noData: { from: state.time, to: point.time, place: shownPlace(state.place), reason },
    });
    this.#beginStretch(point.time, this.#step.usable ? point : state.place, this.#step.usable || state.place.known);
  }

  #continue(trip: OpenTrip, point: DetectionPoint, moving: boolean, until: Instant, idled: number): void {
    const { totals } = trip;
    // A stop that a delta source reports began with the report before, whose totals these are.
    if (!moving && !trip.standing && this.#delta) trip.standing = copyTotals(totals);
    totals.distance += this.#gained();
    totals.idle += idled;
    totals.time = point.time;
    if (this.#step.usable) setPlace(totals.place, point);
    if (moving) this.#move(trip, point, until);
    else {
      trip.standing ??= copyTotals(totals);
      if (point.time - trip.standing.time >= this.#parkTime)
        this.#close(trip, trip.standing, parkingReason(trip.standing.time, point.time, this.#settings));
    }
  }

  #move(trip: OpenTrip, point: DetectionPoint, until: Instant): void {
    const { standing, totals } = trip;
    if (standing && until - standing.time >= this.#parkTime) {
      this.#close(trip, standing, parkingReason(standing.time, until, this.#settings));
      return;
    }
    if (standing && until > standing.time) trip.stops.push({ from: standing.time, to: until });
    trip.standing = null;
    this.#noteSpeed(totals, point);
  }

  #noteSpeed(totals: TripTotals, point: DetectionPoint): void {
    if (!this.#step.usable && this.#settings.m_source !== 'ignition') return;
    // No report counts for more than it says: most need no comparison.
    if (!(speedOf(point, this.#step) > totals.maximumSpeed)) return;
    const speed = topSpeedOf(point, this.#step, this.#state.fixes);
    if (speed > totals.maximumSpeed) totals.maximumSpeed = speed;
  }

  /** Metres that the step adds to a trip. */
  #gained(): number {
    if (this.#mileage) return this.#step.mileage;
    return this.#step.leg === NONE ? 0 : this.#step.leg;
  }

  #open(point: DetectionPoint, start: Instant): void {
    const state = this.#state;
    const startPlace: KnownPlace = { ...state.place };
    if (!this.#delta && this.#step.usable) setPlace(startPlace, point);
    const place: KnownPlace = { ...state.place };
    if (this.#step.usable) setPlace(place, point);
    const totals: TripTotals = {
      time: point.time,
      place,
      distance: this.#delta ? this.#gained() : 0,
      maximumSpeed: NONE,
      idle: 0,
    };
    this.#noteSpeed(totals, point);
    const started = startReason(this.#settings, point, this.#step);
    state.trip = {
      start,
      startPlace,
      started,
      confirmed: false,
      driverKey: state.driverKey,
      stops: [],
      totals,
      standing: null,
    };
    this.#emit({ kind: 'opened', start, place: shownPlace(startPlace), started });
  }

  /** The trip is one: the standing before it is over. */
  #confirm(trip: OpenTrip): void {
    trip.confirmed = true;
    this.#endStretch(trip.start);
    this.#emit({ kind: 'confirmed', trip: tripUntil(trip, trip.standing ?? trip.totals, null) });
  }

  #close(trip: OpenTrip, at: TripTotals, ended: EndReason): void {
    const state = this.#state;
    state.trip = null;
    if (isEnough(trip, at, this.#settings)) {
      if (!trip.confirmed) this.#confirm(trip);
      this.#emit({ kind: 'closed', trip: tripUntil(trip, at, ended) });
      this.#beginStretch(at.time, at.place, at.place.known);
    } else {
      // It belongs to the standing around it, which goes on as if nothing had been.
      this.#emit({ kind: 'discarded', candidate: discardedCandidate(trip, at, ended, this.#settings) });
    }
  }

  #beginStretch(since: Instant, place: { latitude: number; longitude: number }, known: boolean): void {
    this.#state.stretch = {
      since,
      place: known ? { known, latitude: place.latitude, longitude: place.longitude } : nowhere(),
      announced: false,
    };
  }

  #endStretch(at: Instant): void {
    const { stretch } = this.#state;
    if (stretch.since === NONE) return;
    this.#noticeParking(at);
    if (stretch.announced)
      this.#emit({ kind: 'parkingEnded', parking: { from: stretch.since, to: at, place: shownPlace(stretch.place) } });
    stretch.announced = false;
  }

  #noticeParking(until: Instant): void {
    const { stretch } = this.#state;
    if (stretch.announced || stretch.since === NONE || until - stretch.since < this.#parkTime) return;
    stretch.announced = true;
    this.#parked = true;
    this.#emit({
      kind: 'parkingStarted',
      parking: { from: stretch.since, to: null, place: shownPlace(stretch.place) },
      at: stretch.since + this.#parkTime,
    });
  }
}

function setPlace(place: KnownPlace, point: DetectionPoint): void {
  place.known = true;
  place.latitude = point.latitude;
  place.longitude = point.longitude;
}
