import fs from 'node:fs';
import path from 'node:path';

/** What a running server writes about itself (Postgres manual, "postmaster.pid"). */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDirectory: string;
  /** `starting`, `ready`, `standby` or `stopping`; empty while the file is being written. */
  readonly status: string;
}

export const pidFilePath = (dataDirectory: string): string => path.join(dataDirectory, 'postmaster.pid');

/** Reads the file; null when there is none or it is not complete yet. */
export function readPidFile(dataDirectory: string): PidFile | null {
  let text: string;
  try {
    text = fs.readFileSync(pidFilePath(dataDirectory), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), socketDirectory: lines[4] ?? '', status: lines[7] ?? '' };
}
