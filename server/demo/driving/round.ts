import { clamp } from '../../../src/domain/base/index.ts';
import type { Network } from '../geography/index.ts';
import { hash, Random } from '../random.ts';
import { summarise, type DriveSummary } from './drive.ts';
import type { KindProfile } from './kinds.ts';
import { PathBuilder } from './path.ts';
import { drawPath, placeIn, type Place } from './route.ts';
import { crossingNear } from './streetPlaces.ts';

/** Why a vehicle is parked after a drive. */
export const STOP = { pause: 0, delivery: 1, rest: 2, refuel: 3, working: 4, home: 5 } as const;
export type StopKind = (typeof STOP)[keyof typeof STOP];

/** Drive and stop as the round keeps them: one row of numbers. */
const ROW = 8;
const LENGTH = 0;
const DURATION = 1;
const WAITING = 2;
const DWELL = 3;
const KIND = 4;
const TOWN = 5;
const I = 6;
const J = 7;

/** Longest that drive and stop may take in all, seconds: with the slowest day it still ends within 24 hours. */
const LONGEST_SHIFT = 21 * 3600;

/** What a vehicle needs to know of itself to plan. */
export interface Planner {
  readonly seed: number;
  readonly network: Network;
  readonly profile: KindProfile;
  readonly home: Place;
}

/**
 * One of the vehicle's usual working days: drives and the stops between them, from home to home. A row of
 * eight numbers a drive, because twenty thousand vehicles keep at least one each.
 */
export class Round {
  readonly #rows: Float32Array;
  readonly home: Place;
  /** Metres. */
  readonly distance: number;

  constructor(rows: readonly number[], home: Place) {
    this.#rows = Float32Array.from(rows);
    this.home = home;
    let distance = 0;
    for (let leg = 0; leg < this.legs; leg++) distance += this.length(leg);
    this.distance = distance;
  }

