import fs from 'node:fs';
import path from 'node:path';
import { failure, success, type Result } from '../../../src/domain/base/index.ts';
import { writeBackup } from '../../store/backup/index.ts';
import type { AdminCommand } from '../command.ts';
import { sizeText } from './size.ts';

/** Everything into one file. */
export const backupCommand: AdminCommand = {
  name: 'backup',
  summary: 'Writes the whole installation into one file, also while the server runs',
  parameters: [{ name: 'file', takes: 'a file to write, outside of DATA_DIR' }],
  options: { force: 'replaces a file of that name' },
  details: [
    'The file holds all tables as of one instant and the files of DATA_DIR: positions, people, settings, and the keys that',
    'open sealed secrets. Whoever has it has everything, so it is readable by its owner only. Read it back with "restore".',
  ],
  async run({ parameters: [name = ''], options, dataDirectory, now, say, openConnection }) {
    const file = path.resolve(name);
    const refused = refuseFile(file, dataDirectory, options.has('force'));
    if (refused) return refused;
    const connection = await openConnection('existing');
    if (!connection.ok) return connection;
    say(`Backing up to ${file} ...`);
    const { tables, files, bytes } = await writeBackup(
      { connection: connection.value, dataDirectory, now: now() },
      file,
    );
    return success(`Wrote ${file}: ${tables} tables and ${files} files, ${sizeText(bytes)}.`);
  },
};

function refuseFile(file: string, dataDirectory: string, force: boolean): Result<never, string> | null {
  const inside = path.relative(dataDirectory, file);
  if (!inside.startsWith('..') && !path.isAbsolute(inside))
    return failure(`${file} lies in DATA_DIR and would be part of the next backup. Choose another folder.`);
  if (!fs.existsSync(path.dirname(file))) return failure(`There is no folder ${path.dirname(file)}.`);
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) return failure(`${file} is not a file.`);
  return found && !force ? failure(`${file} exists. Choose another name, or replace it with --force.`) : null;
}
