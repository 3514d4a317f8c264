import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// A style comes with the component that needs it: one that another screen happens to load is gone after a reload.

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
);
/** The style sheets of more than one area, by the beginning of their classes. */
const SHARED: readonly (readonly [classes: RegExp, sheet: string])[] = [[/["' ]server-(list|table)/, 'serverList.css']];

it.each(SHARED)('whatever wears %s brings %s along', (classes, sheet) => {
  const wearers = files.filter((file) => classes.test(readFileSync(path.join(root, file), 'utf8')));
  expect(wearers.length).toBeGreaterThan(5);
  const without = wearers.filter((file) => !readFileSync(path.join(root, file), 'utf8').includes(`/${sheet}';`));
  expect(without).toEqual([]);
});
