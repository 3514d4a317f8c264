/** Finds a Chromium for the browser tests, or gets one. */
import { spawnSync } from 'node:child_process';
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
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return file && fs.existsSync(file) ? file : null;
}

/**
 * One that is there, else Playwright's, else the system's package manager where it may be used.
 * Answers null, after saying what was tried, when none can be had.
 */
export async function ensureChromium() {
  const there = await findChromium();
  if (there) return there;
  const attempts = [
    ['Playwright', process.execPath, [path.join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']],
    ...(process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
      ? [
          [
            'the package manager',
            'sh',
            ['-c', `apt-get update -q && ${aptGet('chromium')}`],
            ['-c', aptGet('chromium-headless-shell')],
          ],
        ]
      : []),
  ];
  for (const [name, command, parameters, then] of attempts) {
    process.stdout.write(`Wayline: no Chromium found; asking ${name} for one ...\n`);
    const result = spawnSync(command, parameters, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 300_000,
      encoding: 'utf8',
    });
    const got = result.status === 0 ? await findChromium() : null;
    // Tests do without what comes along with it.
    if (got && then) spawnSync(command, then, { stdio: 'ignore', timeout: 120_000 });
    if (got) return got;
    process.stdout.write(
      `Wayline: ${name} could not: ${lastLine(result.stderr) || result.error?.message || `exit code ${result.status}`}\n`,
    );
  }
  return null;
}

const aptGet = (name) => `apt-get install -y -q --no-install-recommends ${name}`;

function lastLine(text) {
  return (text ?? '').trim().split('\n').at(-1) ?? '';
}