  get legs(): number {
    return this.#rows.length / ROW;
  }
  /** Metres. */
  length(leg: number): number {
    return this.#rows[leg * ROW + LENGTH];
  }
  /** Seconds at normal pace. */
  duration(leg: number): number {
    return this.#rows[leg * ROW + DURATION];
  }
  /** Seconds of the duration spent standing at lights and stops. */
  waiting(leg: number): number {
    return this.#rows[leg * ROW + WAITING];
  }
  /** Seconds of the stop after the drive. */
  dwell(leg: number): number {
    return this.#rows[leg * ROW + DWELL];
  }
  stop(leg: number): StopKind {
    return this.#rows[leg * ROW + KIND] as StopKind;
  }
  /** Where the drive leads; the one before it is where it starts. */
  place(leg: number): Place {
    if (leg < 0) return this.home;
    return { town: this.#rows[leg * ROW + TOWN], i: this.#rows[leg * ROW + I], j: this.#rows[leg * ROW + J] };
  }
}

const builder = new PathBuilder();

/** The path of a drive of the round, in the shared builder: valid until the next is drawn. */
export function drawLeg(planner: Planner, variant: number, leg: number, from: Place, to: Place): PathBuilder {
  drawPath(builder, planner.network, from, to, planner.profile.duty, legSeed(planner, variant, leg));
  builder.finish(planner.profile.turningRadius);
  return builder;
}

/** Lines and sites repeat the same round all day; the others draw a new drive each time. */
export function legSeed(planner: Planner, variant: number, leg: number): number {
  const { duty } = planner.profile;
  if (duty === 'line') return hash(planner.seed, 77);
  return hash(planner.seed, variant, leg, 5);
}

interface Draft {
  readonly rows: number[];
  readonly random: Random;
  readonly variant: number;
  at: Place;
  /** Seconds used and allowed. */
  used: number;
  readonly budget: number;
  /** The one drive of a line, measured once. */
  loop: DriveSummary | null;
}

/** Makes up one of the vehicle's rounds. */
export function planRound(planner: Planner, variant: number): Round {
  const random = new Random(hash(planner.seed, variant, 11));
  const [shortest, longest] = planner.profile.shift;
  const draft: Draft = {
    rows: [],
    random,
    variant,
    at: planner.home,
    used: 0,
    loop: null,
    budget: Math.min(LONGEST_SHIFT, random.range(shortest, longest) * 3600),
  };
  fill(planner, draft);
  return new Round(draft.rows, planner.home);
}

function fill(planner: Planner, draft: Draft): void {
  const rested = draft.budget * draft.random.range(0.42, 0.58);
  const refuelled = draft.budget * draft.random.range(0.2, 0.75);
  let hasRested = planner.profile.duty === 'site';
  let hasRefuelled = planner.profile.tank === 0;
  for (let tries = 0; tries < 400; tries++) {
    let kind = usualStop(planner);
    let dwell = usualDwell(planner, draft.random);
    if (!hasRested && draft.used > rested) [kind, dwell, hasRested] = [STOP.rest, draft.random.range(1300, 2000), true];
    else if (!hasRefuelled && draft.used > refuelled)
      [kind, dwell, hasRefuelled] = [STOP.refuel, draft.random.range(420, 660), true];
    if (!addLeg(planner, draft, nextPlace(planner, draft), dwell, kind)) break;
  }
  // Nobody ends a day without having passed a pump: a long last drive may have come before it was time.
  if (planner.profile.tank > 0 && !pumped(draft)) turnIntoPump(draft);
  if (!isSame(draft.at, planner.home)) addLeg(planner, draft, planner.home, 0, STOP.home);
}

const pumped = ({ rows }: Draft): boolean => rows.some((value, at) => at % ROW === KIND && value === STOP.refuel);

/** The latest stop that is no rest becomes the pump. */
function turnIntoPump(draft: Draft): void {
  const { rows } = draft;
  let at = rows.length - ROW;
  while (at > 0 && rows[at + KIND] === STOP.rest) at -= ROW;
  const dwell = Math.max(rows[at + DWELL], 480);
  draft.used += dwell - rows[at + DWELL];
  rows[at + DWELL] = dwell;
  rows[at + KIND] = STOP.refuel;
}

const isSame = (a: Place, b: Place): boolean => a.town === b.town && a.i === b.i && a.j === b.j;

function usualStop({ profile }: Planner): StopKind {
  if (profile.duty === 'line' || profile.duty === 'taxi') return STOP.pause;
  return profile.duty === 'site' ? STOP.working : STOP.delivery;
}

/** Seconds; what the job takes. */
function usualDwell({ profile }: Planner, random: Random): number {
  switch (profile.duty) {
    case 'haul':
      return random.range(420, 1200);
    case 'line':
      return random.range(120, 300);
    case 'delivery':
      return random.range(75, 260);
    case 'taxi':
      return random.range(30, 150);
    case 'courier':
      return random.range(40, 150);
    case 'site':
      return random.range(240, 1500);
    case 'trailer':
      return random.range(6, 9) * 3600;
  }
}

function nextPlace(planner: Planner, draft: Draft): Place {
  const { network, home, profile } = planner;
  const seed = hash(planner.seed, draft.variant, draft.rows.length, 3);
  switch (profile.duty) {
    case 'line':
    case 'site':
      return home;
    case 'haul':
    case 'trailer':
      return placeIn(network, pickTown(network, draft, 22_000, 170_000), seed, 0.8);
    case 'delivery': {
      const away = draft.at.town !== home.town;
      if (draft.random.next() < (away ? 0.35 : 0.12)) {
        return placeIn(network, away ? home.town : pickTown(network, draft, 4_000, 38_000), seed, 0.7);
      }
      return nearby(network, draft, 16);
    }
    case 'taxi':
      return nearby(network, draft, 40);
    case 'courier':
      return nearby(network, draft, 30);
  }
}

/** A crossing at most `blocks` streets away in the same town, and not the same one. */
function nearby(network: Network, draft: Draft, blocks: number): Place {
  if (network.streets) return crossingNear(network, network.streets, draft.at, blocks, draft.random);
  const { reach } = network.towns[draft.at.town];
  const step = (at: number): number => clamp(at + draft.random.integer(-blocks, blocks), -reach, reach);
  const i = step(draft.at.i);
  const j = step(draft.at.j);
  const moved = Math.abs(i - draft.at.i) + Math.abs(j - draft.at.j);
  return { town: draft.at.town, i: moved < 2 ? (i > 0 ? i - 2 : i + 2) : i, j };
}

/** Another town at a distance within the bounds, or the one that comes closest to them. */
function pickTown(network: Network, draft: Draft, nearest: number, furthest: number): number {
  let best = -1;
  for (let tries = 0; tries < 12; tries++) {
    const town = draft.random.integer(0, network.towns.length - 1);
    if (town === draft.at.town) continue;
    best = town;
    const metres = network.distance(draft.at.town, town);
    if (metres >= nearest && metres <= furthest) break;
  }
  return best < 0 ? (draft.at.town + 1) % network.towns.length : best;
}

/** Adds the drive and its stop if there is time left for them and for the way home. */
function addLeg(planner: Planner, draft: Draft, to: Place, dwell: number, kind: StopKind): boolean {
  const leg = draft.rows.length / ROW;
  const drive =
    draft.loop ??
    summarise(
      drawLeg(planner, draft.variant, leg, draft.at, to),
      planner.profile,
      legSeed(planner, draft.variant, leg),
    );
  if (planner.profile.duty === 'line') draft.loop = drive;
  if (kind !== STOP.home) {
    const back =
      planner.network.distance(to.town, planner.home.town) / 13 + (to.town === planner.home.town ? 900 : 2400);
    const homeward = planner.profile.duty === 'line' || planner.profile.duty === 'site' ? 0 : back;
    if (draft.used + drive.duration + dwell + homeward > draft.budget && leg > 0) return false;
  }
  draft.rows.push(drive.length, drive.duration, drive.waiting, dwell, kind, to.town, to.i, to.j);
  draft.used += drive.duration + dwell;
  draft.at = to;
  return true;
}
