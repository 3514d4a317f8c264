import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Alarm } from '../../domain/alarm/index.ts';
import { PAGE, fromIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { SearchField } from '../../ui/index.ts';
import '../shared/list/serverList.css';
import { ListExport, type RowReader } from '../shared/list/ListExport.tsx';
import { readEveryPage } from '../shared/list/readEveryPage.ts';
import { SavedViews } from '../shared/list/SavedViews.tsx';
import { useOpeningView, type SavedViewsAnswer } from '../shared/list/useSavedViews.ts';
import { useCalls } from '../shared/services/calls.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useShortcuts } from '../shared/shortcuts.tsx';
import { requestOf, type useAlarmFilters } from './useAlarmFilters.ts';

type Address = ReturnType<typeof useAlarmFilters>;

/** Search in the queue, its saved views, and its export. `isEmpty`: nothing matches. */
export function AlarmTools({
  address,
  views,
  isEmpty,
}: {
  readonly address: Address;
  readonly views: AlarmViews;
  readonly isEmpty: boolean;
}): ReactNode {
  return (
    <div className="server-list-tools">
      <AlarmSearch search={address.search} onSearch={(search) => address.ask({ search })} />
      <div className="server-list-ways">
        <SavedViews
          list="alarms"
          kept={views.kept}
          look={lookOf(address)}
          columns={[]}
          sort=""
          view={address.view}
          onShow={({ search, filters }, view) => address.ask({ search, filters, view })}
          onView={(view) => address.ask({ view })}
        />
        <ListExport<Alarm> id="alarms" columns={useExported()} rows={useEveryAlarm(address)} isDisabled={isEmpty} />
      </div>
    </div>
  );
}

/** Pause after the last key before the server is asked, ms. */
const DELAY = 300;

function AlarmSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    if (typing === null) return undefined;
    const timer = setTimeout(() => {
      setTyping(null);
      latest.current(typing);
    }, DELAY);
    return () => clearTimeout(timer);
  }, [typing]);
  useShortcuts('shortcuts.list', [{ keys: ['/'], labelKey: 'shortcuts.search', run: () => input.current?.focus() }]);
  return (
    <SearchField
      ref={input}
      label={t('alarms.search')}
      clearLabel={t('common.clearSearch')}
      value={typing ?? search}
      onChange={setTyping}
      maxLength={PAGE.maximumSearch}
    />
  );
}

const lookOf = ({ search, chosen }: Address) => ({ columns: [], sort: '', search, filters: chosen });

export interface AlarmViews {
  readonly kept: SavedViewsAnswer;
  /** The view that the queue opens with is not known yet. */
  readonly isOpening: boolean;
}

/** The saved views of the queue; it opens with the default one where the address asks for nothing. */
export function useAlarmViews(kept: AlarmViews['kept'], address: Address): AlarmViews {
  const isOpening = useOpeningView(kept, address.asksNothing, (view) =>
    address.ask({ search: view.search, filters: view.filters, view: String(view.view_id) }),
  );
  return { kept, isOpening };
}

function useEveryAlarm(address: Address): RowReader<Alarm> {
  const { call } = useCalls();
  const notify = useNotify();
  return async (signal, onProgress) => {
    const question = (page: number, limit: number) => ({ ...requestOf(address), page, limit });
    const read = await readEveryPage(call, 'getAlarmList', question, signal, onProgress);
    if (!read.ok) notify.failed(read.problem);
    return read.ok ? read : null;
  };
}

function useExported() {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = (iso: string | null): string => (iso === null ? '' : formats.dateTime(fromIso(iso)));
  const column = (header: string, text: (alarm: Alarm) => string) => ({ header, text });
  return [
    column(t('alarms.fired'), ({ at }) => time(at)),
    column(t('fields.severity'), ({ severity }) => t(`alerts.filters.severity.${severity}`)),
    column(t('alarms.alert'), ({ alert_name: name }) => name),
    column(t('fields.unit_id'), ({ unit_name: name }) => name),
    column(t('alarms.filters.rule'), ({ rule_name: name }) => name),
    column(t('alarms.filters.state'), ({ state }) => t(`alarms.states.${state}`)),
    column(t('alarms.count'), ({ count }) => formats.number(count)),
    column(t('alarms.assignedTo'), ({ assigned_to: name }) => name),
    column(t('alarms.acknowledgedAt'), ({ acknowledged_at: at }) => time(at)),
    column(t('alarms.acknowledgedBy'), ({ acknowledged_by: name }) => name),
    column(t('alarms.resolvedAt'), ({ resolved_at: at }) => time(at)),
    column(t('alarms.resolvedBy'), ({ resolved_by: name }) => name),
    column(t('alarms.reason'), ({ reason }) => (reason === null ? '' : t(`alarms.reasons.${reason}`))),
  ];
}
