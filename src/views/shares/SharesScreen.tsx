import { useState, type ReactNode } from 'react';
import { SHARE_STATES, type Share } from '../../domain/share/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, EmptyState, LinkButton, MapIcon, ShareIcon } from '../../ui/index.ts';
import { ServerList } from '../shared/list/ServerList.tsx';
import { RevokeShare } from '../shared/share/RevokeShare.tsx';
import { useShareColumns } from './useShareColumns.tsx';

/** The list hears of it by the event of the share. */
const nothing = (): void => undefined;

/**
 * Location links of the account, also those that have ended: who sees what until when, and how often they were
 * opened.
 */
export default function SharesScreen(): ReactNode {
  const { t } = useTranslation();
  const [revoking, setRevoking] = useState<Share | null>(null);
  return (
    <>
      <h1 className="visually-hidden">{t('screens.shares')}</h1>
      <ServerList<'getShareList'>
        id="shares"
        label={t('screens.shares')}
        method="getShareList"
        subjects={['share', 'unit']}
        columns={useShareColumns()}
        rowKey={({ share_id: id }) => id}
        rowName={({ name }) => name}
        filters={[
          {
            id: 'state',
            label: t('shares.state'),
            options: (['open', ...SHARE_STATES] as const).map((value) => ({
              value,
              label: t(`shares.states.${value}`),
            })),
          },
        ]}
        sort="-created_at"
        savedViews="shares"
        searchLabel={t('shares.search')}
        actions={(share) => <Revoke share={share} onRevoke={() => setRevoking(share)} />}
        empty={
          <EmptyState
            title={t('shares.emptyTitle')}
            icon={<ShareIcon />}
            action={
              <LinkButton href="/units/map" icon={<MapIcon aria-hidden="true" />}>
                {t('menu.unitMap')}
              </LinkButton>
            }>
            {t('shares.emptyLead')}
          </EmptyState>
        }
      />
      {revoking !== null && <RevokeShare share={revoking} onRevoked={nothing} onClose={() => setRevoking(null)} />}
    </>
  );
}

function Revoke({ share: { name, state }, onRevoke }: { share: Share; onRevoke: () => void }): ReactNode {
  const { t } = useTranslation();
  if (state !== 'active' && state !== 'upcoming') return null;
  return (
    <Button size="compact" variant="quiet" onPress={onRevoke} aria-label={t('share.revokeOne', { name })}>
      {t('share.revoke')}
    </Button>
  );
}
