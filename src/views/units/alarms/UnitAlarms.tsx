import { useState, type ReactNode } from 'react';
import { needsOf } from '../../../domain/entity/index.ts';
import type { Alarm } from '../../../domain/alarm/index.ts';
import { fromIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Link } from '../../../ui/index.ts';
import { ActDialog } from '../../shared/alarms/ActDialog.tsx';
import { useAlarmActs } from '../../shared/alarms/useAlarmActs.ts';
import { SeverityMark } from '../../shared/alerts/SeverityMark.tsx';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { useSlowly } from '../detail/useSlowly.ts';
import './unitAlarms.css';

/** Alarms on the card; the queue has the others. */
const LISTED = 4;

/**
 * On the card of a unit: its alarms that are not resolved, as the queue has them now; nothing while the past is shown.
 */
export function UnitAlarms({ unitId }: { readonly unitId: number }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const isLive = useSlowly(useFleet().timeline, ({ mode }) => mode === 'live');
  const { read, change } = needsOf('alert');
  const { value } = useAnswer(
    'getAlarmList',
    can(read) && isLive ? { filters: { unit_id: unitId }, limit: LISTED, sort: '-at' } : null,
    ['alarm'],
  );
  const alarms = value?.rows.filter((alarm) => Number(alarm.unit_id) === unitId) ?? [];
  if (!isLive || value === null || alarms.length === 0) return null;
  const others = value.total - alarms.length;
  return (
    <section className="unit-alarms" aria-label={t('alarms.ofUnit.title')}>
      <h3>{t('alarms.ofUnit.title')}</h3>
      <ul>
        {alarms.map((alarm) => (
          <AlarmOfUnit key={alarm.alarm_id} alarm={alarm} mayAct={can(change)} />
        ))}
      </ul>
      {others > 0 && <Link href={`/alarms?unit_id=${unitId}`}>{t('alarms.ofUnit.all', { count: others })}</Link>}
    </section>
  );
}

function AlarmOfUnit({ alarm, mayAct }: { alarm: Alarm; mayAct: boolean }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const acts = useAlarmActs();
  const [isResolving, setResolving] = useState(false);
  const { alarm_id: id, state, assigned_to: holder } = alarm;
  return (
    <li>
      <span className="unit-alarm-head">
        <SeverityMark severity={alarm.severity} />
        <Link href={`/alarms?unit_id=${alarm.unit_id}&alarm=${id}`} aria-description={t('alarms.ofUnit.queue')}>
          <bdi>{alarm.rule_name}</bdi>
        </Link>
      </span>
      <span className="dim">
        {t(`alarms.states.${state}`)}
        {holder !== '' && (
          <>
            {' · '}
            <bdi>{holder}</bdi>
          </>
        )}
        {' · '}
        <span className="figures">{formats.relative(fromIso(alarm.last_at), now)}</span>
      </span>
      {acts.problem !== null && <ProblemBanner problem={acts.problem} />}
      {mayAct && (
        <span className="unit-alarm-acts">
          {state !== 'acknowledged' && (
            <Button size="compact" busy={acts.busy} onPress={() => void acts.acknowledge([id])}>
              {t('alarms.acknowledge')}
            </Button>
          )}
          <Button size="compact" variant="quiet" onPress={() => setResolving(true)}>
            {t('alarms.resolve')}
          </Button>
        </span>
      )}
      {isResolving && <ActDialog act="resolve" alarms={[alarm]} onClose={() => setResolving(false)} />}
    </li>
  );
}
