import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, type Instant } from '../../../src/domain/base/index.ts';
import { readTrackHeader } from '../../../src/domain/telemetry/index.ts';
import { fixAt, START, withPositionStore } from '../../../tests/support/positionStore.ts';
import { silentLogger } from '../../../tests/support/silentLogger.ts';
import { checkStore } from '../check/index.ts';

const self = withPositionStore();
const sql = (text: string, parameters: readonly unknown[] = []) => self.test.database.query(text, parameters);
const FLIP = (place: string) => `set data = set_byte(data, ${place}, get_byte(data, ${place}) # 64)`;
const OLDER = 'set checksum = null, core_checksum = null';

/** Three units that report for two minutes, each report in a journal row of its own. */
async function drive(): Promise<void> {
  for (let minute = 0; minute < 2; minute++)
    for (const unit of [11, 12, 13]) await self.put(unit, fixAt(START + minute * MINUTE, { speed: unit }));
}
const timesOf = async (unit: number) =>
  (await self.positions([unit])).map(({ time }) => (Date.parse(time) - START) / MINUTE);
const setAside = () => sql('select kind, unit_ids, t0, t1, n, octet_length(data) > 0 as is_kept from set_aside');
const check = () => checkStore(self.test.database, silentLogger);

async function blocksOf(units: number[], columns: 'all' | 'core', from: Instant = 0): Promise<number[]> {
  const found: number[] = [];
  for await (const block of self.store.readBlocks(units, from, START + 400 * DAY, columns))
    found.push(readTrackHeader(block).unitId);
  return found;
}

describe('a spoilt journal row', () => {
  it.each([
    ['by its checksum', 'set n = n', 'octet_length(data) - 1'],
    ['written by an older version, by what it holds', 'set checksum = null', '9'],
  ])('is set aside at the start, %s, and all others are served', async (_, before, place) => {
    await drive();
    const [{ sequence }] = (await sql('select min(sequence) as sequence from journal')) as { sequence: number }[];
    await sql(`update journal ${before}`);
    await sql(`update journal ${FLIP(place)} where sequence = $1`, [sequence]);
    expect((await check()).hurt).toHaveLength(1);
    await sql('delete from last_position');
    await self.reopen();
    expect([await timesOf(11), await timesOf(12), await timesOf(13)]).toEqual([[1], [0, 1], [0, 1]]);
    expect(self.store.setAside).toBe(1);
    expect(await setAside()).toMatchObject([
      { kind: 'journal', t0: new Date(START), t1: new Date(START), n: 1, is_kept: true },
    ]);
    const checked = await check();
    expect(checked.hurt).toEqual([]);
    expect(checked.setAside).toEqual([expect.stringMatching(/journal.*1 reports, 2026-03-02T07:30/)]);
    // It counts again after the next start, and what is compacted meanwhile is whole.
    await self.reopen();
    await self.store.compact();
    expect(self.store.setAside).toBe(1);
    expect(await timesOf(12)).toEqual([0, 1]);
  });

  it('names the units that can still be read out of it', async () => {
    await drive();
    await sql(`update journal ${FLIP('octet_length(data) - 1')}`);
    await self.reopen();
    expect(self.store.setAside).toBe(6);
    expect(await setAside()).toContainEqual(expect.objectContaining({ unit_ids: [12] }));
  });
});

describe('a spoilt track block', () => {
  it.each([
    ['all', 'in its attributes', 'octet_length(data) - 1', 'set n = n'],
    ['core', 'in its core', '40', 'set n = n'],
    ['core', 'in the length of its core', '15', 'set n = n'],
    ['all', 'of an older version', '12', OLDER],
    ['core', 'of an older version, too', '12', OLDER],
  ] as const)(
    'is set aside by who reads it (%s), spoilt %s, and all others are served',
    async (columns, _, place, before) => {
      await drive();
      await self.store.compact();
      await sql(`update track_block ${before}`);
      expect((await check()).hurt).toEqual([]);
      await sql(`update track_block ${FLIP(place)} where unit_id = 12`);
      expect((await check()).hurt).toEqual([expect.stringContaining('track block of unit 12 from 2026-03-02T07:30')]);
      // Nothing of it in memory.
      self.now = START + 30 * DAY;
      await self.reopen();
      expect(await blocksOf([11, 12, 13], columns)).toEqual([11, 13]);
      expect(await timesOf(12)).toEqual([]);
      expect(await timesOf(13)).toEqual([0, 1]);
      expect(await setAside()).toMatchObject([
        { kind: 'block', unit_ids: [12], t0: new Date(START), t1: new Date(START + MINUTE), n: 2, is_kept: true },
      ]);
      expect((await check()).hurt).toEqual([]);
    },
  );

  it('does not keep the days of others from being merged', async () => {
    await drive();
    await self.store.compact();
    await sql(`update track_block ${FLIP('octet_length(data) - 1')} where unit_id = 12`);
    self.now = START + 5 * DAY;
    await self.reopen();
    expect(await self.store.mergeDays()).toBe(3);
    expect(await timesOf(11)).toEqual([0, 1]);
    expect(await sql('select unit_id from track_block where span = 2 order by 1')).toMatchObject([
      { unit_id: 11 },
      { unit_id: 13 },
    ]);
    expect(self.store.setAside).toBe(1);
  });
});

describe('a spoilt latest state', () => {
  it('is set aside, and made again of the last report in the blocks', async () => {
    await drive();
    await self.store.compact();
    const before = self.store.latest.position(12);
    await sql("update last_position set data = '\\x0909' where unit_id = 12");
    expect((await check()).hurt).toEqual([expect.stringContaining('latest state of unit 12')]);
    await self.reopen();
    expect(self.store.latest.position(12)).toEqual(before);
    expect(self.store.latest.position(11)).not.toBeNull();
    expect(await timesOf(12)).toEqual([0, 1]);
    await self.reopen();
    expect(self.store.latest.position(12)).toEqual(before);
    expect(await setAside()).toMatchObject([{ kind: 'latest', unit_ids: [12] }]);
  });
});

describe('a store that nothing has hurt', () => {
  it('is found whole', async () => {
    await drive();
    await self.store.compact();
    await drive();
    expect(await check()).toMatchObject({ hurt: [], setAside: [], journalRows: 6, blocks: 3, units: 3 });
  });
});
