import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BREAKPOINTS } from './breakpoints.ts';

const SOURCES = path.resolve(import.meta.dirname, '../..');
const WIDTH = /@media[^{]*?(?:(min-width|max-width):|width\s*([<>]=?))\s*(\d+)px/g;

it('style sheets change at the named breakpoints and nowhere else', () => {
  const named = new Set<number>(Object.values(BREAKPOINTS));
  const sheets = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const found = sheets.flatMap((file) =>
    [...fs.readFileSync(path.join(SOURCES, file), 'utf8').matchAll(WIDTH)].map(([rule, , , width]) => ({
      file,
      rule,
      width: Number(width),
    })),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(
    found.filter(({ width, rule }) => !named.has(width) && !(rule.includes('min-width') && named.has(width - 1))),
  ).toEqual([]);
});
