import { SECOND, type Instant } from '../../base/index.ts';
import type { RunPlan } from '../../route/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { RunResult } from './runFold.ts';

/** Kinds of what happens in a run, as the timeline of its unit lists them. */
type RunEventKind =
  | 'checkpointReached'
  | 'checkpointLate'
  | 'checkpointSkipped'
  | 'offRoute'
  | 'backOnRoute'
  | 'runFinished';

/** Something that happened in a run. */
export interface RunEvent {
  readonly kind: RunEventKind;
  readonly at: Instant;
  /** Of the checkpoint; empty for what is about the run. */
  readonly checkpoint: string;
  readonly place: Place | null;
  /** `delay` and `duration` in seconds, `adherence` in per cent. */
  readonly values: Readonly<Record<string, number>>;
}

/** What happened in a run, oldest first. Of one that never started nothing is shown but that it is late. */
export function eventsOfRun(plan: RunPlan, result: RunResult): RunEvent[] {
  const events: RunEvent[] = [];
  for (const [index, checkpoint] of result.checkpoints.entries()) {
    const { arrived, departed, status, delay, skippedAt, place } = checkpoint;
    const { name, due, tolerance } = plan.checkpoints[index];
    const isStart = index === 0 && plan.order !== 'any';
    const at = isStart ? departed : arrived;
    const values: Record<string, number> = delay === null ? {} : { delay: Math.round(delay / SECOND) };
    const late = due === null ? null : due + tolerance;
    if (status === 'late' && late !== null)
      events.push({ kind: 'checkpointLate', at: late, checkpoint: name, place: null, values });
    if (status === 'skipped') {
      if (skippedAt !== null && result.startedAt !== null)
        events.push({ kind: 'checkpointSkipped', at: skippedAt, checkpoint: name, place: null, values: {} });
    } else if (at !== null) {
      events.push({ kind: 'checkpointReached', at, checkpoint: name, place, values });
    }
  }
  for (const { from, to, place, back } of result.offSpans) {
    const values: Record<string, number> = to === null ? {} : { duration: (to - from) / SECOND };
    events.push({ kind: 'offRoute', at: from, checkpoint: '', place, values });
    // Spans that were stored before it was known where a unit came back do not say it.
    if (to !== null && back) events.push({ kind: 'backOnRoute', at: to, checkpoint: '', place: back, values: {} });
  }
  if (result.state === 'finished' && result.endedAt !== null) {
    const adherence = adherenceOf(plan, result);
    const last = result.checkpoints.findLast(({ place }) => place !== null)?.place ?? null;
    events.push({
      kind: 'runFinished',
      at: result.endedAt,
      checkpoint: '',
      place: last,
      values: adherence === null ? {} : { adherence },
    });
  }
  return events.toSorted((a, b) => a.at - b.at);
}

/** Per cent of the track that lay inside the corridor; null without a corridor or a track. */
export function adherenceOf(plan: RunPlan, { inside, distance }: RunResult): number | null {
  if (!plan.corridor || distance <= 0) return null;
  return Math.min(100, Math.round((inside / distance) * 1_000) / 10);
}
