import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

// Names that only this product used, and the field's own words that stand in their place. Comments count as well:
// one that speaks of the old name leads nowhere.
const REPLACED: Readonly<Record<string, string>> = {
  AlarmClock: 'DueQueue',
  badSort: 'unknownSortColumn',
  Breath: 'yieldToEventLoop',
  CommandDesk: 'CommandDispatcher',
  Emphasis: 'Highlight',
  GroundProblem: 'BaseMapProblem',
  heldBy: 'permissionsOf, allocatedTo',
  JudgedTrack: 'FilteredTrack',
  NOBODY: 'what it is: NO_UNITS, NO_PERSON',
  pictureChanged: 'redrawNeeded',
  Postponed: 'Debounced',
  standingScreen: 'lazyPage',
  statusWays: 'statusTransitions',
  updateWay: 'updateAccess',
  useWay: 'useTripTracks',
  Watchman: 'viewerAuthorizer',
  wayBounds: 'tripBounds',
};

/**
 * Parts of names, as in `isTold`. Their own word is that of the library or the field: event, published, allocated,
 * filtered, track.
 */
const REPLACED_PARTS = new Set([
  'anew',
  'desk',
  'held',
  'holdings',
  'judge',
  'judged',
  'judges',
  'judgement',
  'presses',
  'stands',
  'tell',
  'tells',
  'told',
  'untold',
  'way',
  'ways',
]);
/** OpenStreetMap calls a line of its map a way. */
const OSM = /osm|streets|streetTiles|readmeCommands/i;
const OF_OSM = /^(?:ways?|readWay|OsmWay)$/;
/** Kept in the states of trip detectors that are stored. */
const STORED: Readonly<Record<string, string>> = {
  'src/domain/detection/trips/detector.ts': 'held',
  'src/domain/detection/trips/plausibility.ts': 'held',
  'src/domain/detection/trips/state.ts': 'held',
};
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}]*<\//g;

const hasReplacedPart = (name: string): boolean =>
  name
    .split(name === name.toUpperCase() ? '_' : /(?=[A-Z])|[_$#.]/)
    .some((part) => REPLACED_PARTS.has(part.toLowerCase()));

/** Names of a source that have a replaced word as a part, without its comments and texts. */
function namesWithReplacedParts(source: string): string[] {
  const names =
    source
      .replaceAll(COMMENT, '')
      .replaceAll(TEXT, '')
      .match(/[A-Za-z_$][\w$]*/g) ?? [];
  return [...new Set(names)].filter(hasReplacedPart);
}

/** Columns that the formatter keeps code within; it leaves comments as they are. */
const WIDTH = 120;
const WHOLE_LINE_COMMENT = /^\s*(?:\/\*|\*|\/\/(?! oxlint-))/;

/** Words that comments and names of tests do without, too. */
const REPLACED_WORDS = /\b(?:anew|judge[ds]?|judging|judgements?|told|untold)\b/i;

const SOURCES = globSync('{src,server,models,tests,bench,scripts}/**/*.{ts,tsx,mjs}').filter(
  (file) => !file.endsWith('plainNames.test.ts'),
);

describe('names in the code', () => {
  it('are those of the field', () => {
    const pattern = new RegExp(`\\b(${Object.keys(REPLACED).join('|')})\\b`, 'g');
    const found = SOURCES.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([name]) => `${file}: ${name}, write ${REPLACED[name]}`),
    );
    expect(SOURCES.length).toBeGreaterThan(1_000);
    expect(found).toEqual([]);
  });

  it('have no part that only this product used', () => {
    const found = SOURCES.flatMap((file) =>
      namesWithReplacedParts(readFileSync(file, 'utf8'))
        .filter((name) => name !== STORED[file] && !(OSM.test(file) && OF_OSM.test(name)))
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('of files and keys of texts have none either', () => {
    const files = SOURCES.filter((file) => hasReplacedPart(basename(file)) && !OSM.test(file));
    const texts = globSync('src/i18n/catalogues/en/*.json').map((file) => readFileSync(file, 'utf8'));
    const keys = texts.flatMap((text) => [...text.matchAll(/^ *"(\w+)":/gm)].map(([, key]) => key));
    expect(keys.length).toBeGreaterThan(1_000);
    expect([...files, ...keys.filter(hasReplacedPart)]).toEqual([]);
  });

  it('are found in any form', () => {
    const source =
      "const isTold = TOLD_EVERY; // anew\nfor (const x of this.#heldBlocks) tell_of(x, 'stands', satellites);";
    expect(namesWithReplacedParts(source)).toEqual(['isTold', 'TOLD_EVERY', 'heldBlocks', 'tell_of']);
  });
});

describe('comments', () => {
  it('and names of tests have no word that only this product used', () => {
    const found = SOURCES.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (REPLACED_WORDS.test(line) ? [`${file}:${index + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it(`end within ${WIDTH} columns`, () => {
    const found = SOURCES.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > WIDTH && WHOLE_LINE_COMMENT.test(line) ? [`${file}:${index + 1}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });
});
