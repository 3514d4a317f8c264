import { useState, type ReactNode } from 'react';
import type { Need } from '../../domain/access/index.ts';
import { SIM_STATUSES, type Sim, type SimStatus } from '../../domain/sim/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import {
  Button,
  DeleteIcon,
  EditIcon,
  EmptyState,
  ExpandIcon,
  Link,
  LinkButton,
  Menu,
  PlusIcon,
  SimIcon,
} from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { LabelBadges } from '../shared/form/LabelBadges.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { ServerList, type ListColumn, type ListFilter } from '../shared/list/ServerList.tsx';
import { useBulkReach } from '../shared/list/useBulkReach.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useSession } from '../shared/services/session.ts';
import { DeleteSims } from './DeleteSims.tsx';
import { DeviceOfSim, SimStatusChip } from './simLook.tsx';
import { useSimStatus } from './useSimStatus.ts';
import './sims.css';

const CHANGE: Need = { resource: 'sims', action: 'u' };
const DELETE: Need = { resource: 'sims', action: 'd' };
const ACTS = { change: CHANGE, remove: DELETE };

/** SIM cards of the account. */
export default function SimListScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayIn = useMayIn();
  const [deleting, setDeleting] = useState<{ readonly sims: readonly Sim[]; readonly clear: () => void } | null>(null);
  const columns = useSimColumns();
  const filters = useSimFilters();
  const may = { change: can(CHANGE), remove: can(DELETE) };
  const create = can({ resource: 'sims', action: 'a' }) && (
    <LinkButton variant="primary" href="/sim/create" icon={<PlusIcon aria-hidden="true" />}>
      {t('sims.create')}
    </LinkButton>
  );
  return (
    <>
      <h1 className="visually-hidden">{t('menu.sims')}</h1>
      <ServerList<'getSimList'>
        id="sims"
        label={t('menu.sims')}
        method="getSimList"
        subjects={['sim', 'device']}
        columns={columns}
        rowKey={(row) => row.sim_id}
        rowName={(row) => row.sim_number}
        filters={filters}
        sort="sim_number"
        savedViews="sims"
        searchLabel={t('sims.search')}
        tools={create}
        actions={
          may.change
            ? (row) =>
                mayIn(row, CHANGE) && (
                  <LinkButton
                    size="compact"
                    variant="quiet"
                    href={`/sim/${row.sim_id}/edit`}
                    aria-label={t('sims.editOf', { number: row.sim_number })}
                    icon={<EditIcon aria-hidden="true" />}>
                    {t('common.edit')}
                  </LinkButton>
                )
            : undefined
        }
        bulk={
          may.change || may.remove
            ? (rows, clear) => (
                <SimBulk rows={rows} onDelete={() => setDeleting({ sims: rows, clear })} onDone={clear} />
              )
            : undefined
        }
        empty={
          <EmptyState title={t('sims.emptyTitle')} icon={<SimIcon />} action={create}>
            {t('sims.emptyLead')}
          </EmptyState>
        }
      />
      {deleting !== null && (
        <DeleteSims sims={deleting.sims} onDone={deleting.clear} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

interface SimBulkProps {
  rows: readonly Sim[];
  onDelete: () => void;
  onDone: () => void;
}

function SimBulk({ rows, onDelete, onDone }: SimBulkProps): ReactNode {
  const { t } = useTranslation();
  const { may, beyondReach } = useBulkReach(rows, ACTS);
  const { give, busy, problem } = useSimStatus();
  const next: readonly SimStatus[] = SIM_STATUSES.filter((status) => rows.some((row) => row.status !== status));
  return (
    <>
      {may.change && (
        <Menu
          label={t('sims.setStatus')}
          trigger={
            <Button busy={busy} icon={<ExpandIcon aria-hidden="true" />}>
              {t('sims.setStatus')}
            </Button>
          }
          groups={[
            { id: 'statuses', entries: next.map((status) => ({ id: status, label: t(`sims.statuses.${status}`) })) },
          ]}
          onAction={(chosen) => {
            const status = next.find((each) => each === chosen);
            if (status !== undefined) void give(rows, status).then((isDone) => isDone && onDone());
          }}
        />
      )}
      {beyondReach}
      {may.remove && (
        <Button variant="danger" icon={<DeleteIcon aria-hidden="true" />} onPress={onDelete}>
          {t('sims.delete')}
        </Button>
      )}
      {problem !== null && <ProblemBanner problem={problem} />}
    </>
  );
}

function useSimFilters(): readonly ListFilter[] {
  const { t } = useTranslation();
  const labels = useAnswer('getLabels', { of: 'sims' }, ['sim']);
  return [
    {
      id: 'status',
      label: t('sims.status'),
      options: SIM_STATUSES.map((value) => ({ value, label: t(`sims.statuses.${value}`) })),
    },
    {
      id: 'use',
      label: t('sims.use'),
      options: (['free', 'used'] as const).map((value) => ({ value, label: t(`sims.uses.${value}`) })),
    },
    // Where nothing has a label there is nothing to choose; until that is known an address may name one.
    ...(labels.value?.labels.length === 0
      ? []
      : [
          {
            id: 'label',
            label: t('devices.label'),
            options: (labels.value?.labels ?? []).map((value) => ({ value, label: value })),
          },
        ]),
  ];
}

function useSimColumns(): readonly ListColumn<Sim>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const code = (text: string): ReactNode => (
    <bdi dir="ltr" className="figures">
      {text}
    </bdi>
  );
  const time = (row: Sim): string => formats.dateTime(Date.parse(row.created_at));
  return [
    {
      id: 'sim_number',
      header: t('sims.number'),
      sortable: true,
      text: (row) => row.sim_number,
      cell: (row) => <Link href={`/sim/${row.sim_id}/view`}>{code(row.sim_number)}</Link>,
    },
    {
      id: 'sim_operator',
      header: t('sims.operator'),
      sortable: true,
      text: (row) => row.sim_operator,
      cell: (row) => <bdi>{row.sim_operator}</bdi>,
    },
    {
      id: 'status',
      header: t('sims.status'),
      sortable: true,
      text: (row) => t(`sims.statuses.${row.status}`),
      cell: (row) => <SimStatusChip status={row.status} />,
    },
    {
      id: 'device_name',
      header: t('sims.device'),
      sortable: true,
      text: (row) => row.device_name,
      cell: (row) => <DeviceOfSim sim={row} />,
    },
    {
      id: 'iccid',
      header: t('sims.iccid'),
      sortable: true,
      shown: false,
      text: (row) => row.iccid,
      cell: (row) => code(row.iccid),
    },
    {
      id: 'apn',
      header: t('sims.apn'),
      sortable: true,
      shown: false,
      text: (row) => row.apn,
      cell: (row) => code(row.apn),
    },
    {
      id: 'account_name',
      header: t('sims.account'),
      sortable: true,
      text: (row) => row.account_name,
      cell: (row) => <bdi>{row.account_name}</bdi>,
    },
    {
      id: 'labels',
      header: t('sims.labels'),
      text: (row) => row.labels.join(', '),
      cell: (row) => <LabelBadges labels={row.labels} />,
    },
    { id: 'note', header: t('sims.note'), shown: false, text: (row) => row.note, cell: (row) => <bdi>{row.note}</bdi> },
    {
      id: 'created_at',
      header: t('sims.created'),
      sortable: true,
      shown: false,
      text: time,
      cell: (row) => <span className="figures">{time(row)}</span>,
    },
  ];
}
