import { useState, type ReactNode } from 'react';
import { PAGE } from '../../domain/base/index.ts';
import { hasEnded, type Job } from '../../domain/job/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, EmptyState, JobsIcon, Skeleton } from '../../ui/index.ts';
import { Unanswered } from '../shared/AnswerView.tsx';
import { CutNote } from '../shared/list/CutNote.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useReloading } from '../shared/services/useReloading.ts';
import { JobCard } from './JobCard.tsx';
import './jobs.css';

const STEP = 50;
const CHANGED_BY = ['job'] as const;
/** Events bring each tenth of a job's progress; between them it is asked for, in milliseconds. */
const REFRESH = 2_000;

/** One's background jobs in the account: what runs and how far it is, and what came of the others. */
export default function JobsScreen(): ReactNode {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(STEP);
  const answer = useAnswer('getJobList', { limit }, CHANGED_BY);
  const act = useAct();
  const rows = answer.value?.rows ?? [];
  useReloading(answer.reload, rows.some((job) => !hasEnded(job)) ? REFRESH : null);
  const cancel = async (job: Job): Promise<void> => {
    await act.run('cancelJob', { job_id: job.job_id });
    answer.reload();
  };
  return (
    <div className="page jobs">
      <header className="page-head">
        <h1 className="page-title">{t('screens.jobs')}</h1>
      </header>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      {answer.value === null ? (
        <Unanswered answer={answer}>
          <output className="job-list" aria-label={t('common.loading')}>
            <Skeleton height="84px" />
            <Skeleton height="84px" />
          </output>
        </Unanswered>
      ) : (
        <>
          {answer.problem !== null && (
            <ProblemBanner
              problem={answer.problem}
              action={<Button onPress={answer.reload}>{t('common.retry')}</Button>}
            />
          )}
          {rows.length === 0 && (
            <EmptyState icon={<JobsIcon />} title={t('jobs.none')}>
              {t('jobs.noneLead')}
            </EmptyState>
          )}
          <ul className="job-list">
            {rows.map((job) => (
              <JobCard key={job.job_id} job={job} isBusy={act.busy} onCancel={() => void cancel(job)} />
            ))}
          </ul>
          <CutNote
            shown={rows.length}
            total={answer.value.total}
            action={
              limit < PAGE.maximumLimit && (
                <Button busy={answer.loading} onPress={() => setLimit(limit + STEP)}>
                  {t('list.showMore')}
                </Button>
              )
            }
          />
        </>
      )}
    </div>
  );
}
