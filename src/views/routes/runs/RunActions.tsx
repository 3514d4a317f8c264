import { useState, type ReactNode } from 'react';
import type { RouteRun } from '../../../domain/route/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { useCalls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';

/** Starts or ends a run by hand. */
export function RunActions({ run }: { run: RouteRun }): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const notify = useNotify();
  const [aborting, setAborting] = useState(false);
  const [busy, setBusy] = useState(false);
  if (run.state === 'finished' || run.state === 'aborted') return null;
  const act = async (method: 'startRun' | 'abortRun'): Promise<void> => {
    setBusy(true);
    const answer = await call(method, { run_id: run.run_id });
    setBusy(false);
    setAborting(false);
    if (answer.ok) notify.done(t(`routes.runs.done.${method}`, { unit: run.unit_name }));
    else notify.failed(answer.error);
  };
  return (
    <span className="run-actions">
      {run.state === 'planned' && (
        <Button
          size="compact"
          variant="quiet"
          isDisabled={busy}
          aria-label={t('routes.runs.startOf', { unit: run.unit_name })}
          onPress={() => void act('startRun')}>
          {t('routes.runs.start')}
        </Button>
      )}
      <Button
        size="compact"
        variant="quiet"
        isDisabled={busy}
        aria-label={t('routes.runs.abortRunOf', { unit: run.unit_name })}
        onPress={() => setAborting(true)}>
        {t('routes.runs.abort')}
      </Button>
      {aborting && (
        <ConfirmDialog
          title={t('routes.runs.abortOf', { unit: run.unit_name })}
          confirmLabel={t('routes.runs.abort')}
          danger
          busy={busy}
          onConfirm={() => void act('abortRun')}
          onClose={() => setAborting(false)}>
          {t('routes.runs.abortLead')}
        </ConfirmDialog>
      )}
    </span>
  );
}
