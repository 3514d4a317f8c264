import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { Identity } from './identity.ts';

/** A Unix socket's path ends at 107 bytes (sun_path); Postgres adds "/.s.PGSQL.5432". */
const LONGEST_SOCKET_DIRECTORY = 107 - '/.s.PGSQL.5432'.length;

/**
 * The socket lies in the data folder, which nobody else may enter. Where that path is too long, in a
 * folder of ours under the system's temporary one, which must be ours alone.
 */
export function socketDirectory(dataDirectory: string, identity: Identity): string {
  if (Buffer.byteLength(dataDirectory) <= LONGEST_SOCKET_DIRECTORY) return dataDirectory;
  const uid = identity.user?.uid ?? process.getuid?.() ?? 0;
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
  const directory = path.join(os.tmpdir(), `wayline-${uid}-${name}`);
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (identity.user) fs.chownSync(directory, identity.user.uid, identity.user.gid);
  const found = fs.lstatSync(directory);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(`${directory} is open to others; remove it, or set DATA_DIR to a shorter path.`);
  }
  return directory;
}

/** Takes the folder under the temporary one away again, when the server is gone. */
export function removeSocketDirectory(dataDirectory: string, identity: Identity): void {
  const directory = socketDirectory(dataDirectory, identity);
  if (directory !== dataDirectory) fs.rmSync(directory, { recursive: true, force: true });
}

/** Makes the data folder. Throws {@link EmbeddedPostgresError} naming the folder and the cause. */
export function prepareDataDirectory(dataDirectory: string): void {
  try {
    fs.mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    fs.accessSync(dataDirectory, fs.constants.R_OK | fs.constants.W_OK);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDirectory} cannot be used: ${folderProblem(error as NodeJS.ErrnoException)}`,
    );
  }
}

function folderProblem(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full.';
    case 'EROFS':
      return 'the disk is mounted read-only.';
    case 'EACCES':
    case 'EPERM':
      return 'it is not writable for the user that runs the server.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file has that name.';
    default:
      return error.message;
  }
}
