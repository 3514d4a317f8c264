import { afterEach, beforeEach, expect } from 'vitest';
import { DAY, SECOND, type Instant } from '../../src/domain/base/index.ts';
import { createFix, type Fix, type Position } from '../../src/domain/telemetry/index.ts';
import { openPositionStore, type OpenedPositionStore, type PositionStoreOptions } from '../../server/store/index.ts';
import { silentLogger, withTestDatabase, type TestDatabase } from './postgres.ts';

/** When each test begins. */
export const START = Date.UTC(2026, 2, 2, 7, 30);

/** A store of positions, empty at the beginning of each test, that compacts and merges only when it is asked to. */
export interface TestPositionStore {
  readonly test: TestDatabase;
  readonly store: OpenedPositionStore;
  /** The store's clock. */
  now: Instant;
  /** Ends the store and opens another on the same database, as a restart does. */
  reopen(change?: Partial<PositionStoreOptions>): Promise<void>;
  /** False where what was appended before could not be stored. */
  committed(): Promise<boolean>;
  /** Stores one report, or fails the test. */
  put(unitId: number, fix: Fix, receivedAt?: Instant): Promise<void>;
  positions(unitIds: number[], from?: Instant, to?: Instant): Promise<Position[]>;
}

/** Gives the test file such a store; `ownServer` as {@link withTestDatabase} has it. */
export function withPositionStore(options: { ownServer?: boolean } = {}): TestPositionStore {
  const test = withTestDatabase(options);
  let opened: OpenedPositionStore | null = null;
  const store = (): OpenedPositionStore => {
    if (!opened) throw new Error('The store is open inside tests and hooks only');
    return opened;
  };
  const open = async (change: Partial<PositionStoreOptions> = {}): Promise<void> => {
    opened = await openPositionStore({
      database: test.database,
      logger: silentLogger,
      time: { now: () => self.now },
      ...change,
    });
  };
  beforeEach(async () => {
    self.now = START;
    for (const table of ['journal', 'track_block', 'last_position', 'set_aside'])
      await test.database.query(`delete from ${table}`);
    await open();
  });
  afterEach(() => opened?.close());

  const committed = (): Promise<boolean> => new Promise((resolve) => store().afterCommit(resolve));
  const self: TestPositionStore = {
    test,
    committed,
    now: START,
    get store() {
      return store();
    },
    async reopen(change) {
      await store().close();
      await open(change);
    },
    async put(unitId, fix, receivedAt = fix.time + SECOND) {
      store().append(unitId, 2, receivedAt, fix);
      expect(await committed()).toBe(true);
    },
    async positions(unitIds, from = 0, to = START + 400 * DAY) {
      const list: Position[] = [];
      for await (const position of store().readPositions(unitIds, from, to)) list.push(position);
      return list;
    },
  };
  return self;
}

/** A report of a drive, with changes. */
export function fixAt(
  time: Instant,
  change: Partial<Omit<Fix, 'attributes'>> = {},
  attributes: Record<string, number | boolean | string> = {},
): Fix {
  const fix = Object.assign(
    createFix(),
    {
      time,
      hasPosition: true,
      valid: true,
      latitude: 59.4,
      longitude: 24.7,
      speed: 50,
      course: 90,
      altitude: 30,
      satellites: 9,
    },
    change,
  );
  for (const [name, value] of Object.entries(attributes)) fix.attributes.set(name, value);
  return fix;
}
