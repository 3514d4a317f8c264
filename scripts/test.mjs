/**
 * All checks: types, format, lint, architecture, unused code, unit, conformance and fault tests, then the browser.
 * `--quick` stops before conformance, faults and browser. Ends with one line of counts.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { root } from './setup.mjs';

const quick = process.argv.includes('--quick');
/** Bytes: what tests keep at one time, several times over. */
const ROOM_IN_MEMORY = 4 * 2 ** 30;
keepInMemory();
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, each with its first words: said once more at the end, for thousands of lines lie between. */
const failures = [];
/** Journeys that passed only when run again: named at the end, so that they are mended though they hold nobody up. */
const flaky = [];

const bin = (...parts) => path.join(root, 'node_modules', ...parts);
const heading = (text) => process.stdout.write(`\n== ${text}\n`);

/**
 * Databases, profiles of browsers and all else that tests put into folders of their own stay in memory where there is
 * room: unit tests take a quarter less time than with a disk. Whoever sets TMPDIR has chosen.
 */
function keepInMemory() {
  const folder = '/dev/shm';
  if (process.env.TMPDIR || !fs.existsSync(folder)) return;
  const { bavail, bsize } = fs.statfsSync(folder);
  if (Math.min(bavail * bsize, process.availableMemory()) >= ROOM_IN_MEMORY) process.env.TMPDIR = folder;
}

function node(parameters, environment = {}) {
  return spawnSync(process.execPath, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
}

/** Runs one check, and prints all that it said once it ends: others go on beside it. */
async function check(name, parameters) {
  const output = [];
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => output.push(piece));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(void output.push(Buffer.from(`${error.message}\n`))));
    child.once('close', resolve);
  });
  heading(name);
  process.stdout.write(Buffer.concat(output));
  if (code === 0) total.passed++;
  else failed(name);
}

function failed(name, message = '') {
  total.failed++;
  failures.push(describe(name, message));
}

/** A name with the message's first lines, without the colours they were printed with. */
function describe(name, message = '') {
  return [
    name,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, 6)
      .map((line) => `  ${line}`),
  ]
    .join('\n')
    .trimEnd();
}

/** Vitest; its JSON report gives the counts. A run that left no report counts as one failure. */
function vitest(name, filters) {
  heading(name);
  const report = path.join(scratch, `${name.replace(/\W+/g, '-')}.json`);
  const result = node([
    bin('vitest', 'vitest.mjs'),
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  const counts = readJson(report);
  if (!counts) return failed(`${name}: no report`);
  total.passed += counts.numPassedTests;
  total.skipped += counts.numPendingTests + (counts.numTodoTests ?? 0);
  for (const file of counts.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'failed')
        failed(`${path.relative(root, file.name)} > ${test.fullName}`, test.failureMessages[0]);
    }
  }
  // A file that could not even be loaded has no tests to count.
  if (result.status !== 0 && counts.numFailedTests === 0) {
    const files = counts.testResults
      .filter(({ status }) => status === 'failed')
      .map((file) => path.relative(root, file.name));
    failed(`${name}: ${files.join(', ') || 'an error came from outside of the tests'}`);
  }
}

/** Playwright in a real Chromium against the real server. */
async function browser() {
  heading('browser');
  const chromium = await ensureChromium();
  if (!chromium) {
    process.stdout.write(
      'No Chromium could be had, so the browser tests cannot run. Install one (Debian: apt-get install chromium) or set WAYLINE_CHROMIUM to its path.\n',
    );
    failed('browser: no Chromium');
    return;
  }
  const report = path.join(scratch, 'browser.json');
  const result = node([bin('playwright', 'cli.js'), 'test'], {
    WAYLINE_CHROMIUM: chromium,
    WAYLINE_HEADLESS_SHELL: findHeadlessShell() ?? '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const found = readJson(report);
  if (!found) return failed('browser: no report');
  const { stats } = found;
  total.passed += stats.expected + stats.flaky;
  total.skipped += stats.skipped;
  found.suites.forEach(nameUnstable);
  if (result.status !== 0 && stats.unexpected === 0) failed('browser: an error came from outside of the tests');
}

/** Files a suite's failed and flaky journeys, and those of the suites in it. */
function nameUnstable(suite) {
  for (const { title, file, tests } of suite.specs ?? []) {
    for (const { status, results } of tests) {
      if (status === 'unexpected') failed(`${file} > ${title}`, results.at(-1)?.error?.message);
      if (status === 'flaky') flaky.push(describe(`${file} > ${title}`, results[0]?.error?.message));
    }
  }
  suite.suites?.forEach(nameUnstable);
}

function readJson(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

heading('types, and beside them format, lint, architecture, unused');
// By itself the compiler has four threads that each work out the same types once more; here the other core has work.
const types = check('types', [bin('typescript-native', 'bin', 'tsc'), '--noEmit', '--checkers', '1']);
await check('format', [bin('oxfmt', 'bin', 'oxfmt'), '--check']);
await check('lint', [bin('oxlint', 'bin', 'oxlint')]);
await check('architecture', [
  bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
  '--config',
  '.dependency-cruiser.cjs',
  'src',
  'server',
  'models',
  'tests',
  'bench',
]);
await check('unused', [bin('knip', 'bin', 'knip.js')]);
// Tests begin while types are still checked: what is said of those is printed after them.
vitest('unit', quick ? ['src', 'server', 'models'] : []);
await types;
if (!quick) await browser();

fs.rmSync(scratch, { recursive: true, force: true });
if (flaky.length > 0) process.stdout.write(`\n== flaky: passed only when run again\n${flaky.join('\n')}\n`);
if (failures.length > 0) process.stdout.write(`\n== failed\n${failures.join('\n')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);
