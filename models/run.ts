/**
 * `npm run models`: generates paths from the behaviour models and prints how many arrows they walk.
 * `--run machine` walks them on the statecharts, `--run browser` in Chromium on the real server
 * (`--url <deployment>` on a running one). Paths are written to coverage/models.json.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureChromium } from '../scripts/chromium.mjs';
import { accountSwitchModelMachine } from './accountSwitch.model.ts';
import { createCoverage, eventsOf, modelTransitions, transitionPaths, transitionsAlong } from './coverage.ts';
import { deviceSetupModel } from './deviceSetup.model.ts';
import { itemEditingModel } from './itemEditing.model.ts';
import { invitationAnswerModel, invitationSendingModel } from './invitation.model.ts';
import { passwordResetModel } from './passwordReset.model.ts';
import { sessionModelMachine } from './session.model.ts';
import { setupModel } from './setup.model.ts';
import { unitCreationModel } from './unitCreation.model.ts';
import { verificationModel } from './verification.model.ts';

const root = path.resolve(import.meta.dirname, '..');
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** Every behaviour model. */
const MODELS = [
  { name: 'session', title: 'Session model', machine: sessionModelMachine },
  { name: 'passwordReset', title: 'Password reset model', machine: passwordResetModel },
  { name: 'verification', title: 'Verification model', machine: verificationModel },
  { name: 'accountSwitch', title: 'Account switch model', machine: accountSwitchModelMachine },
  { name: 'invitation', title: 'Invitation model (receiver)', machine: invitationAnswerModel },
  { name: 'invitationSending', title: 'Invitation model (sender)', machine: invitationSendingModel },
  { name: 'deviceSetup', title: 'Device setup model', machine: deviceSetupModel },
  { name: 'itemEditing', title: 'Item editing model', machine: itemEditingModel },
  { name: 'setup', title: 'Setup model', machine: setupModel },
  { name: 'unitCreation', title: 'Unit creation model', machine: unitCreationModel },
] as const;

/** Paths of a model, as a generator gives them, with the arrows that they walk. */
function generate({ title, machine }: (typeof MODELS)[number]) {
  const coverage = createCoverage(`${title}, generated paths`, modelTransitions(machine));
  const paths = transitionPaths(machine);
  for (const walked of paths) transitionsAlong(walked).forEach(coverage.record);
  return { coverage, paths: paths.map(eventsOf) };
}

const generated = MODELS.map((model) => ({ model, ...generate(model) }));
for (const { coverage } of generated) console.log(`${coverage.table()}\n`);
fs.mkdirSync(path.join(root, 'coverage'), { recursive: true });
fs.writeFileSync(
  path.join(root, 'coverage', 'models.json'),
  JSON.stringify(
    Object.fromEntries(
      generated.map(({ model, coverage, paths }) => [
        model.name,
        { walked: coverage.walked, total: coverage.total, paths },
      ]),
    ),
    null,
    2,
  ),
);
console.log(`${generated.reduce((sum, { paths }) => sum + paths.length, 0)} paths written to coverage/models.json`);

const run = option('run');
const url = option('url');
if (run === undefined && url === undefined)
  process.exit(generated.every(({ coverage }) => coverage.walked === coverage.total) ? 0 : 1);
const environment = { ...process.env };
if (url !== undefined) environment.WAYLINE_URL = url.replace(/\/app\/?$/, '');
const command =
  run === 'machine'
    ? [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'models']
    : [path.join(root, 'node_modules/playwright/cli.js'), 'test', 'model.spec'];
if (run !== 'machine') {
  const chromium = await ensureChromium();
  if (chromium === null) {
    console.error('No Chromium could be had. Install one, or set WAYLINE_CHROMIUM to its path.');
    process.exit(1);
  }
  environment.WAYLINE_CHROMIUM = chromium;
}
process.exit(spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env: environment }).status ?? 1);
