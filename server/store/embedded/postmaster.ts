import fs from 'node:fs';
import { askToStop, isInitialised, launch, logPath, readLog, socketLockPath, type Cluster } from './cluster.ts';
import { EmbeddedPostgresError, explainFailure } from './errors.ts';
import { pidFilePath, readPidFile, type PidFile } from './pidFile.ts';
import { isInUse, isPostgres, pause, processState } from './processes.ts';

const POLL = 20;
/** A container's first process may never collect dead children; then their numbers stay taken. */
const ZOMBIE_PATIENCE = 10_000;
/** A server that was killed leaves children for a moment; it cannot start before they are gone. */
const LAUNCH_PATIENCE = 15_000;
const STOP_PATIENCE = 30_000;

export interface RunningPostmaster {
  readonly pid: number;
  readonly port: number;
  readonly how: 'adopted' | 'started';
}

/** Uses the server that already runs on the cluster, or starts one. */
export async function adoptOrStart(cluster: Cluster): Promise<RunningPostmaster> {
  return (await adopt(cluster)) ?? start(cluster);
}

/** A server that outlived the process that started it is taken over as it is. */
async function adopt(cluster: Cluster): Promise<RunningPostmaster | null> {
  const zombiesUntil = Date.now() + ZOMBIE_PATIENCE;
  for (;;) {
    const file = readPidFile(cluster.dataDirectory);
    if (!file) return null;
    const state = processState(file.pid);
    if (state === 'gone') return null; // Postgres itself checks and replaces the file
    if (state === 'running') {
      if (!isPostgres(file.pid)) return removeStaleFile(cluster);
      if (file.status === 'ready') return { pid: file.pid, port: file.port, how: 'adopted' };
    } else if (isSurelyFree(cluster) || Date.now() > zombiesUntil) {
      return removeStaleFile(cluster);
    }
    await pause(POLL);
  }
}

/** True where a dead server's number is still taken and nobody works in its folder: there is nothing to wait for. */
const isSurelyFree = ({ dataDirectory }: Cluster): boolean => process.platform === 'linux' && !isInUse(dataDirectory);

/**
 * Only where nobody works in the folder any more: these files are what keeps two servers off one folder. The socket has
 * one of its own, in which the next server would find the same number and take its owner for alive.
 */
function removeStaleFile(cluster: Cluster): null {
  if (isInUse(cluster.dataDirectory)) {
    throw new EmbeddedPostgresError(
      `Processes of an earlier Postgres still work in ${cluster.dataDirectory}; end them and start again.`,
    );
  }
  fs.rmSync(pidFilePath(cluster.dataDirectory), { force: true });
  fs.rmSync(socketLockPath(cluster), { force: true });
  return null;
}

async function start(cluster: Cluster): Promise<RunningPostmaster> {
  const until = Date.now() + LAUNCH_PATIENCE;
  for (;;) {
    const from = fs.statSync(logPath(cluster), { throwIfNoEntry: false })?.size ?? 0;
    const file = await startOnce(cluster);
    if (file) return { pid: file.pid, port: file.port, how: 'started' };
    const output = readLog(cluster, from);
    // Children of a killed server still hold its memory, or another process was quicker.
    const passing = /is still in use|lock file .* already exists|is another postmaster/i.test(output);
    if (!passing || Date.now() > until) throw explainFailure('Starting the database', output, cluster.dataDirectory);
    await pause(POLL * 5);
    const adopted = await adopt(cluster);
    if (adopted) return adopted;
  }
}

/** Null when the server ended before it was ready. */
async function startOnce(cluster: Cluster): Promise<PidFile | null> {
  if (!isInitialised(cluster)) throw new EmbeddedPostgresError(`${cluster.dataDirectory} holds no database.`);
  const child = await launch(cluster);
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', (code) => (ended = process.platform !== 'win32' || code !== 0));
  for (;;) {
    const file = readPidFile(cluster.dataDirectory);
    const ours = file !== null && (process.platform === 'win32' || file.pid === child.pid);
    if (ours && file.status === 'ready') return file;
    if (ended) return null;
    await pause(POLL);
  }
}

/** Ends the server: politely, and after half a minute without asking. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  if (processState(pid) !== 'running') return;
  await askToStop(cluster, pid);
  const until = Date.now() + STOP_PATIENCE;
  while (processState(pid) === 'running') {
    if (Date.now() > until) {
      process.kill(pid, process.platform === 'win32' ? 'SIGTERM' : 'SIGQUIT');
      return;
    }
    await pause(POLL);
  }
}
