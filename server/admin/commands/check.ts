import { failure, success } from '../../../src/domain/base/index.ts';
import { checkStore, type CheckedStore } from '../../store/index.ts';
import type { AdminCommand } from '../command.ts';

/** Whether everything that is stored can be read. */
export const checkCommand: AdminCommand = {
  name: 'check',
  summary: 'Reads everything that is stored and reports what is damaged, also while the server runs',
  parameters: [],
  options: { drop: 'deletes for good the damaged records that the server set aside' },
  details: [
    'Positions carry checksums. What is damaged is named with its unit and time; the exit code is 1 then, and 0 where all is',
    'well. Nothing is changed without --drop: the server sets a damaged record aside when it comes upon it, and serves all',
    'others. Restore a backup to get back what a damaged record held.',
  ],
  async run({ options, logger, openDatabase, say }) {
    const database = await openDatabase('current');
    if (!database.ok) return database;
    if (options.has('drop')) {
      const [{ count }] = await database.value.query<{ count: number }>(
        'with gone as (delete from set_aside returning 1) select count(*) as count from gone',
      );
      say(`Deleted ${count} records that were set aside.`);
    }
    say('Checking ...');
    const checked = await checkStore(database.value, logger);
    const problems = [...checked.hurt, ...checked.setAside];
    if (problems.length === 0) return success(`All is well: ${countsOf(checked)}.`);
    return failure(
      `${problems.join('\n')}\n${checked.hurt.length} damaged, ${checked.setAside.length} set aside, of ${countsOf(checked)}.`,
    );
  },
};

const countsOf = ({ journalRows, blocks, units }: CheckedStore): string =>
  `${journalRows} journal rows, ${blocks} track blocks, ${units} latest states`;
