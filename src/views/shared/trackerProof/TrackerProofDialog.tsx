import { useEffect, type ReactNode } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, Dialog } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useAnswer } from '../services/calls.ts';
import { useAct } from '../services/useAct.ts';
import { useReloading } from '../services/useReloading.ts';
import './trackerProof.css';

/** How often it is asked whether the tracker has reported: somebody is beside it and waits. */
const REFRESH = SECOND;

interface TrackerProofDialogProps {
  readonly identifier: string;
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Asks for a report of the tracker within a minute, as whoever is beside it can have it send one. */
export function TrackerProofDialog({ identifier, onProven, onClose }: TrackerProofDialogProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const act = useAct();
  const { value, reload } = useAnswer('getTrackerClaim', { unique_identifier: identifier });
  const state = value?.state ?? 'none';
  const isWaiting = state === 'waiting';
  useReloading(reload, isWaiting ? REFRESH : null);
  useEffect(() => {
    if (state === 'proven') onProven();
  }, [state, onProven]);
  const start = async (): Promise<void> => {
    if ((await act.run('startTrackerClaim', { unique_identifier: identifier })) !== null) reload();
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('trackerProof.title', { identifier })}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          {!isWaiting && (
            <Button variant="primary" busy={act.busy} onPress={() => void start()}>
              {t(state === 'failed' ? 'trackerProof.again' : 'trackerProof.start')}
            </Button>
          )}
        </>
      }>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <p>{t('trackerProof.lead')}</p>
      <ul className="tracker-proof-actions">
        {(['ignition', 'sos', 'restart'] as const).map((action) => (
          <li key={action}>{t(`trackerProof.actions.${action}`)}</li>
        ))}
      </ul>
      {isWaiting && (
        <output className="figures" aria-live="polite">
          {t('trackerProof.waiting', { seconds: formats.number(Math.ceil((value?.remaining ?? 0) / SECOND)) })}
        </output>
      )}
      {state === 'failed' && <Banner tone="caution">{t('trackerProof.failed')}</Banner>}
    </Dialog>
  );
}
