import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENTITIES } from '../../src/domain/entities/index.ts';
import { eventKinds } from '../../src/domain/entity/index.ts';
import { EVENT_KINDS } from '../../src/domain/events/index.ts';

/** Where events are recorded; the feed only passes them on. The domain names the event kind of an alarm's change. */
const SOURCES = [
  ...globSync('server/{modules,jobs,pipeline,channels,ingest}/**/*.ts', { exclude: ['**/*.test.ts'] }),
  'src/domain/events/alarmContent.ts',
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Kinds that the code names, other than to compare one with them. */
const named = new Set(Array.from(SOURCES.matchAll(/(?<!(?:[=!]==|case) )'(\w+)'/g), ([, word]) => word));

/** Recorded for all entities alike, which entities.test.ts sees of each. */
const derived = new Set<string>(ENTITIES.flatMap(eventKinds));

describe('the catalogue of events', () => {
  it('holds what the product records, and nothing else', () => {
    expect(EVENT_KINDS.filter((kind) => !named.has(kind) && !derived.has(kind))).toEqual([]);
  });
});
