import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { messageOf } from '../shared/ProblemView.tsx';
import { ClosedRoad, ErrorPage } from './ErrorPage.tsx';

/** A session is kept but the server cannot be asked; it is tried again by itself, or at once by hand. */
export default function UnreachablePage({
  problem,
  onRetry,
  onSignOut,
}: {
  problem: Problem | null;
  onRetry: () => void;
  onSignOut: () => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <ErrorPage
      figure={<ClosedRoad />}
      title={t('errors.unreachableTitle')}
      lead={problem === null ? t('errors.unreachableLead') : messageOf(problem)}>
      <Button variant="primary" onPress={onRetry}>
        {t('common.retry')}
      </Button>
      <Button onPress={onSignOut}>{t('userMenu.logout')}</Button>
    </ErrorPage>
  );
}
