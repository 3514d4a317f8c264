/**
 * `npm run models`: generates paths and a tour from each behaviour model and prints which transitions they walk.
 * `--run machine` walks them on the statecharts, `--run browser` in Chromium on the real server
 * (`--url <deployment>` on a running one). Paths are written to coverage/models.json.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureChromium, findHeadlessShell } from '../scripts/chromium.mjs';
import { createCoverage } from './coverage.ts';
import { MODELS, type BehaviourModel } from './models.ts';
import { modelGraph } from './testModel.ts';
import { tourOf } from './tour.ts';

const root = path.resolve(import.meta.dirname, '..');
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** Paths of a model for testers, and the tour that the browser walks, with the transitions that each covers. */
function generate({ title, machine }: BehaviourModel) {
  const graph = modelGraph(machine);
  const legs = tourOf(graph);
  const coverage = createCoverage(`${title}, generated paths`, graph.transitions);
  const toured = createCoverage(`${title}, tour`, graph.transitions);
  for (const { transitions } of graph.paths) transitions.forEach(coverage.record);
  for (const { path } of legs) path.transitions.forEach(toured.record);
  return { coverage, toured, legs, paths: graph.paths };
}

const generated = Object.entries(MODELS).map(([name, model]) => ({ name, ...generate(model) }));
for (const { coverage, toured, legs } of generated) {
  const steps = legs.reduce((sum, { path: { transitions } }) => sum + transitions.length, 0);
  const walks = legs.filter(({ isFresh }) => isFresh).length;
  console.log(`${coverage.table()}\n${toured.summary()} in ${steps} steps, with ${walks} starts\n`);
}
fs.mkdirSync(path.join(root, 'coverage'), { recursive: true });
const written = generated.map(({ name, coverage, legs, paths }) => {
  const tour = legs.map(({ path: { from, title: events }, isFresh }) => ({ from, events, isFresh }));
  const events = paths.map(({ transitions }) => transitions.map(({ event }) => event));
  return [name, { walked: coverage.walked, total: coverage.total, paths: events, tour }] as const;
});
fs.writeFileSync(path.join(root, 'coverage', 'models.json'), JSON.stringify(Object.fromEntries(written), null, 2));
console.log(`${generated.reduce((sum, { paths }) => sum + paths.length, 0)} paths written to coverage/models.json`);

const run = option('run');
const url = option('url');
if (run === undefined && url === undefined)
  process.exit(generated.every(({ coverage, toured }) => coverage.isFull && toured.isFull) ? 0 : 1);
const environment = { ...process.env };
if (url !== undefined) environment.WAYLINE_URL = url.replace(/\/app\/?$/, '');
const command =
  run === 'machine'
    ? [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'models']
    : [path.join(root, 'node_modules/playwright/cli.js'), 'test', 'model.spec'];
if (run !== 'machine') {
  const chromium = await ensureChromium();
  const shell = findHeadlessShell();
  if (chromium === null) {
    console.error('No Chromium could be had. Install one, or set WAYLINE_CHROMIUM to its path.');
    process.exit(1);
  }
  environment.WAYLINE_CHROMIUM = chromium;
  if (shell !== null) environment.WAYLINE_HEADLESS_SHELL = shell;
}
process.exit(spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env: environment }).status ?? 1);
