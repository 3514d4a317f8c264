import {
  openDatabase,
  openPositionStore,
  startEmbeddedPostgres,
  type OpenedPositionStore,
} from '../../../server/store/index.ts';
import { silentLogger } from '../silentLogger.ts';
import { timeOf, unitOf, UNITS } from './numbered.ts';
import type { AckedRange } from './rounds.ts';

/** Where acknowledged positions are looked for: as the kills left them, then after each rewriting of the blocks. */
const STEPS = ['reopened', 'compacted', 'merged'] as const;

export interface StoredCheck {
  readonly step: (typeof STEPS)[number];
  /** Numbers of acknowledged positions that are not stored. */
  readonly lost: readonly number[];
  /** Positions, as "unit time", that are stored twice or with another's content. */
  readonly wrong: readonly string[];
}

/** Opens the folder that killed servers left and compares what is stored with what was acknowledged. */
export async function checkStored(dataDirectory: string, acked: readonly AckedRange[]): Promise<StoredCheck[]> {
  const checks: StoredCheck[] = [];
  for (const step of STEPS) {
    await withStore(dataDirectory, async (store) => {
      if (step === 'compacted') await store.compact();
      if (step === 'merged') await store.mergeDays();
      const { keys, wrong } = await readAll(store);
      checks.push({ step, wrong, lost: numbersOf(acked).filter((number) => !keys.has(keyOf(number))) });
    });
  }
  return checks;
}

/** The numbers of all positions of the ranges. */
export function numbersOf(acked: readonly AckedRange[]): number[] {
  return acked.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

const keyOf = (number: number): string => `${unitOf(number)} ${timeOf(number)}`;

async function withStore(dataDirectory: string, work: (store: OpenedPositionStore) => Promise<void>): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDirectory, logger: silentLogger });
  const database = openDatabase({ connection: server.connection, logger: silentLogger });
  const time = { now: () => Date.UTC(2026, 0, 1) };
  const store = await openPositionStore({ database, logger: silentLogger, time });
  try {
    await work(store);
  } finally {
    await store.close();
    await database.close();
    await server.stop();
  }
}

/** Every stored position as "unit time", and those that came twice or with another's content. */
async function readAll(store: OpenedPositionStore): Promise<{ keys: Set<string>; wrong: string[] }> {
  const keys = new Set<string>();
  const wrong: string[] = [];
  const units = Array.from({ length: UNITS }, (_, index) => index + 1);
  for await (const position of store.readPositions(units, 0, Date.UTC(2030, 0, 1))) {
    const key = `${position.unit_id} ${Date.parse(position.time)}`;
    const number = Number(position.attributes.event);
    if (keys.has(key) || keyOf(number) !== key || position.attributes[`io${number % 50}`] !== number) wrong.push(key);
    keys.add(key);
  }
  return { keys, wrong };
}
