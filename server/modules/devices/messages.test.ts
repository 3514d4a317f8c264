import { expect, it } from 'vitest';
import { toIso } from '../../../src/domain/base/index.ts';
import { keyAfter, keyBefore, readPageKey, type Position } from '../../../src/domain/telemetry/index.ts';
import { cutPage } from './messages.ts';

/** Rows as they are stored, oldest first, three to an instant; of each only its time and its place say which it is. */
const stored = (count: number): Position[] =>
  Array.from(
    { length: count },
    (_, place) => ({ time: toIso(Math.floor(place / 3) * 1000), speed: place }) as Position,
  );

const page = async (rows: readonly Position[], key: object, limit: number) =>
  cutPage(rows, { passed: 0, ...readPageKey(key), limit });
const places = (rows: readonly Position[]): number[] => rows.map(({ speed }) => speed);

it.each([7, 20, 500])(
  'shows the newest first, page after page, without a gap or a double (%i rows a page)',
  async (limit) => {
    const rows = stored(1_050);
    const all: Position[] = [];
    let shown = await page(rows, {}, limit);
    for (;;) {
      expect(shown).toMatchObject({ total: 1_050, newer: all.length });
      if (shown.rows.length === 0) break;
      all.push(...shown.rows);
      shown = await page(rows, keyBefore(shown.rows), limit);
    }
    expect(places(all)).toEqual(places(rows.toReversed()));
  },
);

it('goes back to the newest by way of each page between', async () => {
  const rows = stored(1_050);
  let shown = await page(rows, { after: toIso(0), passed: '2' }, 50);
  const all = [...shown.rows];
  while (shown.newer > 0) {
    shown = await page(rows, keyAfter(shown, 50), 50);
    all.unshift(...shown.rows);
  }
  // The last step leads to the newest page, which may show rows of the one before once more.
  expect(new Set(places(all))).toEqual(new Set(places(rows.slice(2))));
});

it('shows the same rows on a page while new ones come in', async () => {
  const first = await page(stored(900), {}, 50);
  const second = await page(stored(900), keyBefore(first.rows), 50);
  const later = await page(stored(999), keyBefore(first.rows), 50);
  expect(later.rows).toEqual(second.rows);
  expect(later).toMatchObject({ total: 999, newer: second.newer + 99 });
});

it('shows nothing of an interval without rows, whatever is asked', async () => {
  for (const key of [{}, { before: toIso(0), passed: '9' }, { after: toIso(0), passed: '9' }])
    expect(await page([], key, 50)).toEqual({ rows: [], total: 0, newer: 0 });
});
