import { useState, type ReactNode } from 'react';
import type { AuditEntry } from '../../domain/audit/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { AuditIcon, Button, EmptyState, NativeSelect, SearchField } from '../../ui/index.ts';
import { Unanswered } from '../shared/AnswerView.tsx';
import { useAnswer, useCalls } from '../shared/services/calls.ts';
import { ListExport, type RowReader } from '../shared/list/ListExport.tsx';
import { readEveryPage } from '../shared/list/readEveryPage.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { Pager } from '../shared/list/ServerListParts.tsx';
import { readListQuery, writeListQuery, type ListDefaults, type ListQuery } from '../shared/list/serverListState.ts';
import { WaitingRows } from '../shared/list/ServerListTable.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { DayRange } from '../shared/time/DayRange.tsx';
import { dayInterval } from '../shared/time/dayInterval.ts';
import { useNow } from '../shared/time/useNow.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AuditLine } from './AuditLine.tsx';
import { subjectName } from '../shared/audit/changes.ts';
import { isReversed } from '../shared/time/zonedDays.ts';
import { eventKey, subjectKey } from '../shared/entity/keys.ts';
import { AUDIT_KINDS, AUDIT_SUBJECTS } from './kinds.ts';
import '../shared/list/serverList.css';
import './audit.css';

const DEFAULTS: ListDefaults = {
  sort: '',
  limit: PAGE.defaultLimit,
  filters: ['user_id', 'kind', 'subject', 'from', 'to', 'account_id'],
};

