/**
 * All checks: types, lint, architecture, unit, conformance and fault tests, then the browser.
 * `--quick` stops before conformance, faults and browser. Ends with one line of counts.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { root } from './setup.mjs';

const quick = process.argv.includes('--quick');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };

const bin = (...parts) => path.join(root, 'node_modules', ...parts);
const heading = (text) => process.stdout.write(`\n== ${text}\n`);

function node(parameters, environment = {}) {
  return spawnSync(process.execPath, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
}

/** A check that passes or fails as a whole. */
function check(name, parameters) {
  heading(name);
  const passed = node(parameters).status === 0;
  total[passed ? 'passed' : 'failed']++;
}

/** Vitest; its JSON report gives the counts. A run that left no report counts as one failure. */
function vitest(name, filters) {
  heading(name);
  const report = path.join(scratch, `${name.replace(/\W+/g, '-')}.json`);
  const result = node([bin('vitest', 'vitest.mjs'), 'run', ...filters, '--reporter=default', '--reporter=json', `--outputFile=${report}`]);
  const counts = readJson(report);
  if (!counts) {
    total.failed++;
    return;
  }
  total.passed += counts.numPassedTests;
  total.failed += counts.numFailedTests;
  total.skipped += counts.numPendingTests + (counts.numTodoTests ?? 0);
  // A file that could not even be loaded has no tests to count.
  if (result.status !== 0 && counts.numFailedTests === 0) total.failed++;
}

/** Playwright in a real Chromium against the real server. */
async function browser() {
  heading('browser');
  const chromium = await ensureChromium();
  if (!chromium) {
    process.stdout.write(
      'No Chromium could be had, so the browser tests cannot run. Install one (Debian: apt-get install chromium) or set WAYLINE_CHROMIUM to its path.\n',
    );
    total.failed++;
    return;
  }
  const report = path.join(scratch, 'browser.json');
  const result = node([bin('playwright', 'cli.js'), 'test'], { WAYLINE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const stats = readJson(report)?.stats;
  if (!stats) {
    total.failed++;
    return;
  }
  total.passed += stats.expected + stats.flaky;
  total.failed += stats.unexpected;
  total.skipped += stats.skipped;
  if (result.status !== 0 && stats.unexpected === 0) total.failed++;
}

function readJson(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

check('types', [bin('typescript-native', 'bin', 'tsc'), '--noEmit']);
check('lint', [bin('oxlint', 'bin', 'oxlint')]);
check('architecture', [bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', 'src', 'server', 'models', 'tests', 'bench']);
vitest('unit', quick ? ['src', 'server', 'models'] : []);
if (!quick) await browser();

fs.rmSync(scratch, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);
