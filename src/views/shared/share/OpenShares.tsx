import { useState, type ReactNode } from 'react';
import { SHARE, fromIso } from '../../../domain/base/index.ts';
import type { Share } from '../../../domain/share/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Link, Skeleton } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useAnswer } from '../services/calls.ts';
import { useNow } from '../time/useNow.ts';
import { RevokeShare } from './RevokeShare.tsx';
import { useOpenings } from './useOpenings.ts';

const OPEN = { limit: SHARE.perAccount, filters: { state: 'open' } } as const;

/** The links of the account that work or will, each with how often it was opened. */
export function OpenShares(): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getShareList', OPEN, ['share']);
  const now = useNow();
  const [revoking, setRevoking] = useState<Share | null>(null);
  const shares = answer.value?.rows.filter(({ to }) => fromIso(to) > now);
  return (
    <section className="share-open" aria-label={t('share.open')}>
      <h3>{t('share.open')}</h3>
      {answer.problem !== null && (
        <ProblemBanner problem={answer.problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
      )}
      {shares === undefined && answer.problem === null && <Skeleton height="48px" />}
      {shares?.length === 0 && <p className="dim">{t('share.none')}</p>}
      <ul>
        {shares?.map((share) => (
          <ShareLine key={share.share_id} share={share} onRevoke={() => setRevoking(share)} />
        ))}
      </ul>
      <Link href="/shares">{t('share.all')}</Link>
      {revoking !== null && (
        <RevokeShare share={revoking} onRevoked={answer.reload} onClose={() => setRevoking(null)} />
      )}
    </section>
  );
}

function ShareLine({ share, onRevoke }: { readonly share: Share; readonly onRevoke: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, units, from, to, state, created_by: by } = share;
  const openings = useOpenings();
  const time =
    state === 'upcoming'
      ? t('share.fromTo', { from: formats.dateTime(fromIso(from)), to: formats.dateTime(fromIso(to)) })
      : t('share.until', { time: formats.dateTime(fromIso(to)) });
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="dim">
          {time} · {openings(share)} · <bdi>{by}</bdi>
        </span>
        <span className="dim">
          <bdi>{units.map((unit) => unit.name).join(', ')}</bdi>
        </span>
      </div>
      <Button size="compact" onPress={onRevoke} aria-label={t('share.revokeOne', { name })}>
        {t('share.revoke')}
      </Button>
    </li>
  );
}
