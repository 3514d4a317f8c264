import { describe, expect, it } from 'vitest';
import { DAY, HOUR, type Interval } from '../../src/domain/base/index.ts';
import { tripDetectorOf } from '../../server/demo/fitting.ts';
import { rosterEntry, type RosterEntry } from '../../server/demo/roster.ts';
import {
  differencesOfFuel,
  differencesOfTrips,
  foundIn,
  GARAGE_TOLERANCE,
  journeysOf,
  planOf,
  TIME_TOLERANCE,
  vehicleOf,
  type PlannedFuel,
} from '../support/demoPlan.ts';

const START = Date.UTC(2026, 10, 10, 3);
/** Drives at the ends are cut off: they are not compared. */
const inner = ({ from, to }: Interval): Interval => ({ from: from + HOUR, to: to - HOUR });

const entries = Array.from({ length: 120 }, (_, index) => rosterEntry(index)).filter(
  ({ everReports, equipment }) => everReports && !equipment.phone,
);
const fuelled = entries.filter(({ equipment, vehicle }) => equipment.fuelProbe && vehicle.kind !== 'asset');
/** So many units of each kind that has some. */
const someOfEach = (from: readonly RosterEntry[], count: number): RosterEntry[] =>
  [...Map.groupBy(from, ({ vehicle }) => vehicle.kind).values()].flatMap((units) => units.slice(0, count));

function compare(entry: RosterEntry, span: Interval, economy: boolean) {
  const plan = planOf(vehicleOf(entry), span);
  const { trips, fuel } = foundIn(entry, span, economy);
  const journeys = journeysOf(plan, inner(span), tripDetectorOf(entry));
  const settled = fuel.map(({ kind, volume, confidence, start, end }) => ({
    kind,
    volume,
    confidence,
    from: start,
    to: end,
  }));
  const planned = plan.fuel.filter(({ from, to }) => from > inner(span).from && to < inner(span).to);
  const differences = [
    ...differencesOfTrips(
      journeys,
      trips.map(({ start, end }) => ({ from: start, to: end })),
      entry.equipment.garage ? GARAGE_TOLERANCE : TIME_TOLERANCE,
    ),
    ...differencesOfFuel(
      planned,
      settled.filter(({ from, to }) => to > inner(span).from && from < inner(span).to),
    ),
  ];
  return { differences, journeys, planned };
}

describe('what is found in the demo, against what its drivers did', () => {
  it.each([
    ['older history, thinned out', true, 2, 2],
    ['the last hours, in full', false, 0.75, 1],
  ] as const)(
    'agrees in %s',
    (_, economy, days, units) => {
      let trips = 0;
      let refills = 0;
      for (const entry of someOfEach(fuelled, units)) {
        const { differences, journeys, planned } = compare(entry, { from: START, to: START + days * DAY }, economy);
        expect(differences, `${entry.name} (${entry.vehicle.kind} ${entry.index})`).toEqual([]);
        trips += journeys.filter((journey) => journey.trips === 'one').length;
        refills += planned.length;
      }
      expect(trips).toBeGreaterThan(days * units * 20);
      expect(refills).toBeGreaterThan(units);
    },
    240_000,
  );

  it('has the thefts, each with its litres, and there are some', () => {
    const nights: { entry: RosterEntry; theft: PlannedFuel }[] = [];
    const robbed = () => new Set(nights.map(({ entry }) => entry.index)).size;
    // To plan two weeks of a unit takes as long as to look for its thefts: no more units than are needed.
    for (const entry of fuelled) {
      if (nights.length >= 5 && robbed() > 2) break;
      const { fuel } = planOf(vehicleOf(entry), { from: START, to: START + 14 * DAY });
      for (const theft of fuel) if (theft.kind === 'theft') nights.push({ entry, theft });
    }
    expect(robbed()).toBeGreaterThan(2);
    for (const { entry, theft } of nights.slice(0, 5)) {
      const { differences, planned } = compare(entry, { from: theft.from - 10 * HOUR, to: theft.to + 6 * HOUR }, true);
      expect(differences, `${entry.name} (${entry.vehicle.kind} ${entry.index})`).toEqual([]);
      expect(planned).toContainEqual(theft);
    }
  }, 240_000);

  it('agrees where a trailer sleeps, and no phone ever fills up', () => {
    const trailers = entries.filter(({ vehicle }) => vehicle.kind === 'asset').slice(0, 2);
    const span = { from: START, to: START + 5 * DAY };
    for (const entry of trailers) {
      const drives = journeysOf(planOf(vehicleOf(entry), span), inner(span), tripDetectorOf(entry));
      const { trips, fuel } = foundIn(entry, span, true);
      // Ten minutes between reports: a trip is found by them, not to the second.
      const long = drives.filter(({ from, to }) => to - from > HOUR);
      const seen = trips.filter(({ start, end }) => long.some(({ from, to }) => start < to && end > from));
      expect(long.length).toBeGreaterThan(3);
      expect(seen.length).toBe(long.length);
      expect(fuel).toEqual([]);
    }
  }, 60_000);
});
