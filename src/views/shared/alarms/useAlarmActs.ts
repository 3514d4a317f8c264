import type { BulkReply, CallData } from '../../../api/contract/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';

export type AlarmActName = 'acknowledge' | 'assign' | 'snooze' | 'resolve' | 'reopen';

/**
 * What people do to alarms; says afterwards what was done, and who was there before where it was refused. Each act
 * answers false where the server could not be asked, for the reason in `problem`.
 */
export function useAlarmActs() {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const say = (name: AlarmActName, reply: BulkReply | null): boolean => {
    if (reply === null) return false;
    if (reply.done.length > 0) notify.done(t(`alarms.done.${name}`, { count: reply.done.length }));
    const [refusal] = reply.refused;
    if (refusal) notify.info(refusal.message);
    return true;
  };
  return {
    busy: act.busy,
    problem: act.problem,
    acknowledge: async (ids: number[]) => say('acknowledge', await act.run('acknowledgeAlarms', { alarm_ids: ids })),
    reopen: async (ids: number[]) => say('reopen', await act.run('reopenAlarms', { alarm_ids: ids })),
    assign: async (data: CallData<'assignAlarms'>) => say('assign', await act.run('assignAlarms', data)),
    snooze: async (data: CallData<'snoozeAlarms'>) => say('snooze', await act.run('snoozeAlarms', data)),
    resolve: async (data: CallData<'resolveAlarms'>) => say('resolve', await act.run('resolveAlarms', data)),
  };
}
