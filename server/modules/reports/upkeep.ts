import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { Database } from '../../store/database.types.ts';
import { allowLongStatements } from '../../store/index.ts';

/** Removes outcomes whose time is over, and notes how those ended whose jobs will be forgotten. */
export async function purgeReports(database: Pick<Database, 'transaction'>, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    await transaction.query(
      `update report_generation g set state = j.state, ended_at = j.ended_at from job j
       where j.id = g.job_id and g.state is null and j.state in ('failed', 'time_exceeded', 'cancelled')`,
    );
    await transaction.query(
      `delete from report_row r using report_generation g
       where g.id = r.generation_id and g.state in ('failed', 'time_exceeded', 'cancelled')`,
    );
    await transaction.query('delete from report_generation where expires_at < $1', [toIso(now)]);
  });
}
