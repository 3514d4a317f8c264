import { MINUTE, SECOND, fromIso, type Instant } from '../../../domain/base/index.ts';
import { inMinutes, isLate, latenessOf, type RouteRun, type RunCheckpoint } from '../../../domain/route/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';

/** What a run is, in words. */
export interface RunWords {
  state(run: RouteRun): string;
  detail(run: RouteRun): string;
  /** All of it, for who does not see the lane. */
  summary(run: RouteRun): string;
  checkpoint(checkpoint: RunCheckpoint): string;
  /** How early or late a checkpoint was passed; empty within a minute, or where nothing says. */
  delay(checkpoint: Pick<RunCheckpoint, 'delay'>): string;
  offSpan(from: string, to: string | null): string;
}

export function useRunWords(now: Instant): RunWords {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = (iso: string): string => formats.time(fromIso(iso));
  const state = (run: RouteRun): string => {
    const late = latenessOf(run, now);
    const parts = [
      run.state === 'aborted'
        ? t(`routes.runs.reasons.${run.reason || 'byHand'}`)
        : t(`routes.runs.states.${run.state}`),
    ];
    if (isLate(run) && late !== null)
      parts.push(t('routes.runs.late', { duration: formats.duration(Math.max(late, MINUTE)) }));
    else if (late !== null && late < 0 && run.checkpoints.findLast(({ delay }) => delay !== null)?.status === 'early')
      parts.push(t('routes.runs.early', { duration: formats.duration(-late) }));
    if (run.off_route) parts.push(t('routes.runs.offRoute'));
    return parts.join(' · ');
  };
  const detail = (run: RouteRun): string => {
    const parts = [
      run.end === null ? time(run.start) : t('routes.runs.planned', { from: time(run.start), to: time(run.end) }),
    ];
    const next = run.checkpoints.find(({ key }) => key === run.next);
    if (run.state === 'started' && next) parts.push(t('routes.runs.next', { name: next.name }));
    if (run.eta !== null) parts.push(t('routes.runs.eta', { time: time(run.eta) }));
    if (run.state === 'finished' && run.ended_at !== null)
      parts.push(t('routes.runs.endedAt', { time: time(run.ended_at) }));
    const skipped = run.started_at === null ? 0 : run.checkpoints.filter(({ status }) => status === 'skipped').length;
    if (skipped > 0) parts.push(t('routes.runs.skipped', { count: skipped }));
    if (run.adherence !== null) parts.push(t('routes.runs.adherence', { share: formats.percent(run.adherence / 100) }));
    return parts.join(' · ');
  };
  const delayOf = ({ delay }: Pick<RunCheckpoint, 'delay'>): string => {
    const minutes = inMinutes((delay ?? 0) * SECOND);
    if (minutes === 0) return '';
    return t(minutes > 0 ? 'routes.runs.late' : 'routes.runs.early', { duration: formats.duration(Math.abs(minutes)) });
  };
  const checkpoint = (passed: RunCheckpoint): string => {
    const { name, status, arrived, departed, due } = passed;
    const at = arrived ?? departed;
    return [
      name,
      t(`routes.runs.statuses.${status}`),
      at === null ? '' : time(at),
      due === null ? '' : t('routes.runs.dueAt', { time: time(due) }),
      delayOf(passed),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
  return {
    state,
    detail,
    checkpoint,
    delay: delayOf,
    summary: (run) =>
      [run.unit_name, run.route_name, state(run), detail(run), ...run.checkpoints.map(checkpoint)].join('. '),
    offSpan: (from, to) =>
      t('routes.runs.offSpan', { from: time(from), to: to === null ? t('routes.runs.stillOff') : time(to) }),
  };
}
