import type { Instant } from '../base/index.ts';
import {
  createPoint,
  meetingsOf,
  ReportReader,
  ROW,
  UnitPath,
  type FactName,
  type Meeting,
} from '../detection/index.ts';
import { isOfTwoUnits, leavesOf, type RuleTest } from '../rule/index.ts';
import type { PreparedSetup } from './prepare.ts';
import type { PastReports } from './reports.ts';
import type { PastFact } from './types.ts';

const KILOMETRE = 1_000;

/** Where a unit was, by its stored reports. */
export function pathOf(reports: PastReports, setup: PreparedSetup): UnitPath {
  const path = new UnitPath();
  const reader = new ReportReader(setup);
  const point = createPoint();
  const { marks, read } = reports;
  for (let row = 0; row < marks.length; row++) {
    if ((marks[row] & ROW.usable) === 0) continue;
    reader.readSieved(read, reports, row, point);
    path.add(point.time, point.latitude, point.longitude, point.speed >= setup.trips.min_m_speed);
  }
  return path;
}

/** Whom a unit met, from `since` on, of those whom the rules name (`others`, without itself), in the order of time. */
export function meetingFacts(
  tests: readonly RuleTest[],
  own: UnitPath,
  others: ReadonlyMap<number, UnitPath>,
  since: Instant,
): PastFact[] {
  const facts = new Map<string, PastFact>();
  for (const { metres, other_unit_ids: ids, fact, kind } of tests.flatMap(({ conditions }) => leavesOf(conditions))) {
    if (kind !== 'fact' || !isOfTwoUnits(fact) || metres === null) continue;
    for (const otherId of ids) {
      const other = others.get(otherId);
      if (!other) continue;
      for (const meeting of meetingsOf(own, other, { metres, since, open: null, begins: true }))
        for (const each of factsOf(meeting, otherId, metres))
          facts.set(`${each.fact} ${otherId} ${metres} ${each.at}`, each);
    }
  }
  return [...facts.values()].toSorted((one, other) => one.at - other.at);
}

function factsOf(meeting: Meeting, otherUnitId: number, metres: number): PastFact[] {
  const { from, to, places, endPlaces, distance, endDistance } = meeting;
  const factOf = (fact: FactName, at: Instant, place: PastFact['place'], between: number): PastFact => ({
    fact,
    at,
    place,
    value: Math.round(between) / KILOMETRE,
    litres: null,
    kilometres: null,
    minutes: null,
    otherUnitId,
    metres,
  });
  return [
    factOf('unitsNear', from, places[0], distance),
    ...(to === null || endPlaces === null || endDistance === null
      ? []
      : [factOf('unitsApart', to, endPlaces[0], endDistance)]),
  ];
}
