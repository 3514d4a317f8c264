import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osmExtract } from '../support/osmExtract.ts';
import { freePorts } from '../support/server.ts';
import { DEVICE_PORTS } from '../../server/app/config.ts';

/** Long enough for a server to start beside other tests; a command that says nothing for so long hangs. */
const PATIENCE = 180_000;

const ENDING = 120_000;
/** Playwright takes a second interruption for another one only after a second. */
const BETWEEN_INTERRUPTIONS = 1_500;

/**
 * What shows that a command does its work, and whether it ends by itself; else it is interrupted once that was seen.
 */
interface Outcome {
  readonly shows: RegExp;
  readonly ends?: true;
  /** Interrupted until it ends: at the second one Playwright no longer waits for the journeys that have begun. */
  readonly repeatedly?: true;
  /** Variables that the command has besides. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Nobody listens there. With the address of a product, journeys start none of their own, which would take 25 s of the
 * processor before the first begins; that they do without one, each run of all journeys shows.
 */
const SOME_PRODUCT = 'http://127.0.0.1:9';

/**
 * Every command of README's table. Those that check or measure everything are followed until their work begins, and so
 * is the build, with which `npm test` has begun.
 */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'npm start': { shows: /Wayline is ready after/ },
  'npm run serve': { shows: /enter this setup code:\s+\S{4}-\S{4}-\S{4}/ },
  'npm run admin': { shows: /reset-password <user>[^]*backup <file>[^]*restore <file>/, ends: true },
  'npm test': { shows: /== types/ },
  'npm run test:quick': { shows: /== types/ },
  'npm run dev': { shows: /VITE[^]*Wayline is ready after|Wayline is ready after[^]*VITE/ },
  'npm run bench': { shows: /client-frame: measuring/ },
  'npm run bench -- client-rx': { shows: /Every bar is kept|bars missed/, ends: true },
  'npm run models': { shows: /\d+ paths written to coverage\/models\.json/, ends: true },
  'npm run models -- --run machine': { shows: /Tests +\d+ passed/, ends: true },
  'npm run models -- --run browser': {
    shows: /Running \d+ tests/,
    repeatedly: true,
    environment: { WAYLINE_URL: SOME_PRODUCT },
  },
  'npm run basemap -- region.osm.pbf': { shows: /region\.pmtiles: \d+ tiles/, ends: true },
  'npm run build': { shows: /building the client/ },
};

/** Where the table takes an extract of a map. */
const EXTRACT = 'region.osm.pbf';
const STREET = osmExtract({
  nodes: [
    { id: 1, latitude: 47.14, longitude: 9.52 },
    { id: 2, latitude: 47.141, longitude: 9.521 },
  ],
  ways: [{ id: 1, nodes: [1, 2], tags: { highway: 'residential', name: 'High Street' } }],
});

const root = path.resolve(import.meta.dirname, '../..');
/** Built files come along. */
const NOT_CLONED = new Set(['node_modules', '.git', 'data', 'coverage', 'test-results', '.cache']);
let clone = '';

/** A tree of its own: `npm run build` empties the folder that other tests serve. */
beforeAll(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-commands-'));
  fs.cpSync(root, clone, { recursive: true, filter: (source) => !NOT_CLONED.has(path.relative(root, source)) });
  linkModules(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
  fs.writeFileSync(path.join(clone, EXTRACT), STREET);
});
afterAll(() => fs.rmSync(clone, { recursive: true, force: true }));

/**
 * Links each installed package, and marks them as installed. Not the folder as a whole: where the checkout was
 * installed by `npm ci` alone, the commands would install again through the link, and remove the packages that these
 * tests run on.
 */
function linkModules(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from))
    if (!name.startsWith('.wayline')) fs.symlinkSync(path.join(from, name), path.join(to, name));
  const lock = createHash('sha256')
    .update('package-lock.json')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')));
  fs.writeFileSync(path.join(to, '.wayline-lock'), lock.digest('hex'));
}

/** The commands of README's table, with those that it names beside them in brackets (`-- <name>` takes a name). */
function commandsOfReadme(): string[] {
  const table = fs.readFileSync(path.join(root, 'README.md'), 'utf8').split('## Commands')[1].split('\n## ')[0];
  return [...table.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].flatMap(([, command, does]) => [
    command.replace('<extract.osm.pbf>', EXTRACT),
    ...[...does.matchAll(/`(-- [^`]+)`/g)].map(([, options]) => `${command} ${options.replace('<name>', 'client-rx')}`),
  ]);
}

/** A person's terminal: nothing of this test run in it, and ports that nobody else wants. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|NODE_COMPILE_CACHE|VITEST|TEST|DEV|PROD|MODE|npm_)/.test(name),
  );
  const [port, ...devices] = await freePorts(1 + Object.keys(DEVICE_PORTS).length);
  const doors = Object.keys(DEVICE_PORTS).map((protocol, index) => [
    `INGEST_PORT_${protocol.toUpperCase()}`,
    String(devices[index]),
  ]);
  return {
    ...Object.fromEntries([...inherited, ...doors]),
    PORT: String(port),
    DATA_DIR: path.join(clone, `data-${port}`),
    DEMO_UNITS: '5',
    DEMO_HISTORY_DAYS: '0',
  };
}

/** Runs a command until its outcome shows, interrupts one that goes on, and answers its exit code. */
async function run(command: string, { shows, ends, repeatedly, environment: more }: Outcome): Promise<number | null> {
  const child = spawn(command, {
    cwd: clone,
    shell: true,
    detached: true,
    env: { ...(await environment()), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await shown(child, shows);
    if (!ends) interrupt(child);
    const code = await exited;
    // npm goes first; a server behind it still stops its database, which would outlive it otherwise.
    await expect
      .poll(() => signal(child, repeatedly ? 'SIGINT' : 0), {
        timeout: ENDING,
        interval: repeatedly && BETWEEN_INTERRUPTIONS,
      })
      .toBe(false);
    return code;
  } finally {
    kill(child);
  }
}

/** Resolves once the output matches; rejects with all of it when the command ends or hangs before. */
function shown(child: ChildProcess, pattern: RegExp): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Nothing came of it in ${PATIENCE / 1000} s:\n${output}`)),
      PATIENCE,
    );
    const look = (text: Buffer) => {
      output += stripVTControlCharacters(text.toString());
      if (pattern.test(output)) resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
    child.once('close', () => clearTimeout(timer));
  });
}

/** Ctrl-C: the terminal sends it to the whole group. */
const interrupt = (child: ChildProcess) => signal(child, 'SIGINT');
const kill = (child: ChildProcess) => signal(child, 'SIGKILL');

/** Sends a signal to the command's whole group; false where none of it is left. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

describe('each command of the table in README', () => {
  it.each(commandsOfReadme())('%s', { timeout: PATIENCE + ENDING }, async (command) => {
    const outcome = OUTCOMES[command];
    expect(outcome, `what shows that "${command}" works`).toBeDefined();
    const code = await run(command, outcome);
    if (outcome.ends) expect(code).toBe(0);
  });
});
