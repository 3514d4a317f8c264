import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Positions that were acknowledged together, by number, both ends included. */
export type AckedRange = readonly [first: number, last: number];

/** Which processes a kill ended: the server, its Postgres, or both at the same moment. */
export type Victim = 'server' | 'postgres' | 'both';

/** From a kill to the next acknowledged position. */
interface Outage {
  readonly victim: Victim;
  readonly milliseconds: number;
}

/** One server process, from its start to its kill. */
interface KilledRound {
  readonly acked: readonly AckedRange[];
  /** What the server printed beside acknowledgements: `ready`, `refused`, `stored`. */
  readonly lines: readonly string[];
  /** Every process that was killed, in order. */
  readonly killed: readonly Victim[];
}

export interface KillRun {
  readonly rounds: readonly KilledRound[];
  /** One for each kill but the last, after which no server is started. */
  readonly outages: readonly Outage[];
}

export interface KillOptions {
  /** Of Postgres; set up by the first server when missing. */
  readonly dataDirectory: string;
  readonly rounds: number;
  /** A server is killed after 0.3 to 1.3 times as many acknowledged positions. */
  readonly ackedBeforeKill: number;
  /** From 0 (included) to 1 (excluded). */
  random(): number;
}

/** A server that takes positions in, and what it has acknowledged so far. */
class Ingester {
  readonly acked: AckedRange[] = [];
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #running = true;
  #waiting: { done(): boolean; resolve(): void; reject(error: Error): void }[] = [];

  constructor(dataDirectory: string, start: number) {
    const script = path.join(import.meta.dirname, 'ingester.ts');
    this.#child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, dataDirectory, String(start)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve(this.#end())));
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

  /** Waits until the server has printed what is asked for; rejects when it ends before that. */
  until(done: () => boolean): Promise<void> {
    if (done()) return Promise.resolve();
    if (!this.#running) return Promise.reject(ended());
    return new Promise((resolve, reject) => this.#waiting.push({ done, resolve, reject }));
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

  #end(): void {
    this.#running = false;
    for (const waiter of this.#waiting) waiter.reject(ended());
    this.#waiting = [];
  }
}

const ended = (): Error => new Error('The server ended by itself');

function killPostgres(dataDirectory: string): void {
  process.kill(Number(fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
}

/**
 * Starts a server on the folder again and again and kills it with SIGKILL while it stores positions: by
 * turns the server, Postgres and later the server, and both at once. Rejects when a server ends by itself.
 */
export async function killInRounds(options: KillOptions): Promise<KillRun> {
  const rounds: KilledRound[] = [];
  const outages: Outage[] = [];
  let start = 0;
  let down: { victim: Victim; since: number } | null = null;
  for (let round = 0; round < options.rounds; round++) {
    const ingester = new Ingester(options.dataDirectory, start);
    try {
      await ingester.until(() => ingester.count > 0);
      if (down) outages.push({ victim: down.victim, milliseconds: performance.now() - down.since });
      await ingester.until(() => ingester.count > options.ackedBeforeKill * (0.3 + options.random()));
      const killed: Victim[] = [];
      if (round % 3 === 1) {
        outages.push(await killPostgresAlone(ingester, options));
        killed.push('postgres');
      }
      const victim = round % 3 === 2 ? 'both' : 'server';
      down = { victim, since: performance.now() };
      await killServer(ingester, victim, options);
      rounds.push({ acked: ingester.acked, lines: ingester.lines, killed: [...killed, victim] });
    } finally {
      await ingester.kill();
    }
    // Unacknowledged positions may be there or not; the next round must not send them again as something else.
    start = ingester.acked.reduce((highest, [, last]) => Math.max(highest, last), start) + 100_000;
  }
  return { rounds, outages };
}

/** Postgres alone: the server says no, waits, and goes on by itself. */
async function killPostgresAlone(
  ingester: Ingester,
  { dataDirectory, ackedBeforeKill, random }: KillOptions,
): Promise<Outage> {
  const killedAt = performance.now();
  killPostgres(dataDirectory);
  await ingester.until(() => ingester.lines.includes('stored'));
  const outage: Outage = { victim: 'postgres', milliseconds: performance.now() - killedAt };
  const since = ingester.count;
  await ingester.until(() => ingester.count > since + ackedBeforeKill * random());
  return outage;
}

/** The server, with Postgres a moment before or after it where both are meant. */
async function killServer(ingester: Ingester, victim: Victim, { dataDirectory, random }: KillOptions): Promise<void> {
  const others = victim === 'both' ? [() => killPostgres(dataDirectory)] : [];
  const kills = random() < 0.5 ? [...others, () => ingester.kill()] : [() => ingester.kill(), ...others];
  for (const kill of kills) await kill();
}