/** The event log of the account: who did what, from where, when, before and after. New lines appear by themselves. */
export default function AuditScreen(): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  const { settings } = useFormats();
  const { query: address, replaceQuery } = useScreenPath();
  const query = readListQuery(address, DEFAULTS);
  const { filters } = query;
  const ask = (change: Partial<ListQuery>): void => replaceQuery(writeListQuery(address, DEFAULTS, change));
  const request = (page: number, limit: number) => ({
    page,
    limit,
    search: query.search,
    filters: {
      ...(Number(filters.user_id) ? { user_id: Number(filters.user_id) } : {}),
      ...(filters.kind ? { kinds: [filters.kind] } : {}),
      ...(filters.subject ? { subject_type: filters.subject } : {}),
      ...(Number(filters.account_id) ? { account_id: Number(filters.account_id) } : {}),
      ...dayInterval(filters.from ?? '', filters.to ?? '', settings.timeZone),
    },
  });
  const answer = useAnswer(
    'getAuditList',
    isReversed(filters.from, filters.to) ? null : request(query.page, query.limit),
    AUDIT_SUBJECTS,
  );
  const isFiltered = query.search !== '' || Object.keys(filters).length > 0;
  const { value, problem } = answer;
  const { call } = useCalls();
  const notify = useNotify();
  const everyRow: RowReader<AuditEntry> = async (signal, onProgress) => {
    const read = await readEveryPage(call, 'getAuditList', request, signal, onProgress);
    if (!read.ok) notify.failed(read.problem);
    if (!read.ok) return null;
    // What happens meanwhile moves rows to later pages, where they come a second time.
    const rows = [...new Map(read.rows.map((row) => [`${row.account_id}.${row.sequence}`, row])).values()];
    return { rows, total: read.total - (read.rows.length - rows.length) };
  };
  return (
    <section className="server-list audit" aria-label={t('screens.audit')} aria-busy={answer.loading}>
      <h1 className="visually-hidden">{t('screens.audit')}</h1>
      <AuditFilters query={query} onAsk={ask} />
      <div className="server-list-tools">
        <output className="server-list-count">{value === null ? '' : t('list.count', { count: value.total })}</output>
        {isFiltered && (
          <Button variant="quiet" onPress={() => ask({ search: '', filters: {} })}>
            {t('list.clearFilters')}
          </Button>
        )}
        <ListExport id="audit" columns={useExportColumns()} rows={everyRow} isDisabled={!value?.rows.length} />
      </div>
      {problem !== null && value !== null && (
        <ProblemBanner problem={problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
      )}
      {value === null ? (
        <Unanswered answer={answer}>{answer.loading && <WaitingRows />}</Unanswered>
      ) : value.rows.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'list.noMatchTitle' : 'audit.emptyTitle')} icon={<AuditIcon />}>
          {t(isFiltered ? 'list.noMatchLead' : 'audit.emptyLead')}
        </EmptyState>
      ) : (
        <div className="server-list-scroll">
          <table className="server-table audit-table" aria-label={t('screens.audit')}>
            <thead>
              <tr>
                <th scope="col">{t('audit.time')}</th>
                <th scope="col">{t('audit.person')}</th>
                <th scope="col">{t('audit.act')}</th>
                <th scope="col">{t('audit.remote')}</th>
              </tr>
            </thead>
            <tbody>
              {value.rows.map((entry) => (
                <AuditLine
                  key={`${entry.account_id}.${entry.sequence}`}
                  entry={entry}
                  showsAccount={entry.account_id !== account?.account_id}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value !== null && <Pager total={value.total} query={query} onChange={ask} />}
    </section>
  );
}

/** Columns of the exported file. */
function useExportColumns(): readonly { readonly header: string; readonly text: (row: AuditEntry) => string }[] {
  const { t, i18n } = useTranslation();
  const { preciseTime } = useFormats();
  /** Kinds of later versions have no words yet. */
  const word = (key: string, code: string): string => (i18n.exists(key) ? t(key) : code);
  return [
    { header: t('audit.time'), text: (row) => preciseTime(Date.parse(row.time)) },
    { header: t('audit.person'), text: (row) => (row.by_parent ? t('audit.parent') : row.username) },
    { header: t('audit.act'), text: (row) => word(eventKey(row.kind), row.kind) },
    {
      header: t('audit.subject'),
      text: (row) => `${word(subjectKey(row.subject_type), row.subject_type)} ${subjectName(row) || row.subject_id}`,
    },
    { header: t('accounts.name'), text: (row) => row.account_name },
    { header: t('audit.remote'), text: (row) => row.remote },
    { header: t('audit.data'), text: (row) => JSON.stringify(row.data) },
  ];
}

function AuditFilters({ query, onAsk }: { query: ListQuery; onAsk: (change: Partial<ListQuery>) => void }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const now = useNow();
  const people = useAnswer('getTeamPeoples', can({ resource: 'user', action: 'r' }) ? {} : null, ['user']);
  const tree = useAnswer('getChildAccounts', can({ resource: 'account', action: 'ar' }) ? {} : null, ['account']);
  const [typed, setTyped] = useState<string | null>(null);
  const { filters } = query;
  const set = (change: Readonly<Record<string, string>>): void => onAsk({ filters: { ...filters, ...change } });
  const any = (label: string): { value: string; label: string } => ({
    value: '',
    label: t('list.anyOf', { filter: label }),
  });
  const accounts = tree.value?.accounts ?? [];
  return (
    <div className="audit-filters">
      <SearchField
        label={t('audit.search')}
        clearLabel={t('common.clearSearch')}
        value={typed ?? query.search}
        maxLength={PAGE.maximumSearch}
        onChange={(text) => (text === '' ? (setTyped(null), onAsk({ search: '' })) : setTyped(text))}
        onSubmit={(text) => {
          setTyped(null);
          onAsk({ search: text });
        }}
      />
      {people.value && (
        <NativeSelect<string>
          label={t('audit.person')}
          value={filters.user_id ?? ''}
          options={[
            any(t('audit.person')),
            ...people.value.people.map((person) => ({ value: String(person.user_id), label: person.name })),
          ]}
          onChange={(user_id) => set({ user_id })}
        />
      )}
      <NativeSelect<string>
        label={t('audit.act')}
        value={filters.kind ?? ''}
        options={[any(t('audit.act')), ...AUDIT_KINDS.map((kind) => ({ value: kind, label: t(eventKey(kind)) }))]}
        onChange={(kind) => set({ kind })}
      />
      <NativeSelect<string>
        label={t('audit.subject')}
        value={filters.subject ?? ''}
        options={[
          any(t('audit.subject')),
          ...AUDIT_SUBJECTS.map((subject) => ({ value: subject, label: t(subjectKey(subject)) })),
        ]}
        onChange={(subject) => set({ subject })}
      />
      {accounts.length > 1 && (
        <NativeSelect<string>
          label={t('accounts.name')}
          value={filters.account_id ?? ''}
          options={accounts.map((account, index) => ({
            value: index === 0 ? '' : String(account.account_id),
            label: account.name,
          }))}
          onChange={(account_id) => set({ account_id })}
        />
      )}
      <DayRange from={filters.from ?? ''} to={filters.to ?? ''} now={now} onChange={set} />
    </div>
  );
}
