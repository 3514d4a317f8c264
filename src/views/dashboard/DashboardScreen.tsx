import type { ReactNode } from 'react';
import type { DashboardDetails } from '../../api/contract/index.ts';
import type { Need } from '../../domain/access/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Link, Skeleton } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ProblemState } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { NeedsAttention } from './NeedsAttention.tsx';
import './dashboard.css';

/** Each count leads to what it counts, for those who may go there. */
const TILES: readonly { readonly id: keyof DashboardDetails; readonly path: string | null; readonly need: Need }[] = [
  { id: 'units', path: '/units/list', need: { resource: 'units', action: 'r' } },
  { id: 'devices', path: '/devices', need: { resource: 'devices', action: 'm' } },
  { id: 'users', path: '/users', need: { resource: 'user', action: 'r' } },
  { id: 'accounts', path: '/accounts', need: { resource: 'vw_user_accounts', action: 'r' } },
  {
    id: 'pending_invitations',
    path: '/user-invitations',
    need: { resource: 'user_accounts_invitations', action: 'r' },
  },
];

/**
 * What needs attention now, and how much there is of everything; widgets are still to come (specification, chapter 1).
 */
export default function DashboardScreen(): ReactNode {
  const { t } = useTranslation();
  const { can, account } = useSession();
  return (
    <div className="dashboard">
      <h1 className="dashboard-title">
        <bdi>{account?.name}</bdi>
      </h1>
      <NeedsAttention />
      {can({ resource: 'widgets', action: 'r' }) && <Counts />}
      <p className="dashboard-soon">
        {t('dashboard.comingSoon')}: {t('dashboard.comingSoonLead')}
      </p>
    </div>
  );
}

/** How much there is of everything. */
function Counts(): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('dashboardDetails', {}, ['account', 'user', 'unit', 'device', 'invitation']);
  if (answer.problem !== null && answer.value === null)
    return <ProblemState problem={answer.problem} onRetry={answer.reload} />;
  return (
    <ul className="dashboard-tiles" aria-label={t('dashboard.counts')} aria-busy={answer.loading}>
      {TILES.map((tile) => (
        <li key={tile.id}>
          <Tile {...tile} count={answer.value?.[tile.id] ?? null} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ id, path, need, count }: (typeof TILES)[number] & { count: number | null }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { can } = useSession();
  const content = (
    <>
      <span className="dashboard-figure">
        {count === null ? <Skeleton width="3ch" height="2rem" /> : formats.number(count)}
      </span>
      <span className="dashboard-label">{t(`dashboard.${id}`)}</span>
    </>
  );
  return path !== null && can(need) ? (
    <Link href={path} className="dashboard-tile">
      {content}
    </Link>
  ) : (
    <div className="dashboard-tile">{content}</div>
  );
}
