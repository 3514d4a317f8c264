import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// A style comes with the component that needs it: one that another screen happens to load is gone after a reload.

const SOURCES = path.join(import.meta.dirname, '..');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((file) => path.join(SOURCES, file));
const text = (file: string): string => readFileSync(file, 'utf8');
const found = (content: string, what: RegExp): string[] => [...content.matchAll(what)].map(([, first]) => first);

const classesOf = (sheet: string): Set<string> =>
  new Set(found(text(sheet).replaceAll(/\/\*.*?\*\//gs, ''), /\.([a-z][\w-]*)/g));
const sheets = files.filter((file) => file.endsWith('.css'));
/** Classes of the design system, whose sheets come with its components. */
const common = new Set(sheets.filter((file) => file.includes('/ui/')).flatMap((sheet) => [...classesOf(sheet)]));
/** Style sheets of screens by the classes that they lay out. */
const sheetsOf = Map.groupBy(
  sheets
    .filter((file) => file.includes('/views/'))
    .flatMap((sheet) => [...classesOf(sheet)].filter((name) => !common.has(name)).map((name) => ({ name, sheet }))),
  ({ name }) => name,
);

interface Module {
  readonly imports: readonly string[];
  readonly lazy: readonly string[];
  /** Classes in it that a sheet lays out. */
  readonly classes: readonly string[];
}

const modules = new Map(
  files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file))
    .map((file): [string, Module] => {
      const content = text(file);
      const targets = (what: RegExp): string[] =>
        found(content, what).map((target) => path.resolve(path.dirname(file), target));
      return [
        file,
        {
          imports: targets(/^(?:import|export|\}) (?!type\b)[^;]*?'(\.[^']+)';/gm),
          lazy: targets(/\bimport\(\s*'(\.[^']+)'/g),
          classes: found(content, /className=\{?[`'"]([^`'"]*)[`'"]/g)
            .flatMap((words) => words.split(/\s+/))
            .filter((word) => sheetsOf.has(word)),
        },
      ];
    }),
);

/** All modules and sheets that come with one. */
function closureOf(entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const file of reached) for (const target of modules.get(file)?.imports ?? []) reached.add(target);
  return reached;
}

const start = path.join(SOURCES, 'app/main.tsx');
const screens = [...new Set([...modules.values()].flatMap(({ lazy }) => lazy))].filter((file) => modules.has(file));
const closures = new Map([start, ...screens].map((entry) => [entry, closureOf(entry)]));

/** What opens each screen. */
const openers = Map.groupBy(
  [...closures.values()].flatMap((reached) =>
    [...reached].flatMap((file) => modules.get(file)?.lazy ?? []).map((screen) => ({ screen, reached })),
  ),
  ({ screen }) => screen,
);

/** A sheet is there with a screen where the screen, the start, or every one that opens it brings it. */
function isBrought(sheet: string, screen: string): boolean {
  if (closures.get(screen)?.has(sheet) === true || closures.get(start)?.has(sheet) === true) return true;
  return openers.get(screen)?.every(({ reached }) => reached.has(sheet)) ?? false;
}

it('each screen brings the styles of all that it shows along', () => {
  expect(screens.length).toBeGreaterThan(60);
  const bare = screens.flatMap((screen) => {
    const worn = new Set([...(closures.get(screen) ?? [])].flatMap((file) => modules.get(file)?.classes ?? []));
    return [...worn]
      .filter((name) => !sheetsOf.get(name)?.some(({ sheet }) => isBrought(sheet, screen)))
      .map((name) => `${path.relative(SOURCES, screen)}: ${name}`);
  });
  expect(bare).toEqual([]);
});
