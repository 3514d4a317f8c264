import { useState, type ReactNode } from 'react';
import type { AlarmEvent } from '../../api/contract/index.ts';
import type { Alarm } from '../../domain/alarm/index.ts';
import { fromIso, LENGTH } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, CloseIcon, IconButton, LinkButton, Skeleton, TextField } from '../../ui/index.ts';
import { SeverityMark } from '../shared/alerts/SeverityMark.tsx';
import { Answered } from '../shared/AnswerView.tsx';
import { Fact } from '../shared/Fact.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useAct } from '../shared/services/useAct.ts';
import { leadUpQuery } from '../shared/unit/viewState.ts';
import { AlarmPeople, useViewing } from './AlarmPeople.tsx';

interface AlarmDetailProps {
  readonly alarmId: number;
  readonly mayAct: boolean;
  readonly buttons: (alarm: Alarm) => ReactNode;
  readonly onClose: () => void;
}

/** One alarm: what raised it, what people did about it, and a link to what came before. */
export function AlarmDetail({ alarmId, mayAct, buttons, onClose }: AlarmDetailProps): ReactNode {
  const { t } = useTranslation();
  useViewing(alarmId);
  const answer = useAnswer('getAlarm', { alarm_id: alarmId }, ['alarm']);
  return (
    <aside className="alarm-detail" aria-label={t('alarms.detail')}>
      <div className="alarm-detail-close">
        <IconButton
          size="compact"
          label={t('alarms.close')}
          icon={<CloseIcon aria-hidden="true" />}
          onPress={onClose}
        />
      </div>
      <Answered answer={answer} waiting={<Skeleton height="12rem" />}>
        {({ alarm, events }) => (
          <>
            <Head alarm={alarm} />
            <AlarmPeople alarmId={alarmId} named />
            {mayAct && <div className="alarm-acts">{buttons(alarm)}</div>}
            <History events={events} />
            {mayAct && <CommentField alarmId={alarmId} />}
          </>
        )}
      </Answered>
    </aside>
  );
}

function Head({ alarm }: { alarm: Alarm }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const at = fromIso(alarm.at);
  return (
    <>
      <h2 className="alarm-title">
        <bdi>{alarm.alert_name}</bdi>
      </h2>
      <dl className="fact-grid">
        <Fact label={t('fields.severity')}>
          <SeverityMark severity={alarm.severity} />
        </Fact>
        <Fact label={t('alarms.filters.state')}>{t(`alarms.states.${alarm.state}`)}</Fact>
        <Fact label={t('alarms.filters.rule')}>
          <bdi>{alarm.rule_name}</bdi>
        </Fact>
        <Fact label={t('fields.unit_id')}>
          <bdi>{alarm.unit_name}</bdi>
        </Fact>
        <Fact label={t('alarms.fired')}>
          <span className="figures">{formats.dateTime(at)}</span>
        </Fact>
        <Fact label={t('alarms.assignedTo')}>
          <bdi>{alarm.assigned_to || t('alarms.nobody')}</bdi>
        </Fact>
      </dl>
      <div className="alarm-acts">
        <LinkButton size="compact" href={`/units/map?${leadUpQuery(alarm.unit_id, at, alarm.position)}`}>
          {t('alarms.timeline')}
        </LinkButton>
        <LinkButton size="compact" href={`/unit/${alarm.unit_id}/view`}>
          {t('alarms.unit')}
        </LinkButton>
      </div>
    </>
  );
}

function History({ events }: { events: readonly AlarmEvent[] }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useStepWords();
  return (
    <section>
      <h3 className="alarm-subtitle">{t('alarms.history')}</h3>
      <ol className="alarm-history">
        {events.map((event) => (
          <li key={event.sequence}>
            <span>{words(event)}</span>
            {event.kind === 'alarmCommented' && 'text' in event.data && (
              <bdi className="alarm-comment">{event.data.text}</bdi>
            )}
            {event.kind === 'alarmResolved' && 'note' in event.data && event.data.note !== '' && (
              <bdi className="alarm-comment">{event.data.note}</bdi>
            )}
            <span className="dim figures">
              {formats.dateTime(fromIso(event.time))}
              {event.user !== '' && ' · '}
              <bdi>{event.user}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What happened, in words. */
function useStepWords(): (event: AlarmEvent) => string {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  return ({ kind, data, to }) => {
    if (kind === 'alarmAcknowledged' && 'via' in data && data.via) return t(`alarms.steps.answered.${data.via}`);
    if (kind === 'alarmReopened' && 'cause' in data) return t(`alarms.steps.alarmReopened.${data.cause}`);
    if (kind === 'alarmResolved' && 'reason' in data)
      return t('alarms.steps.alarmResolved', { reason: t(`alarms.reasons.${data.reason}`) });
    if (kind === 'alarmSnoozed' && 'until' in data)
      return t('alarms.steps.alarmSnoozed', { time: formats.dateTime(fromIso(data.until)) });
    if (kind === 'alarmAssigned' && to === '') return t('alarms.steps.alarmUnassigned');
    if (kind === 'alarmEscalated' && 'channels' in data && data.channels && data.channels.length > 0) {
      const names = data.channels.map((each) => t(`notifications.channels.${each}`));
      const channels = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
      return t(`alarms.steps.alarmEscalatedBy.${to === '' ? 'same' : 'other'}`, { to, channels });
    }
    return t(`alarms.steps.${kind}`, { to });
  };
}

function CommentField({ alarmId }: { alarmId: number }): ReactNode {
  const { t } = useTranslation();
  const act = useAct();
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if ((await act.run('commentAlarm', { alarm_id: alarmId, text })) !== null) setText('');
  };
  return (
    <div className="form">
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <TextField
        label={t('alarms.comment')}
        hint={t('entity.upTo', LENGTH.comment)}
        value={text}
        onChange={setText}
        autoComplete="off"
      />
      <Button size="compact" busy={act.busy} isDisabled={text.trim() === ''} onPress={() => void send()}>
        {t('alarms.addComment')}
      </Button>
    </div>
  );
}
