import type { ReactNode } from 'react';
import type { DashboardDetails } from '../../api/contract/index.ts';
import type { Need } from '../../domain/access/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Link, Skeleton } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ProblemState } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import './dashboard.css';

/** Each count leads to what it counts, for those who may go there. */
const TILES: readonly { readonly id: keyof DashboardDetails; readonly path: string | null; readonly need: Need }[] = [
  { id: 'units', path: '/units/list', need: { resource: 'units', action: 'r' } },
  { id: 'devices', path: null, need: { resource: 'devices', action: 'r' } },
  { id: 'users', path: '/users', need: { resource: 'user', action: 'r' } },
  { id: 'accounts', path: '/accounts', need: { resource: 'vw_user_accounts', action: 'r' } },
  {
    id: 'pending_invitations',
    path: '/user-invitations',
    need: { resource: 'user_accounts_invitations', action: 'r' },
  },
];

/** "Coming Soon" (specification, chapter 1), with the counts that there are. */
export default function DashboardScreen(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { can, account } = useSession();
  const mayCount = can({ resource: 'widgets', action: 'r' });
  const answer = useAnswer('dashboardDetails', mayCount ? {} : null, [
    'account',
    'user',
    'unit',
    'device',
    'invitation',
  ]);
  return (
    <div className="dashboard">
      <h1 className="dashboard-title">
        <bdi>{account?.name}</bdi>
      </h1>
      {answer.problem !== null && answer.value === null ? (
        <ProblemState problem={answer.problem} onRetry={answer.reload} />
      ) : (
        mayCount && (
          <ul className="dashboard-tiles" aria-busy={answer.loading}>
            {TILES.map(({ id, path, need }) => {
              const figure =
                answer.value === null ? <Skeleton width="3ch" height="2rem" /> : formats.number(answer.value[id]);
              const content = (
                <>
                  <span className="dashboard-figure">{figure}</span>
                  <span className="dashboard-label">{t(`dashboard.${id}`)}</span>
                </>
              );
              return (
                <li key={id}>
                  {path !== null && can(need) ? (
                    <Link href={path} className="dashboard-tile">
                      {content}
                    </Link>
                  ) : (
                    <div className="dashboard-tile">{content}</div>
                  )}
                </li>
              );
            })}
          </ul>
        )
      )}
      <section className="dashboard-soon" aria-label={t('dashboard.comingSoon')}>
        <h2>{t('dashboard.comingSoon')}</h2>
        <p>{t('dashboard.comingSoonLead')}</p>
      </section>
    </div>
  );
}
