import { expect, it } from 'vitest';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import { cutPage } from './messages.ts';

const TOTAL = 5_050;
let readings = 0;

/** Rows as they are stored, oldest first; of each only its time says which it is. */
async function* stored(): AsyncGenerator<Position> {
  readings++;
  for (let place = 0; place < TOTAL; place++) yield { time: String(place) } as Position;
}

const places = async (page: number, limit: number): Promise<[number[], total: number, readings: number]> => {
  readings = 0;
  const { rows, total } = await cutPage(stored, { page, limit });
  return [rows.map(({ time }) => Number(time)), total, readings];
};

it('shows the newest first, page after page, without a gap or a double', async () => {
  const all: number[] = [];
  for (let page = 1; page <= 11; page++) {
    const [rows, total] = await places(page, 500);
    expect(total).toBe(TOTAL);
    all.push(...rows);
  }
  expect(all).toEqual(Array.from({ length: TOTAL }, (_, place) => TOTAL - 1 - place));
  expect((await places(12, 500)).slice(0, 2)).toEqual([[], TOTAL]);
});

it('reads once for what is near, and once more instead of keeping all for what is far back', async () => {
  expect((await places(1, 100))[2]).toBe(1);
  expect((await places(4, 500))[2]).toBe(1);
  expect(await places(5_050, 1)).toEqual([[0], TOTAL, 2]);
});
