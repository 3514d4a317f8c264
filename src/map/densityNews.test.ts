import { expect, it } from 'vitest';
import { DensityNews } from './densityNews.ts';
import type { DensityState } from './registry.ts';

function reader() {
  const told: DensityState[] = [];
  return { told, news: new DensityNews((state) => told.push(state)) };
}

it('tells on the way only what is another picture', () => {
  const { told, news } = reader();
  news.moved({ bubbles: 2, units: 100 });
  news.moved({ bubbles: 3, units: 109 });
  expect(told).toEqual([{ bubbles: 2, units: 100 }]);
  news.moved({ bubbles: 3, units: 120 });
  news.moved({ bubbles: 0, units: 0 });
  expect(told.slice(1)).toEqual([
    { bubbles: 3, units: 120 },
    { bubbles: 0, units: 0 },
  ]);
});

it('tells at rest whatever differs, and nothing twice', () => {
  const { told, news } = reader();
  news.rested({ bubbles: 2, units: 100 });
  news.rested({ bubbles: 2, units: 101 });
  news.rested({ bubbles: 2, units: 101 });
  expect(told).toEqual([
    { bubbles: 2, units: 100 },
    { bubbles: 2, units: 101 },
  ]);
});
