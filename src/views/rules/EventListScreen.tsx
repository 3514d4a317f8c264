import type { ReactNode } from 'react';
import { rules } from '../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { EmptyState, EventIcon, LinkButton } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { useEntityId } from '../shared/entity/index.ts';
import { ServerList } from '../shared/list/ServerList.tsx';
import { DayRange } from '../shared/time/DayRange.tsx';
import { dayInterval } from '../shared/time/dayInterval.ts';
import { useNow } from '../shared/time/useNow.ts';
import { isReversed } from '../shared/time/zonedDays.ts';
import { eventDays, withDays } from './events/eventDays.ts';
import { useEventColumns } from './events/eventColumns.tsx';
import { RuleHead } from './events/RuleHead.tsx';
import { useEventFilters } from './events/useEventFilters.ts';
import './rules.css';

/** When rules fired, the latest first; of one rule, with what it asks for and how its units stand. */
export default function EventListScreen(): ReactNode {
  const { t } = useTranslation();
  const {
    settings: { timeZone },
  } = useFormats();
  const { query, replaceQuery } = useScreenPath();
  const now = useNow();
  const columns = useEventColumns();
  const filters = useEventFilters();
  const ruleId = useEntityId(rules);
  const { from, to } = eventDays(query, now, timeZone);
  return (
    <div className="rule-screen">
      {ruleId === null ? (
        <h1 className="visually-hidden">{t('screens.eventList')}</h1>
      ) : (
        <RuleHead key={ruleId} ruleId={ruleId} />
      )}
      <div className="rule-days">
        <DayRange from={from} to={to} now={now} onChange={(days) => replaceQuery(withDays(query, days))} />
      </div>
      {!isReversed(from, to) && (
        <ServerList<'getOccurrences'>
          id="events"
          label={t('screens.eventList')}
          method="getOccurrences"
          data={dayInterval(from, to, timeZone)}
          subjects={['occurrence', 'rule']}
          columns={columns}
          filters={filters}
          sort="-time"
          rowKey={(row) => `${row.unit_id}.${row.rule_id}.${row.time}`}
          rowName={(row) => t('unitModes.events.rule', { rule: row.rule_name, value: row.unit_name })}
          searchLabel={t('events.search')}
          empty={
            <EmptyState
              title={t('events.emptyTitle')}
              icon={<EventIcon />}
              action={<LinkButton href={rules.paths.list}>{t('gone.to.rules')}</LinkButton>}>
              {t('events.emptyLead')}
            </EmptyState>
          }
        />
      )}
    </div>
  );
}
