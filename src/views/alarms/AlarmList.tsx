import { useState, type ReactNode } from 'react';
import { stormsOf, type Alarm } from '../../domain/alarm/index.ts';
import { fromIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, Checkbox } from '../../ui/index.ts';
import { SeverityMark } from '../shared/alerts/SeverityMark.tsx';
import { AlarmPeople } from './AlarmPeople.tsx';

interface AlarmListProps {
  readonly alarms: readonly Alarm[];
  readonly chosen: ReadonlySet<number>;
  readonly current: number | null;
  readonly mayAct: boolean;
  readonly onChoose: (ids: readonly number[], on: boolean) => void;
  readonly onOpen: (id: number) => void;
  readonly onAcknowledge: (ids: number[]) => void;
}

/** Alarms, those of one cause and place together. */
export function AlarmList({ alarms, ...rest }: AlarmListProps): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className="alarm-list" aria-label={t('alarms.list')}>
      {stormsOf(alarms).map(({ key, alarms: own }) =>
        own.length === 1 ? (
          <AlarmLine key={key} alarm={own[0]} {...rest} />
        ) : (
          <StormLines key={key} alarms={own} {...rest} />
        ),
      )}
    </ul>
  );
}

function StormLines({ alarms, ...rest }: AlarmListProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const open = alarms.filter(({ state }) => state === 'open').map(({ alarm_id }) => alarm_id);
  return (
    <>
      <li className="alarm-storm">
        <SeverityMark severity={alarms[0].severity} />
        <strong>
          <bdi>{alarms[0].alert_name}</bdi>
        </strong>
        <span className="dim">{t('alarms.storm', { count: alarms.length })}</span>
        <Button size="compact" variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'alarms.hide' : 'alarms.showAll')}
        </Button>
        {rest.mayAct && open.length > 0 && (
          <Button size="compact" onPress={() => rest.onAcknowledge(open)}>
            {t('alarms.acknowledge')}
          </Button>
        )}
      </li>
      {alarms
        .filter(({ alarm_id }, place) => isOpen || place === 0 || alarm_id === rest.current)
        .map((alarm) => (
          <AlarmLine key={alarm.alarm_id} alarm={alarm} isPart {...rest} />
        ))}
    </>
  );
}

type AlarmLineProps = Omit<AlarmListProps, 'alarms'> & { readonly alarm: Alarm; readonly isPart?: boolean };

function AlarmLine({ alarm, chosen, current, mayAct, isPart, onChoose, onOpen }: AlarmLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { alarm_id: id, alert_name, unit_name, rule_name, state, count, snoozed_until, cleared_at } = alarm;
  const isCurrent = current === id;
  return (
    <li className={`alarm-line${isCurrent ? ' is-current' : ''}${isPart ? ' is-part' : ''}`} aria-current={isCurrent}>
      {mayAct && (
        <Checkbox selected={chosen.has(id)} onChange={(on) => onChoose([id], on)}>
          <span className="visually-hidden">{t('alarms.selectOne', { name: alert_name, unit: unit_name })}</span>
        </Checkbox>
      )}
      <button type="button" className="alarm-open" onClick={() => onOpen(id)}>
        <SeverityMark severity={alarm.severity} />
        <span className="alarm-what">
          <strong>
            <bdi>{alert_name}</bdi>
          </strong>
          <bdi>{unit_name}</bdi>
          <bdi className="dim">{rule_name}</bdi>
        </span>
        <span className="alarm-state">
          {t(`alarms.states.${state}`)}
          {snoozed_until !== null && ` ${t('alarms.until', { time: formats.dateTime(fromIso(snoozed_until)) })}`}
          {cleared_at !== null && state !== 'resolved' && ` · ${t('alarms.cleared')}`}
        </span>
        <bdi className="alarm-who dim">{alarm.assigned_to || t('alarms.nobody')}</bdi>
        <span className="alarm-when figures dim">
          {formats.dateTime(fromIso(alarm.at))}
          {count > 1 && ` · ${t('alarms.times', { count })}`}
        </span>
      </button>
      <AlarmPeople alarmId={id} />
    </li>
  );
}
