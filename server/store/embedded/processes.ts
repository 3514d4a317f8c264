import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A dead child that its parent has not waited for yet still holds its number: `zombie`. */
export type ProcessState = 'running' | 'zombie' | 'gone';

/** The state of the process. */
export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : 'gone';
  }
  try {
    return /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ? 'zombie' : 'running';
  } catch {
    return 'running';
  }
}

/** Whether the process is a Postgres: after a restart of the machine its number may be anyone's. */
export function isPostgres(pid: number): boolean {
  try {
    if (process.platform === 'linux') return /postgres/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    if (process.platform === 'win32')
      return /postgres/i.test(execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }));
    return /postgres/.test(execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

/**
 * Whether any Postgres process works in the folder: a server's children outlive a killed parent for a
 * moment, and the data must not be opened twice. Known on Linux only; elsewhere false.
 */
export function isInUse(dataDirectory: string): boolean {
  if (process.platform !== 'linux') return false;
  const target = fs.realpathSync(dataDirectory);
  return fs.readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return fs.readlinkSync(path.join('/proc', entry, 'cwd')) === target && isPostgres(Number(entry));
    } catch {
      return false;
    }
  });
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
