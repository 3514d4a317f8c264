import { useState, type ReactNode } from 'react';
import type { Need } from '../../domain/access/index.ts';
import { RULE_STATUSES, type Rule } from '../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, DeleteIcon, EditIcon, EmptyState, Link, LinkButton, PlusIcon, RuleIcon } from '../../ui/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { ServerList, type ListColumn, type ListFilter } from '../shared/list/ServerList.tsx';
import { useBulkReach } from '../shared/list/useBulkReach.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useSession } from '../shared/services/session.ts';
import { useNow } from '../shared/time/useNow.ts';
import { DeleteRules } from './DeleteRules.tsx';
import { RULE_PATHS, editPath, eventsPath } from './paths.ts';
import { RuleStateChip, RuleStatusChip, useStateWords } from './ruleLook.tsx';
import { useRuleStatus } from './useRuleStatus.ts';
import { useRuleWords } from './useRuleWords.ts';
import './rules.css';

const CHANGE: Need = { resource: 'alert', action: 'u' };
const DELETE: Need = { resource: 'alert', action: 'd' };
const ACTS = { change: CHANGE, remove: DELETE };

/** Rules of the account, what they ask for, and whether they fire. */
export default function RuleListScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayIn = useMayIn();
  const [deleting, setDeleting] = useState<{ readonly rules: readonly Rule[]; readonly clear: () => void } | null>(
    null,
  );
  const columns = useRuleColumns();
  const filters = useRuleFilters();
  const may = { change: can(CHANGE), remove: can(DELETE) };
  const create = can({ resource: 'alert', action: 'a' }) && (
    <LinkButton variant="primary" href={RULE_PATHS.create} icon={<PlusIcon aria-hidden="true" />}>
      {t('rules.create')}
    </LinkButton>
  );
  return (
    <>
      <h1 className="visually-hidden">{t('menu.rules')}</h1>
      <ServerList<'getRuleList'>
        id="rules"
        label={t('menu.rules')}
        method="getRuleList"
        subjects={['rule', 'occurrence']}
        columns={columns}
        rowKey={(row) => row.rule_id}
        rowName={(row) => row.name}
        filters={filters}
        sort="name"
        searchLabel={t('rules.search')}
        tools={create}
        actions={
          may.change
            ? (row) =>
                mayIn(row, CHANGE) && (
                  <LinkButton
                    size="compact"
                    variant="quiet"
                    href={editPath(row.rule_id)}
                    aria-label={t('rules.editOf', { name: row.name })}
                    icon={<EditIcon aria-hidden="true" />}>
                    {t('common.edit')}
                  </LinkButton>
                )
            : undefined
        }
        bulk={
          may.change || may.remove
            ? (rows, clear) => (
                <RuleBulk rows={rows} onDelete={() => setDeleting({ rules: rows, clear })} onDone={clear} />
              )
            : undefined
        }
        empty={
          <EmptyState title={t('rules.emptyTitle')} icon={<RuleIcon />} action={create}>
            {t('rules.emptyLead')}
          </EmptyState>
        }
      />
      {deleting !== null && (
        <DeleteRules rules={deleting.rules} onDone={deleting.clear} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

interface RuleBulkProps {
  rows: readonly Rule[];
  onDelete: () => void;
  onDone: () => void;
}

function RuleBulk({ rows, onDelete, onDone }: RuleBulkProps): ReactNode {
  const { t } = useTranslation();
  const { may, beyondReach } = useBulkReach(rows, ACTS);
  const { give, busy, problem } = useRuleStatus();
  const next = RULE_STATUSES.filter((status) => rows.some((row) => row.status !== status));
  return (
    <>
      {may.change &&
        next.map((status) => (
          <Button key={status} busy={busy} onPress={() => void give(rows, status).then((isDone) => isDone && onDone())}>
            {t(`rules.acts.${status}`)}
          </Button>
        ))}
      {beyondReach}
      {may.remove && (
        <Button variant="danger" icon={<DeleteIcon aria-hidden="true" />} onPress={onDelete}>
          {t('rules.delete')}
        </Button>
      )}
      {problem !== null && <ProblemBanner problem={problem} />}
    </>
  );
}

function useRuleFilters(): readonly ListFilter[] {
  const { t } = useTranslation();
  return [
    {
      id: 'status',
      label: t('rules.status'),
      options: RULE_STATUSES.map((value) => ({ value, label: t(`rules.statuses.${value}`) })),
    },
    {
      id: 'state',
      label: t('rules.now'),
      options: (['firing', 'quiet'] as const).map((value) => ({ value, label: t(`rules.states.${value}`) })),
    },
  ];
}

function useRuleColumns(): readonly ListColumn<Rule>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const words = useRuleWords();
  const stateWords = useStateWords();
  const units = ({ all_units, sub_accounts, unit_count }: Rule): string =>
    all_units ? t(sub_accounts ? 'rules.allUnits' : 'rules.ownUnits') : t('units.list.count', { count: unit_count });
  const fired = ({ last_fired }: Rule): string =>
    last_fired === null ? t('time.never') : formats.dateTime(Date.parse(last_fired));
  const created = (row: Rule): string => formats.dateTime(Date.parse(row.created_at));
  return [
    {
      id: 'name',
      header: t('rules.name'),
      sortable: true,
      text: (row) => row.name,
      cell: (row) => (
        <Link href={eventsPath(row.rule_id)}>
          <bdi>{row.name}</bdi>
        </Link>
      ),
    },
    {
      id: 'sensor',
      header: t('rules.test'),
      sortable: true,
      text: (row) => words(row),
      cell: (row) => <span>{words(row)}</span>,
    },
    {
      id: 'units',
      header: t('rules.units'),
      text: units,
      cell: (row) => <span className="figures">{units(row)}</span>,
    },
    {
      id: 'firing',
      header: t('rules.now'),
      sortable: true,
      text: stateWords,
      cell: (row) => <RuleStateChip rule={row} />,
    },
    {
      id: 'last_fired',
      header: t('rules.lastFired'),
      sortable: true,
      text: fired,
      cell: (row) =>
        row.last_fired === null ? (
          <span className="dim">{t('time.never')}</span>
        ) : (
          <time className="figures" dateTime={row.last_fired} title={fired(row)}>
            {formats.relative(Date.parse(row.last_fired), now)}
          </time>
        ),
    },
    {
      id: 'status',
      header: t('rules.status'),
      sortable: true,
      text: (row) => t(`rules.statuses.${row.status}`),
      cell: (row) => <RuleStatusChip status={row.status} />,
    },
    {
      id: 'account_name',
      header: t('rules.account'),
      sortable: true,
      text: (row) => row.account_name,
      cell: (row) => <bdi>{row.account_name}</bdi>,
    },
    {
      id: 'created_at',
      header: t('rules.created'),
      sortable: true,
      shown: false,
      text: created,
      cell: (row) => <span className="figures">{created(row)}</span>,
    },
  ];
}
