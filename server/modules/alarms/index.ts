import type { AlarmAct } from '../../../src/domain/alarm/index.ts';
import type { Handlers } from '../../call/types.ts';
import { readInstant } from '../../call/interval.ts';
import type { CallContext } from '../../call/types.ts';
import { actOnAlarms } from './act.ts';
import { acknowledgeByToken, type TokenServices } from './byToken.ts';
import { refuseTarget } from './target.ts';
import { getAlarm, listAlarms } from './read.ts';
import { alarmStatistics, alarmSummary } from './figures.ts';

export { createReplyDoor } from './replies/index.ts';
export { readSeenAlarm } from './seen.ts';
export { tickAlarms } from './tick.ts';

type AlarmHandlers = Pick<
  Handlers,
  | 'getAlarmList'
  | 'getAlarm'
  | 'getAlarmStatistics'
  | 'getAlarmSummary'
  | 'acknowledgeAlarms'
  | 'assignAlarms'
  | 'snoozeAlarms'
  | 'resolveAlarms'
  | 'reopenAlarms'
  | 'commentAlarm'
  | 'acknowledgeByToken'
>;

/** alert-service: the queue of alarms. */
export function createAlarmHandlers(services: TokenServices): AlarmHandlers {
  const { database, problems } = services;
  const on = (
    { alarm_ids: alarmIds, sequence: seen }: { alarm_ids: readonly number[]; sequence?: number | undefined },
    act: AlarmAct,
    context: CallContext,
  ) => actOnAlarms(services, { alarmIds, act, seen }, context);
  return {
    getAlarmList: (data, context) => listAlarms(services, data, context),
    getAlarm: ({ alarm_id: id }, context) => getAlarm(database, services, id, context),
    getAlarmStatistics: (data, context) => alarmStatistics(services, data, context),
    getAlarmSummary: (_, context) => alarmSummary(services, context),
    acknowledgeAlarms: (data, context) => on(data, { type: 'acknowledge' }, context),
    reopenAlarms: (data, context) => on(data, { type: 'reopen' }, context),
    resolveAlarms: (data, context) => on(data, { type: 'resolve', reason: data.reason, note: data.note }, context),
    async assignAlarms(data, context) {
      const { user_id: userId, role_id: roleId } = data;
      return (
        (await refuseTarget(services, { userId, roleId }, context)) ??
        on(data, { type: 'assign', userId, roleId: userId === null ? roleId : null }, context)
      );
    },
    async snoozeAlarms(data, context) {
      const until = readInstant(data.until, 'until', context.lang, problems);
      return until.ok ? on(data, { type: 'snooze', until: until.value }, context) : until;
    },
    acknowledgeByToken: ({ token }, context) => acknowledgeByToken(services, token, context),
    async commentAlarm({ alarm_id: id, text }, context) {
      const result = await actOnAlarms(services, { alarmIds: [id], act: { type: 'comment', text } }, context);
      if (!result.ok) return result;
      return getAlarm(database, services, id, context);
    },
  };
}
