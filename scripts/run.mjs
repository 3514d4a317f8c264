#!/usr/bin/env node
/**
 * The one entry behind every npm script. Runs on whatever Node (>= 20.19) the machine has, does the
 * set-up that is missing, and hands over to the Node 24 that the lock file pins.
 */
import { spawn } from 'node:child_process';
import { installChromium } from './chromium.mjs';
import { compileCache, ensureBuilt, ensureInstalled, fail, nodeBinary, root } from './setup.mjs';

const [task = 'start', ...rest] = process.argv.slice(2);

/** task -> what it needs and what runs. */
const TASKS = {
  start: { build: true, script: ['server/app/main.ts'], environment: { DEMO: process.env.DEMO ?? '1' } },
  serve: { build: true, script: ['server/app/main.ts'], environment: { DEMO: process.env.DEMO ?? '0' } },
  admin: { script: ['server/admin/main.ts'] },
  build: { build: 'always' },
  dev: { script: ['scripts/dev.mjs'] },
  test: { build: true, browser: true, script: ['scripts/test.mjs'] },
  'test:quick': { script: ['scripts/test.mjs', '--quick'] },
  bench: { build: false, script: ['bench/run.ts'] },
  models: { build: true, script: ['models/run.ts'] },
  tour: { build: true, script: ['tests/tour/main.ts'] },
  basemap: { script: ['server/basemap/streets/main.ts'] },
};

const definition = TASKS[task];
if (!definition) fail(`There is no task "${task}". Tasks: ${Object.keys(TASKS).join(', ')}.`);

const browser = definition.browser ? installChromium() : null;
await ensureInstalled();
if (definition.build) await ensureBuilt(definition.build === 'always');
await browser;
if (definition.script) {
  const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', ...definition.script, ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...definition.environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
