import { expect } from 'vitest';
import { toStoredCoordinate, type Instant } from '../../domain/base/index.ts';
import { packState } from '../../domain/telemetry/index.ts';
import type { Fleet } from '../pipeline/fleetStore.ts';
import type { LastFixes, UnitRows } from '../sources/replay/trackChunk.ts';
import type { TestFix } from './fakeLiveServer.ts';
import { expectedAt, type World } from './world.ts';

/** Fixes by unit, as rows of a chunk. */
export function rowsOf(fixes: readonly TestFix[]): UnitRows[] {
  return [...new Set(fixes.map((fix) => fix.unitId))].map((unitId) => {
    const own = fixes.filter((fix) => fix.unitId === unitId);
    return {
      unitId,
      times: own.map((fix) => fix.time),
      longitudes: own.map((fix) => toStoredCoordinate(fix.longitude)),
      latitudes: own.map((fix) => toStoredCoordinate(fix.latitude)),
      states: own.map((fix) => packState(fix.speed, fix.course, fix.motion, fix.ignition, false)),
    };
  });
}

/** What the units said last before an instant; only of those that were silent since another, where one is given. */
export function lastBefore(world: World, instant: Instant, silentSince = Number.POSITIVE_INFINITY): LastFixes {
  const all = world.unitIds.flatMap(
    (unitId) => world.fixes.findLast((fix) => fix.unitId === unitId && fix.time < instant) ?? [],
  );
  const found = all.filter(({ time }) => time < silentSince);
  const rows = rowsOf(found);
  return {
    unitIds: Uint32Array.from(rows, (row) => row.unitId),
    times: Float64Array.from(rows, (row) => row.times[0]),
    longitudes: Int32Array.from(rows, (row) => row.longitudes[0]),
    latitudes: Int32Array.from(rows, (row) => row.latitudes[0]),
    states: Uint32Array.from(rows, (row) => row.states[0]),
  };
}

/** Expects every unit where the world has it at the instant. */
export function compare(fleet: Fleet, world: World, instant: Instant): void {
  const out = new Float64Array(2);
  for (const unitId of world.unitIds) {
    const slot = fleet.slotOf(unitId);
    const expected = expectedAt(world, unitId, instant);
    if (expected === null) {
      expect(slot < 0 || fleet.times[slot] === 0).toBe(true);
      continue;
    }
    fleet.drawnAt(slot, instant, out);
    expect([unitId, fleet.times[slot]]).toEqual([unitId, expected.time]);
    expect(Math.abs(out[0] - expected.longitude) % 360).toBeLessThan(3e-6);
    expect(Math.abs(out[1] - expected.latitude)).toBeLessThan(3e-6);
  }
}
