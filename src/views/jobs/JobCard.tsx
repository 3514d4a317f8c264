import type { ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import { hasEnded, type Job, type JobState } from '../../domain/job/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, CloseIcon, ProgressBar, type StatusTone } from '../../ui/index.ts';

const TONES: Readonly<Record<JobState, StatusTone | 'accent'>> = {
  queued: 'off',
  running: 'accent',
  done: 'normal',
  failed: 'critical',
  time_exceeded: 'serious',
  cancelled: 'off',
};

export interface JobCardProps {
  readonly job: Job;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** One job: what it is, its state, how far it is or what came of it, and the button that ends it. */
export function JobCard({ job, isBusy, onCancel }: JobCardProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = useJobName(job);
  return (
    <li className="job-card">
      <div className="job-words">
        <p className="job-name">
          <span>{name}</span>{' '}
          <Badge tone={TONES[job.state]}>{t(job.cancelling ? 'jobs.cancelling' : `jobs.states.${job.state}`)}</Badge>
        </p>
        <p className="dim">
          {t('jobs.created', { time: formats.dateTime(fromIso(job.created_at)) })}
          {job.ended_at !== null && ` · ${t('jobs.ended', { time: formats.dateTime(fromIso(job.ended_at)) })}`}
        </p>
        <JobOutcome job={job} />
        {job.state === 'running' && <JobProgress job={job} name={name} />}
      </div>
      {!hasEnded(job) && (
        <Button
          variant="quiet"
          isDisabled={isBusy || job.cancelling}
          icon={<CloseIcon aria-hidden="true" />}
          aria-label={t('jobs.cancelNamed', { name })}
          onPress={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </li>
  );
}

function useJobName({ kind }: Job): string {
  const { t, i18n } = useTranslation();
  const key = `jobs.kinds.${kind}`;
  return i18n.exists(key) ? t(key) : t('jobs.kinds.other');
}

function JobProgress({ job, name }: { job: Job; name: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const key = `jobs.steps.${job.step}`;
  const step = job.step !== null && i18n.exists(key) ? t(key, job.step_values) : name;
  // Until the first word of it, how long it takes is not known.
  return <ProgressBar label={step} {...(job.progress > 0 && { value: job.progress })} labelHidden={step === name} />;
}

/** Why it failed or waits again, or what came of it. */
function JobOutcome({ job }: { job: Job }): ReactNode {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  if (job.error_code !== null)
    return (
      <p>
        {t(`jobs.errors.${job.error_code}`)}
        {job.state === 'queued' && ` ${t('jobs.again', { time: formats.dateTime(fromIso(job.run_at)) })}`}
      </p>
    );
  const key = `jobs.results.${job.kind}`;
  return job.result !== null && i18n.exists(key) ? <p>{t(key, job.result)}</p> : null;
}
