import { globSync, readFileSync } from 'node:fs';
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
});
