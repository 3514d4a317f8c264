import { useState, type ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import type { Share } from '../../../domain/share/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Skeleton } from '../../../ui/index.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useAct } from '../../shared/services/useAct.ts';
import { useNow } from '../../shared/time/useNow.ts';

/** The links of the account that work or will, each with how often it was opened. */
export function OpenShares(): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getShareList', {}, ['share']);
  const now = useNow();
  const notify = useNotify();
  const act = useAct();
  const [revoking, setRevoking] = useState<Share | null>(null);
  const revoke = async ({ share_id: id, name }: Share): Promise<void> => {
    const done = await act.run('revokeShare', { share_id: id });
    if (done === null) return;
    notify.done(t('share.revoked', { name }));
    setRevoking(null);
    answer.reload();
  };
  const shares = answer.value?.shares.filter(({ to }) => fromIso(to) > now);
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
      {revoking !== null && (
        <ConfirmDialog
          title={t('share.revokeTitle', { name: revoking.name })}
          confirmLabel={t('share.revoke')}
          danger
          busy={act.busy}
          problem={act.problem}
          onConfirm={() => void revoke(revoking)}
          onClose={() => {
            act.reset();
            setRevoking(null);
          }}>
          {t('share.revokeLead')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function ShareLine({ share, onRevoke }: { readonly share: Share; readonly onRevoke: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, units, from, to, state, opened, created_by: by } = share;
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
          {time} · {t('share.opened', { count: opened })} · <bdi>{by}</bdi>
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
