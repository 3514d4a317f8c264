import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** As whom Postgres runs: it refuses to run as root. */
export interface Identity {
  /** Put in front of the program: a command that changes the user; empty when none is needed. */
  readonly prefix: readonly string[];
  /** User and group to switch to, when the switch is made by the spawn itself. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  readonly description: string;
}

/** In a user namespace root's files belong to "nobody" and stay root's outside: nothing is chowned. */
const NAMESPACE = ['unshare', '-U', '--map-user=65534', '--map-group=65534'] as const;

/**
 * Chooses the user. Not root: as we are. Root: the owner of existing data, else a user namespace,
 * else the system's "postgres" or "nobody" (which then gets the folder).
 * Throws {@link EmbeddedPostgresError} when none works.
 */
export function chooseIdentity(binaries: Binaries, dataDirectory: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [], user: null, description: 'the current user' };
  const owner = fs.statSync(dataDirectory);
  if (owner.uid !== 0) return switched({ uid: owner.uid, gid: owner.gid }, 'the owner of the data');
  if (works(binaries, [...NAMESPACE], {})) return { prefix: NAMESPACE, user: null, description: 'a user namespace' };
  for (const user of systemUsers()) {
    if (!works(binaries, [], user)) continue;
    giveAway(dataDirectory, user);
    return switched(user, `user ${user.uid}`);
  }
  throw new EmbeddedPostgresError(
    `Postgres does not run as root. Here user namespaces are not allowed and neither "postgres" nor "nobody" can read ${binaries.directory}. ` +
      'Run the server as an ordinary user, or set DATABASE_URL.',
  );
}

function switched(user: { uid: number; gid: number }, description: string): Identity {
  return { prefix: [], user, description };
}

function works(binaries: Binaries, prefix: readonly string[], user: { uid?: number; gid?: number }): boolean {
  const [command, ...rest] = [...prefix, binaries.program('postgres'), '--version'];
  return spawnSync(command, rest, { ...user, stdio: 'ignore' }).status === 0;
}

/** initdb wants the user in the passwd file, so a number alone will not do. */
function systemUsers(): { uid: number; gid: number }[] {
  const lines = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  return ['postgres', 'nobody'].flatMap((name) => {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    return fields ? [{ uid: Number(fields[2]), gid: Number(fields[3]) }] : [];
  });
}

function giveAway(directory: string, user: { uid: number; gid: number }): void {
  fs.chownSync(directory, user.uid, user.gid);
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    fs.lchownSync(path.join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}
