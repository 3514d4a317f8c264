import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, ErrorIcon, ErrorState } from '../../ui/index.ts';
import type { Problem } from './services/fleet.ts';
import './shared.css';

/** The API's messages end with the id (specification, chapter 8); it is shown on a line of its own. */
export function messageOf(problem: Problem): string {
  const tail =
    problem.correlationId === null ? -1 : problem.message.lastIndexOf(` Correlation ID: ${problem.correlationId}`);
  return tail === -1 ? problem.message : problem.message.slice(0, tail);
}

/** A failure above a form: what happened, and the id that support asks for. */
export function ProblemBanner({ problem, action }: { problem: Problem; action?: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <Banner tone="critical" icon={<ErrorIcon />} action={action}>
      <p>{messageOf(problem)}</p>
      {problem.correlationId !== null && (
        <p className="correlation">{t('common.correlationId', { id: problem.correlationId })}</p>
      )}
    </Banner>
  );
}

/** A failure in the place of what could not be loaded. */
export function ProblemState({
  problem,
  title,
  onRetry,
  isScreen = false,
}: {
  problem: Problem;
  title?: string;
  onRetry?: () => void;
  isScreen?: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={title ?? t('errors.load')}
      cause={messageOf(problem)}
      correlation={
        problem.correlationId === null ? undefined : t('common.correlationId', { id: problem.correlationId })
      }
      onRetry={onRetry}
      retryLabel={t('common.retry')}
      isScreen={isScreen}
    />
  );
}
