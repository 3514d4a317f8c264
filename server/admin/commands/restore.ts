import fs from 'node:fs';
import path from 'node:path';
import { failure, success } from '../../../src/domain/base/index.ts';
import { readBackup, type RestoreRefusal } from '../../store/backup/index.ts';
import type { AdminCommand } from '../command.ts';

/** A backup back into an installation. */
export const restoreCommand: AdminCommand = {
  name: 'restore',
  summary: 'Reads a backup into an installation whose server is stopped',
  parameters: [{ name: 'file', takes: 'a file that "backup" wrote' }],
  options: { force: 'replaces everything that the installation holds' },
  details: [
    'All of the backup is restored, or nothing: a file that is damaged or cut short changes nothing. A backup of an older',
    'version is brought up to date by the next start of the server; one of a newer version is refused.',
  ],
  async run({ parameters: [name = ''], options, dataDirectory, say, openConnection }) {
    const file = path.resolve(name);
    if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return failure(`There is no file ${file}.`);
    const connection = await openConnection('any');
    if (!connection.ok) return connection;
    say(`Restoring ${file} ...`);
    const restored = await readBackup(
      { connection: connection.value, dataDirectory, force: options.has('force') },
      file,
    );
    if (!restored.ok) return failure(refusalText(restored.error, file));
    const { created, tables, rows, files } = restored.value;
    return success(
      `Restored the backup of ${created}: ${tables} tables with ${rows} rows, ${files} files. Start the server with npm run serve.`,
    );
  },
};

function refusalText(refusal: RestoreRefusal, file: string): string {
  switch (refusal.kind) {
    case 'damaged':
      return `${file} cannot be restored: ${refusal.reason}. Nothing was changed.`;
    case 'newer':
      return `${file} was written by a newer version of Wayline. Upgrade this installation first.`;
    case 'running':
      return 'The server is running. Stop it, then restore.';
    case 'filled':
      return 'The installation is not empty. Restore into an empty DATA_DIR (or database), or replace everything with --force.';
    case 'foreign':
      return 'The database holds tables that are not of Wayline. Set DATABASE_URL to a database of its own.';
  }
}
