import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chance } from '../../src/domain/base/testing/index.ts';
import { openDatabase, openPositionStore, startEmbeddedPostgres, type OpenedPositionStore } from '../../server/store/index.ts';
import { silentLogger } from '../support/postgres.ts';
import { timeOf, unitOf, UNITS } from './store.numbered.ts';

const ROUNDS = Number(process.env.WAYLINE_KILL_ROUNDS ?? 6);
const ACKED_BEFORE_KILL = 1_500;

let dataDirectory = '';
beforeAll(() => {
  dataDirectory = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-kill-')), 'postgres');
});
afterAll(() => fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true }));

/** A server that takes positions in, and what it has acknowledged so far. */
class Ingester {
  readonly acked: [first: number, last: number][] = [];
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #waiting: { done(): boolean; resolve(): void }[] = [];

  constructor(start: number) {
    this.#child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'store.ingester.ts'), dataDirectory, String(start)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve));
    let rest = '';
    this.#child.stdout?.on('data', (text: Buffer) => {
      const lines = (rest + text.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    });
  }

  get count(): number {
    return this.acked.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  until(done: () => boolean): Promise<void> {
    return done() ? Promise.resolve() : new Promise((resolve) => this.#waiting.push({ done, resolve }));
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #take(line: string): void {
    const range = /^(\d+) (\d+)$/.exec(line);
    if (range) this.acked.push([Number(range[1]), Number(range[2])]);
    else this.lines.push(line);
    const ready = this.#waiting.filter((waiter) => waiter.done());
    this.#waiting = this.#waiting.filter((waiter) => !ready.includes(waiter));
    for (const waiter of ready) waiter.resolve();
  }
}

const postmasterPid = (): number => Number(fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);

async function withStore<Result>(work: (store: OpenedPositionStore) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataDirectory, logger: silentLogger });
  const database = openDatabase({ connection: server.connection, logger: silentLogger });
  const store = await openPositionStore({ database, logger: silentLogger, time: { now: () => Date.UTC(2026, 0, 1) }, compactEvery: 0, mergeEvery: 0 });
  try {
    return await work(store);
  } finally {
    await store.close();
    await database.close();
    await server.stop();
  }
}

/** Every stored position as "unit time", and whether any came twice or with another's content. */
async function readAll(store: OpenedPositionStore): Promise<{ keys: Set<string>; wrong: string[] }> {
  const keys = new Set<string>();
  const wrong: string[] = [];
  const units = Array.from({ length: UNITS }, (_, index) => index + 1);
  for await (const position of store.readPositions(units, 0, Date.UTC(2030, 0, 1))) {
    const key = `${position.unit_id} ${Date.parse(position.time)}`;
    const number = Number(position.attributes.event);
    if (keys.has(key) || `${unitOf(number)} ${timeOf(number)}` !== key || position.attributes[`io${number % 50}`] !== number) wrong.push(key);
    keys.add(key);
  }
  return { keys, wrong };
}

describe('killed without warning', () => {
  it('keeps every acknowledged position, once, whoever is killed and when', async () => {
    const random = chance(2026);
    const acked: [number, number][] = [];
    let start = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const ingester = new Ingester(start);
      await ingester.until(() => ingester.count > ACKED_BEFORE_KILL * (0.3 + random()));
      if (round % 3 === 1) {
        // Postgres alone: the server says no, waits, and goes on by itself.
        process.kill(postmasterPid(), 'SIGKILL');
        await ingester.until(() => ingester.lines.includes('stored'));
        const since = ingester.count;
        await ingester.until(() => ingester.count > since + ACKED_BEFORE_KILL * random());
        expect(ingester.lines).toContain('refused');
      }
      const victims = round % 3 === 2 ? [() => process.kill(postmasterPid(), 'SIGKILL')] : [];
      for (const kill of random() < 0.5 ? [...victims, () => ingester.kill()] : [() => ingester.kill(), ...victims]) await kill();
      acked.push(...ingester.acked);
      // What was sent and not acknowledged may be there or not; the next round must not send it again as something else.
      start = Math.max(start, ...ingester.acked.map(([, last]) => last)) + 100_000;
    }
    expect(acked.length).toBeGreaterThan(ROUNDS);

    for (const step of ['reopened', 'compacted', 'merged'] as const) {
      await withStore(async (store) => {
        if (step === 'compacted') await store.compact();
        if (step === 'merged') await store.mergeDays();
        const { keys, wrong } = await readAll(store);
        expect(wrong, step).toEqual([]);
        const lost: number[] = [];
        for (const [first, last] of acked) for (let number = first; number <= last; number++) if (!keys.has(`${unitOf(number)} ${timeOf(number)}`)) lost.push(number);
        expect(lost, step).toEqual([]);
      });
    }
  }, 240_000);
});
