import { MINUTE, toIso, SECOND, type Instant } from '../../../src/domain/base/index.ts';
import {
  adherenceOf,
  eventsOfRun,
  isSameData,
  type RunEvent,
  type RunResult,
} from '../../../src/domain/detection/index.ts';
import { eventOf, type EventContent } from '../../../src/domain/events/index.ts';
import type { AppendedEvent, Transaction } from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';
import { foundAt, recordFactFirings, type FactChange } from '../ruleFacts/index.ts';
import type { StoredRun } from './runBook.ts';

/** A run with what is found of it now. */
export interface FoundRun {
  readonly run: StoredRun;
  readonly result: RunResult;
  readonly unitName: string;
}

/** What happened longer ago than this wakes nobody (domain reference, 1.4). */
const LATE_AFTER = 15 * MINUTE;
/** More than this from one look at a run is reported in one word. */
const MOST_EVENTS = 20;

/** True where more than the distance left and the time of arrival changed. */
export function isNews(before: RunResult | null, after: RunResult): boolean {
  return before === null || !isSameData(lasting(before), lasting(after));
}

/** Without what changes with every report. */
const lasting = ({ state, reason, startedAt, endedAt, checkpoints, next, isOff, offSpans }: RunResult): object =>
  JSON.parse(JSON.stringify({ state, reason, startedAt, endedAt, checkpoints, next, isOff, offSpans })) as object;

/**
 * Stores what was found of runs, with their events, and answers those that were stored: a run that a person changed
 * meanwhile, or that was taken back, is left as it is.
 */
export async function writeRuns(
  transaction: Transaction,
  found: readonly FoundRun[],
  ledger: DetectionLedger,
  now: Instant,
): Promise<Set<number>> {
  const isoOf = (at: Instant | null): string | null => (at === null ? null : toIso(at));
  const rows = await transaction.query<{ id: number }>(
    `update route_run r set state = w.state, started_at = w.started_at, ended_at = w.ended_at, result = w.result
     from unnest($1::int8[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[], $6::timestamptz[], $7::timestamptz[])
       as w (id, state, started_at, ended_at, result, hand_start_at, hand_abort_at)
     where r.id = w.id and r.hand_start_at is not distinct from w.hand_start_at and r.hand_abort_at is not distinct from w.hand_abort_at
     returning r.id`,
    [
      found.map(({ run }) => run.runId),
      found.map(({ result }) => result.state),
      found.map(({ result }) => isoOf(result.startedAt)),
      found.map(({ result }) => isoOf(result.endedAt)),
      found.map(({ result }) => JSON.stringify(result)),
      found.map(({ run }) => isoOf(run.byHand.startedAt)),
      found.map(({ run }) => isoOf(run.byHand.abortedAt)),
    ],
  );
  const written = new Set(rows.map(({ id }) => id));
  const news = found.filter(({ run, result }) => written.has(run.runId) && isNews(run.result, result));
  await replaceEvents(transaction, news);
  await transaction.appendEvents(news.flatMap((each) => factsOf(each, now)));
  await recordFactFirings(transaction, ledger, news.flatMap(factChangesOfRun), now);
  return written;
}

async function replaceEvents(transaction: Transaction, found: readonly FoundRun[]): Promise<void> {
  if (found.length === 0) return;
  await transaction.query('delete from route_run_event where run_id = any($1::int8[])', [
    found.map(({ run }) => run.runId),
  ]);
  const events = found.flatMap(({ run, result }) => eventsOfRun(run.plan, result).map((event) => ({ run, event })));
  if (events.length === 0) return;
  await transaction.query(
    `insert into route_run_event (run_id, account_id, unit_id, at, kind, route_name, checkpoint, data, latitude, longitude)
     select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::float8[], $10::float8[])`,
    [
      events.map(({ run }) => run.runId),
      events.map(({ run }) => run.accountId),
      events.map(({ run }) => run.unitId),
      events.map(({ event }) => toIso(event.at)),
      events.map(({ event }) => event.kind),
      events.map(({ run }) => run.routeName),
      events.map(({ event }) => event.checkpoint),
      events.map(({ event }) => JSON.stringify(event.values)),
      events.map(({ event }) => event.place?.latitude ?? null),
      events.map(({ event }) => event.place?.longitude ?? null),
    ],
  );
}

