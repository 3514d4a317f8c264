/** Finds a Chromium for the browser tests, or gets one. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium that is there, or null. WAYLINE_CHROMIUM names one. */
export async function findChromium() {
  const asked = process.env.WAYLINE_CHROMIUM;
  if (asked) return fs.existsSync(asked) ? asked : null;
  const found = [...onPath(NAMES), ...PLACES].find((file) => fs.existsSync(file));
  return found ?? (await playwrightChromium());
}

/**
 * Path of a Chromium without the window around pages, by which journeys take a sixth less of the processor, or null.
 * It shows no notifications. Whoever names a Chromium by WAYLINE_CHROMIUM gets that one.
 */
export function findHeadlessShell() {
  if (process.env.WAYLINE_CHROMIUM) return null;
  return onPath(SHELLS).find((file) => fs.existsSync(file)) ?? null;
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
}

async function playwrightChromium() {
  // Not there yet where npm is still to install it.
  const { chromium } = await import('playwright').catch(() => ({}));
  if (!chromium) return null;
  const file = chromium.executablePath();
  return file && fs.existsSync(file) ? file : null;
}

/**
 * One that is there, else Playwright's, else the system's package manager where it may be used.
 * Answers null, after saying what was tried, when none can be had.
 */
export async function ensureChromium() {
  const cli = path.join(root, 'node_modules', 'playwright', 'cli.js');
  return (
    (await findChromium()) ??
    (await askFor('Playwright', process.execPath, [cli, 'install', 'chromium'])) ??
    (await installChromium())
  );
}

/**
 * One that is there, else by the system's package manager where it may be used, or null. `npm test` begins with it
 * while npm installs, which leaves half of two cores and of the line to others.
 */
export async function installChromium() {
  const there = await findChromium();
  if (there || process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return there;
  // Tests do without the headless shell.
  const script = `apt-get update -q && ${aptGet('chromium')} && (${aptGet('chromium-headless-shell')} || true)`;
  return askFor('the package manager', 'sh', ['-c', script]);
}

const aptGet = (name) => `apt-get install -y -q --no-install-recommends ${name}`;

async function askFor(name, command, parameters) {
  process.stdout.write(`Wayline: no Chromium found; asking ${name} for one ...\n`);
  const { code, said } = await run(command, parameters);
  const got = code === 0 ? await findChromium() : null;
  if (!got) process.stdout.write(`Wayline: ${name} could not: ${lastLine(said) || `exit code ${code}`}\n`);
  return got;
}

/** How a command ended, and what it said of errors. */
function run(command, parameters) {
  const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], timeout: 420_000 });
  const said = [];
  child.stderr.on('data', (piece) => said.push(piece));
  return new Promise((resolve) => {
    const end = (code) => resolve({ code, said: Buffer.concat(said).toString() });
    child.once('error', (error) => end(error.message));
    child.once('close', end);
  });
}

const lastLine = (text) => text.trim().split('\n').at(-1);
