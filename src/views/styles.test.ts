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

/** What a statement brings along; `names` null: all of it. */
interface Brought {
  readonly target: string;
  readonly names: readonly string[] | null;
}

interface Module {
  readonly imports: readonly Brought[];
  readonly lazy: readonly string[];
  /** Classes in it that a sheet lays out. */
  readonly classes: readonly string[];
}

const STATEMENT = /^(?:import|export) (?!type\b)(?:([^;']*?) from )?'(\.[^']+)';/gm;
/** Imports and what is handed on, with the names: of `{ A as B, type C }` only A. */
const broughtBy = (content: string, folder: string): Brought[] =>
  [...content.matchAll(STATEMENT)].map(([, clause, target]) => ({
    target: path.resolve(folder, target),
    names:
      clause === undefined || !clause.includes('{')
        ? null
        : found(clause.replace(/^[^{]*\{/, ''), /(?:^|,)\s*(?!type\b)(\w+)/g),
  }));

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
          imports: broughtBy(content, path.dirname(file)),
          lazy: targets(/\bimport\(\s*'(\.[^']+)'/g),
          classes: found(content, /className=\{?[`'"]([^`'"]*)[`'"]/g)
            .flatMap((words) => words.split(/\s+/))
            .filter((word) => sheetsOf.has(word)),
        },
      ];
    }),
);

/**
 * All modules and sheets that come with one. Of what an index hands on, the build leaves out what nobody asks for, and
 * its sheets with it.
 */
function closureOf(entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const file of reached)
    for (const { target, names } of modules.get(file)?.imports ?? [])
      for (const each of behind(target, names)) reached.add(each);
  return reached;
}

/** The modules that names stand in, through any index. */
function behind(target: string, names: readonly string[] | null): readonly string[] {
  if (names === null || path.basename(target) !== 'index.ts') return [target];
  return (modules.get(target)?.imports ?? []).flatMap((own) => {
    if (own.names === null) return behind(own.target, names);
    const asked = own.names.filter((name) => names.includes(name));
    return asked.length === 0 ? [] : behind(own.target, asked);
  });
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
    // A component of the design system has its own sheet; what screens add to it is theirs.
    const own = [...(closures.get(screen) ?? [])].filter((file) => !file.includes('/ui/'));
    const worn = new Set(own.flatMap((file) => modules.get(file)?.classes ?? []));
    return [...worn]
      .filter((name) => !sheetsOf.get(name)?.some(({ sheet }) => isBrought(sheet, screen)))
      .map((name) => `${path.relative(SOURCES, screen)}: ${name}`);
  });
  expect(bare).toEqual([]);
});
