import { useMemo, useState, type ReactNode } from 'react';
import { fromIso, PAGE } from '../../domain/base/index.ts';
import { operators, type UnknownKey } from '../../domain/operator/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, ComboBox, Dialog, EmptyState, KeyIcon, Link, LinkButton } from '../../ui/index.ts';
import '../shared/entity/entity.css';
import { ServerList, type ListColumn } from '../shared/list/ServerList.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';

/** Driver keys that units reported and that are nobody's: each is made an operator of, or given to one. */
export default function UnknownKeysScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [claimed, setClaimed] = useState<UnknownKey | null>(null);
  const columns = useKeyColumns(can(operators.needs.change) || can(operators.needs.add) ? setClaimed : null);
  return (
    <div className="entity-screen">
      <h1 className="page-title">{t('screens.unknownKeys')}</h1>
      <p className="dim">{t('unknownKeys.lead')}</p>
      <ServerList<'getUnknownKeys'>
        id="unknown-keys"
        label={t('screens.unknownKeys')}
        method="getUnknownKeys"
        subjects={['driver_key', 'operator', 'unit']}
        columns={columns}
        sort="-last_seen"
        rowKey={(row) => row.key}
        rowName={(row) => row.key}
        searchLabel={t('unknownKeys.search')}
        empty={
          <EmptyState title={t('unknownKeys.emptyTitle')} icon={<KeyIcon />}>
            {t('unknownKeys.emptyLead')}
          </EmptyState>
        }
      />
      {claimed !== null && <ClaimDialog unknown={claimed} onClose={() => setClaimed(null)} />}
    </div>
  );
}

function useKeyColumns(onClaim: ((key: UnknownKey) => void) | null): readonly ListColumn<UnknownKey>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = (iso: string): string => formats.dateTime(fromIso(iso));
  const seen = (id: 'first_seen' | 'last_seen'): ListColumn<UnknownKey> => ({
    id,
    header: t(`unknownKeys.${id}`),
    sortable: true,
    text: (row) => time(row[id]),
    cell: (row) => <span className="figures">{time(row[id])}</span>,
  });
  const columns: ListColumn<UnknownKey>[] = [
    {
      id: 'key',
      header: t('fields.key'),
      sortable: true,
      text: (row) => row.key,
      cell: (row) => (
        <bdi dir="ltr" className="figures">
          {row.key}
        </bdi>
      ),
    },
    {
      id: 'unit_name',
      header: t('unknownKeys.unit'),
      sortable: true,
      text: (row) => row.unit_name,
      cell: (row) => (
        <>
          <Link href={`/unit/${row.unit_id}/view`}>
            <bdi>{row.unit_name}</bdi>
          </Link>
          {row.units > 1 && <span className="dim"> · {t('unknownKeys.units', { count: row.units })}</span>}
        </>
      ),
    },
    seen('first_seen'),
    seen('last_seen'),
    {
      id: 'count',
      header: t('unknownKeys.count'),
      sortable: true,
      align: 'end',
      text: (row) => String(row.count),
      cell: (row) => <span className="figures">{formats.number(row.count)}</span>,
    },
  ];
  if (onClaim === null) return columns;
  return [
    ...columns,
    {
      id: 'claim',
      header: t('unknownKeys.claim'),
      sortable: false,
      text: () => '',
      cell: (row) => (
        <Button size="compact" onPress={() => onClaim(row)}>
          {t('unknownKeys.claim')}
        </Button>
      ),
    },
  ];
}

function ClaimDialog({ unknown, onClose }: { unknown: UnknownKey; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { account, can } = useSession();
  const notify = useNotify();
  const act = useAct();
  const [chosen, setChosen] = useState<string | null>(null);
  const mayChange = can(operators.needs.change);
  const mine = { limit: PAGE.maximumLimit, sort: 'name', filters: { account_id: account?.account_id } };
  const list = useAnswer('getOperatorList', mayChange ? mine : null, ['operator']);
  const options = useMemo(
    () =>
      (list.value?.rows ?? []).map(({ operator_id, name, code }) => ({
        value: String(operator_id),
        label: name,
        note: code,
      })),
    [list.value],
  );
  const claim = async (): Promise<void> => {
    if ((await act.run('claimDriverKey', { operator_id: Number(chosen), key: unknown.key })) === null) return;
    notify.done(t('unknownKeys.claimed', { key: unknown.key }));
    onClose();
  };
  return (
    <Dialog
      open
      title={t('unknownKeys.claimTitle', { key: unknown.key })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {can(operators.needs.add) && (
            <LinkButton href={`${operators.paths.create}?code=${encodeURIComponent(unknown.key)}`}>
              {t('unknownKeys.create')}
            </LinkButton>
          )}
          {mayChange && (
            <Button variant="primary" busy={act.busy} isDisabled={chosen === null} onPress={() => void claim()}>
              {t('unknownKeys.give')}
            </Button>
          )}
        </>
      }>
      <div className="form">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <p className="dim">{t('unknownKeys.claimLead')}</p>
        {mayChange && (
          <ComboBox
            label={t('fields.operator_id')}
            options={options}
            value={chosen}
            onChange={setChosen}
            placeholder={t('common.choose')}
            emptyText={t('common.noMatches')}
            openLabel={t('common.open')}
          />
        )}
      </div>
    </Dialog>
  );
}
