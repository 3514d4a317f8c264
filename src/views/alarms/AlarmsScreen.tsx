import type { ReactNode } from 'react';
import { needsOf } from '../../domain/entity/index.ts';
import type { Alarm } from '../../domain/alarm/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AlertIcon, Button, EmptyState, LinkButton, Skeleton, Switch } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSavedViews } from '../shared/list/useSavedViews.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { usePreferences } from '../shared/services/preferences.ts';
import { useSession } from '../shared/services/session.ts';
import { ActButtons } from './ActButtons.tsx';
import { ActDialog } from '../shared/alarms/ActDialog.tsx';
import { AlarmDetail } from './AlarmDetail.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import { AlarmList } from './AlarmList.tsx';
import { AlarmNumbers } from './AlarmNumbers.tsx';
import { AlarmTools, useAlarmViews } from './AlarmTools.tsx';
import { requestOf, useAlarmFilters } from './useAlarmFilters.ts';
import { useQueue } from './useQueue.ts';
import './alarms.css';

/** The shared queue of alarms: what everybody does is seen by all at the same moment. */
export default function AlarmsScreen(): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  const kept = useSavedViews('alarms');
  const address = useAlarmFilters(kept.opening !== undefined);
  const views = useAlarmViews(kept, address);
  const answer = useAnswer(
    'getAlarmList',
    views.isOpening ? null : { limit: PAGE.maximumLimit, ...requestOf(address) },
    ['alarm'],
  );
  return (
    <div className="alarm-screen">
      <header className="page-head">
        <h1 className="page-title">{t('screens.alarms')}</h1>
        <Switch selected={preferences.alarmSound} onChange={(alarmSound) => change({ alarmSound })}>
          {t('alarms.sound')}
        </Switch>
        <LinkButton size="compact" href="/alerts">
          {t('alarms.toAlerts')}
        </LinkButton>
      </header>
      <AlarmNumbers />
      <AlarmFilters {...address} />
      <AlarmTools address={address} views={views} isEmpty={!answer.value?.rows.length} />
      <Answered answer={answer} waiting={<Skeleton height="20rem" />}>
        {({ rows, total }) => (
          <>
            {total > rows.length && <p className="dim">{t('alarms.truncated', { count: total, max: rows.length })}</p>}
            <Queue alarms={rows} address={address} />
          </>
        )}
      </Answered>
    </div>
  );
}

interface QueueProps {
  readonly alarms: readonly Alarm[];
  readonly address: ReturnType<typeof useAlarmFilters>;
}

function Queue({ alarms, address }: QueueProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayAct = can(needsOf('alert').change);
  const { opened } = address;
  const { current, open, chosen, ticked, tick, acts, acknowledge, ask, asked } = useQueue(alarms, address, mayAct);
  const buttons = (of: readonly Alarm[]): ReactNode => (
    <ActButtons
      alarms={of}
      busy={acts.busy}
      onAcknowledge={() => acknowledge(of)}
      onReopen={() => void acts.reopen(of.map(({ alarm_id }) => alarm_id))}
      onAsk={(act) => ask.open(act, of)}
    />
  );
  return (
    <>
      {acts.problem !== null && <ProblemBanner problem={acts.problem} />}
      {mayAct && chosen.length > 0 && (
        <div className="alarm-acts">
          <output>{t('alarms.selected', { count: chosen.length })}</output>
          {buttons(chosen)}
          <Button size="compact" variant="quiet" onPress={() => tick([...ticked], false)}>
            {t('alarms.clear')}
          </Button>
        </div>
      )}
      <div className={`alarm-panes${opened === null ? '' : ' is-open'}`}>
        {alarms.length === 0 ? (
          <Empty isFiltered={address.isFiltered} onClear={address.clear} />
        ) : (
          <AlarmList
            alarms={alarms}
            chosen={ticked}
            current={current}
            mayAct={mayAct}
            onChoose={tick}
            onOpen={open}
            onAcknowledge={(ids) => void acts.acknowledge(ids)}
          />
        )}
        {opened !== null && (
          <AlarmDetail
            alarmId={opened}
            mayAct={mayAct}
            buttons={(alarm) => buttons([alarm])}
            onClose={() => open(null)}
          />
        )}
      </div>
      {asked !== null && <ActDialog {...asked} onClose={ask.close} />}
    </>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(isFiltered ? 'alarms.noneFiltered' : 'alarms.emptyTitle')}
      icon={<AlertIcon />}
      action={isFiltered && <Button onPress={onClear}>{t('alarms.clearFilters')}</Button>}>
      {isFiltered ? '' : t('alarms.emptyLead')}
    </EmptyState>
  );
}
