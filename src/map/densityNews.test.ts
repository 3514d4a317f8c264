import { expect, it } from 'vitest';
import { DensityNews } from './densityNews.ts';
import type { DensityState } from './registry.ts';

function reader() {
  const reported: DensityState[] = [];
  return { reported, news: new DensityNews((state) => reported.push(state)) };
}

it('reports while moving only what changes the picture', () => {
  const { reported, news } = reader();
  news.moved({ bubbles: 2, units: 100 });
  news.moved({ bubbles: 3, units: 109 });
  expect(reported).toEqual([{ bubbles: 2, units: 100 }]);
  news.moved({ bubbles: 3, units: 120 });
  news.moved({ bubbles: 0, units: 0 });
  expect(reported.slice(1)).toEqual([
    { bubbles: 3, units: 120 },
    { bubbles: 0, units: 0 },
  ]);
});

it('reports at rest whatever differs, and nothing twice', () => {
  const { reported, news } = reader();
  news.rested({ bubbles: 2, units: 100 });
  news.rested({ bubbles: 2, units: 101 });
  news.rested({ bubbles: 2, units: 101 });
  expect(reported).toEqual([
    { bubbles: 2, units: 100 },
    { bubbles: 2, units: 101 },
  ]);
});
