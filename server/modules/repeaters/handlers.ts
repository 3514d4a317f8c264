import { fromIso, success, type AccountId, type Instant } from '../../../src/domain/base/index.ts';
import type { RepeaterLogEntry, RepeaterProblemCode } from '../../../src/domain/repeater/index.ts';
import { REPEATER } from '../../../src/domain/base/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { addJob } from '../../jobs/index.ts';
import type { Repeaters } from '../../repeaters/index.ts';
import type { Database } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import { accountOf, notFound, recordEvent, refuseUnseenUnits, sessionOf } from '../shared/index.ts';
import type { RepeaterTableServices } from './table.ts';

export interface RepeaterServices extends Omit<RepeaterTableServices, 'repeaters'> {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly repeaters: Pick<Repeaters, 'refusalOf' | 'test'>;
}

type RepeaterHandlers = Pick<Handlers, 'getRepeaterLog' | 'testRepeater' | 'setRepeaterPassword' | 'resendPeriod'>;

interface Known {
  [column: string]: unknown;
  name: string;
  account_id: AccountId;
}

/** repeater-service beside the methods of its entity. */
export function createRepeaterHandlers(services: RepeaterServices): RepeaterHandlers {
  const { database, problems, sealer, repeaters } = services;
  const find = async (id: number, context: CallContext): Promise<Known | null> => {
    const { scope } = accountOf(context);
    const rows = await database.query<Known>(
      'select name, account_id from repeater where id = $1 and account_id = any($2::int8[])',
      [id, scope],
    );
    return rows[0] ?? null;
  };
  return {
    async getRepeaterLog({ repeater_id: id }, context) {
      const known = await find(id, context);
      return known === null ? notFound(context, problems) : success({ rows: await readLog(database, id) });
    },
    async testRepeater({ repeater_id: id }, context) {
      const known = await find(id, context);
      const answer = known === null ? null : await repeaters.test(id);
      return answer === null ? notFound(context, problems) : success(answer);
    },
    async setRepeaterPassword({ repeater_id: id, password }, context) {
      const known = await find(id, context);
      if (known === null) return notFound(context, problems);
      await database.transaction(async (transaction) => {
        await transaction.query('update repeater set password = $2 where id = $1', [
          id,
          password === '' ? null : sealer.seal(password),
        ]);
        await recordEvent(transaction, context, {
          accountId: known.account_id,
          kind: 'repeaterPasswordChanged',
          subjectId: id,
          data: { name: known.name, removed: password === '' },
        });
      });
      return success({});
    },
    async resendPeriod({ repeater_id: id, unit_ids: units, from, to }, context) {
      const known = await find(id, context);
      if (known === null) return notFound(context, problems);
      const refused = refuseUnseenUnits(units ?? [], 'unit_ids', known.account_id, context, services);
      if (refused) return refused;
      const unitIds = units === undefined || units.length === 0 ? null : units;
      return success({
        job_id: await addResend(database, { id, unitIds, from: fromIso(from), to: fromIso(to), ...known }, context),
      });
    },
  };
}

interface Resend extends Known {
  readonly id: number;
  readonly unitIds: readonly number[] | null;
  readonly from: Instant;
  readonly to: Instant;
}

function addResend(database: Database, resend: Resend, context: CallContext): Promise<number> {
  const { id, name, account_id: accountId, unitIds } = resend;
  const period = { from: new Date(resend.from).toISOString(), to: new Date(resend.to).toISOString() };
  return database.transaction(async (transaction) => {
    await recordEvent(transaction, context, {
      accountId,
      kind: 'repeaterPeriodResent',
      subjectId: id,
      data: { name, ...period },
    });
    return addJob(
      transaction,
      'resendPeriod',
      { repeater_id: id, unit_ids: unitIds === null ? null : [...unitIds], ...period },
      { now: context.now, owner: { accountId: accountOf(context).accountId, userId: sessionOf(context).userId } },
    );
  });
}

interface LogRow {
  [column: string]: unknown;
  id: number;
  at: Date;
  code: RepeaterProblemCode;
  detail: string;
  unit_id: number | null;
  unit_name: string | null;
  messages: number;
}

async function readLog(database: Database, id: number): Promise<RepeaterLogEntry[]> {
  const rows = await database.query<LogRow>(
    `select l.id, l.at, l.code, l.detail, l.unit_id, u.name as unit_name, l.messages
     from repeater_log l left join unit u on u.id = l.unit_id
     where l.repeater_id = $1 order by l.id desc limit ${REPEATER.log}`,
    [id],
  );
  return rows.map(({ id: entry_id, at, unit_name, ...row }) => ({
    ...row,
    entry_id,
    at: at.toISOString(),
    unit_name: unit_name ?? '',
  }));
}
