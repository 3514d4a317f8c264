import type { Need } from '../../../domain/access/index.ts';
import type { AlarmSummary } from '../../../domain/alarm/index.ts';
import { useAnswer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';

// Written out, so that the shell does not load what derives it.
const READ: Need = { resource: 'alert', action: 'r' };

/** How many alarms are open and where, as it is now; null: not known yet, or one may not see alarms. */
export function useAlarmSummary(): AlarmSummary | null {
  const { can } = useSession();
  return useAnswer('getAlarmSummary', can(READ) ? {} : null, ['alarm']).value;
}
