import { MINUTE, fromIso, type Instant } from '../../../src/domain/base/index.ts';
import type { FactName } from '../../../src/domain/detection/index.ts';
import type { FuelEvent, Trip } from '../../../src/domain/unitEvent/index.ts';
import type { Fact, UnitFacts } from '../facts.ts';
import type { FactChange, FoundFact } from './factRows.ts';

/** What rules may ask of what was found about units: of each fact how it stands now. */
export function factChangesOf(units: readonly UnitFacts[], quiet: boolean): FactChange[] {
  return units.flatMap(({ unitId, facts }) =>
    facts.flatMap((fact) => changesOf(fact).map((change) => ({ unitId, quiet, ...change }))),
  );
}

type Change = Pick<FactChange, 'key' | 'found'>;

/** A visit that began at another time than was said had another key. */
function changesOf(fact: Fact): Change[] {
  const change = changeOf(fact);
  if (change === null) return [];
  const before = fact.kind === 'visitChanged' ? fact.data.previously_entered_at : undefined;
  return before === undefined ? [change] : [{ key: `visit ${fact.id} ${before}`, found: null }, change];
}

function changeOf(fact: Fact): Change | null {
  switch (fact.kind) {
    case 'tripEnded':
    case 'tripChanged':
      return { key: `trip ${fact.id}`, found: tripEnded(fact.data.trip) };
    case 'tripRemoved':
      return { key: `trip ${fact.id}`, found: null };
    case 'fuelTheft':
    case 'fuelRefill':
    case 'fuelEventChanged':
      return { key: `fuel ${fact.id}`, found: fuelMoved(fact.data.fuel_event) };
    case 'fuelEventRemoved':
      return { key: `fuel ${fact.id}`, found: null };
    case 'zoneLeft':
    case 'visitChanged':
      return {
        key: `visit ${fact.id} ${fact.data.entered_at}`,
        found: fact.data.passed_through
          ? foundAt('zonePassed', fromIso(fact.data.entered_at), { zoneId: fact.id })
          : null,
      };
    case 'visitRemoved':
      return { key: `visit ${fact.id} ${fact.data.entered_at}`, found: null };
    case 'driverAssigned':
    case 'driverChanged': {
      const { binding_id: id, from, to } = fact.data.binding;
      // What turned out wrong is reported as ended at its beginning.
      return { key: `driver ${id}`, found: from === to ? null : foundAt('driverChanged', fromIso(from)) };
    }
    default:
      return null;
  }
}

/** A fact with the figures that it has. */
export const foundAt = (fact: FactName, at: Instant, more: Partial<FoundFact> = {}): FoundFact => ({
  fact,
  at,
  place: null,
  value: null,
  sensorType: 'custom',
  litres: null,
  kilometres: null,
  minutes: null,
  ...more,
});

function tripEnded(trip: Trip): FoundFact | null {
  if (trip.open) return null;
  return foundAt('tripEnded', fromIso(trip.end), {
    place: trip.end_position,
    kilometres: trip.distance / 1_000,
    minutes: (trip.duration * 1_000) / MINUTE,
  });
}

function fuelMoved({ kind, end, volume, position }: FuelEvent): FoundFact | null {
  if (kind === 'fault') return null;
  return foundAt(kind === 'theft' ? 'fuelTheft' : 'fuelRefill', fromIso(end), {
    place: position,
    litres: volume,
    value: volume,
    sensorType: 'fuel_level',
  });
}