/** What is to be notified of a run that is other than it was. */
function factsOf({ run, result, unitName }: FoundRun, now: Instant): AppendedEvent[] {
  const { plan, result: before } = run;
  const common = { route_id: run.routeId, name: run.routeName, unit_id: run.unitId, unit: unitName };
  const origin = { account_id: run.accountId, subject_id: run.runId, user_id: null, time: toIso(now) };
  const recorded = (content: EventContent): AppendedEvent => eventOf(content, origin);
  const isLate = (at: Instant): boolean => now - at > LATE_AFTER;
  const known = new Set(before === null ? [] : eventsOfRun(plan, before).map(keyOf));
  const facts = eventsOfRun(plan, result)
    .filter((event) => !known.has(keyOf(event)))
    .map((event): AppendedEvent => {
      const late = isLate(event.at);
      const delay = event.values['delay'] ?? null;
      const data = { ...common, late, checkpoint: event.checkpoint, delay };
      switch (event.kind) {
        case 'offRoute':
          return recorded({ kind: 'unitOffRoute', data: { ...common, late } });
        case 'backOnRoute':
          return recorded({ kind: 'unitBackOnRoute', data: { ...common, late } });
        case 'runFinished':
          return recorded({ kind: 'runFinished', data: { ...common, late, adherence: adherenceOf(plan, result) } });
        case 'checkpointReached':
          return recorded({ kind: 'checkpointReached', data });
        case 'checkpointLate':
          return recorded({ kind: 'checkpointLate', data });
        default:
          return recorded({ kind: 'checkpointSkipped', data });
      }
    });
  const { startedAt, endedAt, state, reason } = result;
  if (startedAt !== null && (before?.startedAt ?? null) === null)
    facts.unshift(recorded({ kind: 'runStarted', data: { ...common, late: isLate(startedAt) } }));
  if (state === 'aborted' && endedAt !== null && before?.state !== 'aborted' && reason !== 'byHand')
    facts.push(recorded({ kind: 'runAborted', data: { ...common, late: isLate(endedAt), reason } }));
  if (facts.length > 0 && facts.length <= MOST_EVENTS) return facts;
  return before === null && facts.length === 0
    ? []
    : [recorded({ kind: 'runChanged', data: { ...common, late: true } })];
}

type RunFact = Exclude<RunEvent['kind'], 'checkpointReached' | 'backOnRoute'>;

/** Whether rules ask for it. */
const isFact = (kind: RunEvent['kind']): kind is RunFact => kind !== 'checkpointReached' && kind !== 'backOnRoute';

/** What rules may ask of a run: what happened in it as it stands now, and what turned out not to have happened. */
function factChangesOfRun({ run, result }: FoundRun): FactChange[] {
  const keyed = (result: RunResult | null): Map<string, RunEvent> =>
    new Map(
      (result === null ? [] : eventsOfRun(run.plan, result))
        .filter(({ kind }) => isFact(kind))
        .map((event) => [`run ${run.runId} ${keyOf(event)}`, event]),
    );
  const now = keyed(result);
  const gone = [...keyed(run.result).keys()].filter((key) => !now.has(key));
  return [
    ...gone.map((key) => ({ unitId: run.unitId, key, found: null })),
    ...[...now].map(([key, event]) => ({ unitId: run.unitId, key, found: foundInRun(event) })),
  ];
}

function foundInRun({ kind, at, place, values }: RunEvent): FactChange['found'] {
  if (!isFact(kind)) return null;
  const { delay } = values;
  return foundAt(kind, at, { place, minutes: delay === undefined ? null : (delay * SECOND) / MINUTE });
}

const keyOf = ({ kind, checkpoint, at }: RunEvent): string =>
  kind === 'offRoute' || kind === 'backOnRoute' ? `${kind} ${Math.round(at / SECOND)}` : `${kind} ${checkpoint}`;
