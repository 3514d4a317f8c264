import { expect, test } from 'vitest';
import { fillWorld } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';
import { START } from '../support/detectionTests.ts';
import type { DetectionLedger } from '../../server/pipeline/facts.ts';
import { UnitDetector } from '../../server/pipeline/unitDetector.ts';
import { UnitRecords } from '../../server/pipeline/unitRecords.ts';
import { WatchedUnit } from '../../server/pipeline/watchedUnit.ts';

const opened = withTestDatabase();
const LEDGER: DetectionLedger = {
  accountOf: () => 1,
  accountsSeeing: () => new Set([1]),
  allocationAt: () => null,
  nameOf: (unitId) => `Unit ${unitId}`,
  scopeOf: () => [],
  sightOf: () => null,
};
const NO_RULES = { watching: [], isAnyAtWork: false };
const UNITS = [40, 41, 60];

async function openRecords(): Promise<UnitRecords> {
  await fillWorld(opened.database);
  return new UnitRecords(opened.database, LEDGER);
}

async function writeAll(records: UnitRecords) {
  return await Promise.allSettled(
    UNITS.map(async (unitId) => {
      const unit = new WatchedUnit(
        new UnitDetector(await records.setup(unitId), NO_RULES, { layers: [] }, null),
        1,
        START,
        START,
        0,
      );
      return await records.write({ unitId, unitName: `Unit ${unitId}`, unit, now: START, quiet: false });
    }),
  );
}

test('a unit that cannot be stored fails alone; those stored with it are stored', async () => {
  const records = await openRecords();
  await opened.database.query('alter table detection_state add constraint refused check (unit_id <> 41)');
  const results = await writeAll(records);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await Promise.all(UNITS.map(records.progress))).map((known) => known !== null)).toEqual([true, false, true]);
  await opened.database.query('alter table detection_state drop constraint refused');
  expect((await writeAll(records)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect((await Promise.all(UNITS.map(records.progress))).every((known) => known?.progress.sequence === 1)).toBe(true);
});
