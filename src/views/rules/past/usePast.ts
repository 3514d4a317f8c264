import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BacktestUnits } from '../../../api/contract/index.ts';
import {
  compareFirings,
  isSaidByReports,
  summarize,
  type BacktestPlaces,
  type ComparedFiring,
  type PastSummary,
  type UnitPast,
} from '../../../domain/backtest/index.ts';
import { BACKTEST, DAY, MINUTE, floorTo, toIso, type Interval } from '../../../domain/base/index.ts';
import { isSameData } from '../../../domain/detection/index.ts';
import {
  referencesOf,
  type ConditionKindName,
  type ReferenceKind,
  type Rule,
  type RuleTest,
} from '../../../domain/rule/index.ts';
import type { Backtest } from '../../../streams/sources/backtest/index.ts';
import { useAnswer, type Answer } from '../../shared/services/calls.ts';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { typedTest } from '../form/ruleValues.ts';
import type { Watched } from '../now/useWatched.ts';

/** An edit is not tried before the hand rests for so long, milliseconds. */
const REST = 400;

export type PastDays = (typeof BACKTEST.days)[number];

/** What a rule would have found, as it is written. */
export interface PastFound {
  readonly interval: Interval;
  readonly edited: PastSummary;
  /** Of the rule as it is saved; null where it is new, or nothing is edited. */
  readonly saved: PastSummary | null;
  /** The firings of both, or of the only one. */
  readonly firings: readonly ComparedFiring[];
  /** All units were gone through. */
  readonly isWhole: boolean;
}

/** The rule that is written, tried on the past. */
export interface Past {
  readonly days: PastDays;
  readonly setDays: (days: PastDays) => void;
  /** Units that it is tried on, as far as they were read. */
  readonly units: Answer<BacktestUnits>;
  /** What is to be done before it can be tried. */
  readonly lacks: 'conditions' | 'units' | 'history' | null;
  /** Kinds of conditions that history does not say. */
  readonly untried: readonly ConditionKindName[];
  readonly isRunning: boolean;
  /** 0 to 1. */
  readonly progress: number;
  readonly isCancelled: boolean;
  /** Why history could not be read. */
  readonly problem: Problem | null;
  /** Null until something was found, or looked for in vain. */
  readonly found: PastFound | null;
  readonly cancel: () => void;
  /** Once more, up to now. */
  readonly again: () => void;
}

/** Tries the rule that is written on what its units reported; null where one may not look back. */
export function usePast(
  isAllUnits: boolean,
  { meant, owner }: Pick<Watched, 'meant' | 'owner'>,
  test: RuleTest | null,
  saved: Rule | null,
): Past | null {
  const { can } = useSession();
  const { now } = useFleet();
  const [days, setDays] = useState<PastDays>(7);
  const [to, setTo] = useState(() => floorTo(now(), MINUTE));
  const mayLookBack = can({ resource: 'units', action: 'sh' });
  const hasUnits = isAllUnits || meant.length > 0;
  const canBeTried = test !== null && test.conditions.every(isSaidByReports);
  const interval = useMemo(() => ({ from: to - days * DAY, to }), [to, days]);
  const units = useAnswer(
    'getBacktestUnits',
    mayLookBack && hasUnits && canBeTried
      ? {
          from: toIso(interval.from),
          to: toIso(interval.to),
          ...(isAllUnits ? owner !== null && { account_id: owner } : { unit_ids: [...meant] }),
        }
      : null,
    ['unit', 'device'],
  );
  const tests = useTests(canBeTried ? test : null, saved);
  const places = usePlaces(tests);
  const run = useRun(hasUnits ? tests : null, units.loading ? null : units.value, places, interval);
  const again = (): void => {
    setTo(floorTo(now(), MINUTE));
    units.reload();
    run.again();
  };
  if (!mayLookBack) return null;
  const lacks = !hasUnits ? 'units' : test === null ? 'conditions' : canBeTried ? null : 'history';
  const untried = test?.conditions.filter((condition) => !isSaidByReports(condition)).map(({ kind }) => kind) ?? [];
  return { days, setDays, units, lacks, untried: [...new Set(untried)], ...run, again };
}

/** The rule as it is written, and as it was saved where it is another; the same as long as both say the same. */
function useTests(test: RuleTest | null, saved: Rule | null): readonly RuleTest[] | null {
  const typed = saved && typedTest(saved);
  const before = typed?.conditions.every(isSaidByReports) === true ? typed : null;
  const text = test === null ? null : JSON.stringify(isSameData(test, before) ? [test] : [test, before]);
  return useMemo(() => {
    if (text === null) return null;
    return (JSON.parse(text) as (RuleTest | null)[]).filter((each) => each !== null);
  }, [text]);
}

const NO_PLACES: BacktestPlaces = { zones: [], groups: [] };

/** The geofences that the rules name; null until they were read. Where one may not see any, none. */
function usePlaces(tests: readonly RuleTest[] | null): BacktestPlaces | null {
  const { can } = useSession();
  const named = (tests ?? []).flatMap(({ conditions }) => conditions.flatMap(referencesOf));
  const idsOf = (wanted: ReferenceKind): number[] => [
    ...new Set(named.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ];
  const isAsked = named.length > 0 && can({ resource: 'geofences', action: 'r' });
  const answer = useAnswer(
    'getBacktestPlaces',
    isAsked ? { zone_ids: idsOf('zone'), zone_group_ids: idsOf('zoneGroup') } : null,
    ['geofence', 'label'],
  );
  return isAsked ? (answer.loading ? null : answer.value) : NO_PLACES;
}

type Run = Pick<Past, 'isRunning' | 'progress' | 'isCancelled' | 'problem' | 'found' | 'cancel' | 'again'>;

interface RunState {
  /** What it is of: another question has none of it yet. */
  readonly of: Question | null;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
  readonly progress: number;
  readonly problem: Problem | null;
  /** Of this question or, as long as it has found nothing, of the one before. */
  readonly found: PastFound | null;
}

const BEGINS: RunState = { of: null, isOver: false, isCancelled: false, progress: 0, problem: null, found: null };

/** Runs the tests whenever they, the units or the interval are others. What was found before stays until there is more. */
function useRun(
  tests: readonly RuleTest[] | null,
  units: BacktestUnits | null,
  places: BacktestPlaces | null,
  interval: Interval,
): Run {
  const { open, forget } = useOpenBacktest();
  const [round, setRound] = useState(0);
  const question = useMemo(
    () => (tests === null || units === null || places === null ? null : { tests, units, places, interval, round }),
    [tests, units, places, interval, round],
  );
  const [state, setState] = useState<RunState>(BEGINS);
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const controller = new AbortController();
    running.current = controller;
    const note = (part: Partial<RunState>): void => {
      if (controller.signal.aborted) return;
      setState((before) => ({
        ...(before.of === question ? before : { ...BEGINS, found: before.found }),
        ...part,
        of: question,
      }));
    };
    const timer = setTimeout(() => {
      tryOut(open(), question, (pasts) => note(partOf(question, pasts)), controller.signal).then(
        (problem) => note({ isOver: true, problem }),
        (error: unknown) => {
          if (!controller.signal.aborted) throw error;
        },
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [open, question]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState((before) => ({
      ...(before.of === question ? before : { ...BEGINS, found: before.found }),
      of: question,
      isOver: true,
      isCancelled: true,
    }));
  }, [question]);
  const again = useCallback(() => {
    // What came late is read as well.
    forget();
    setRound((count) => count + 1);
  }, [forget]);
  const isOwn = question !== null && state.of === question;
  return {
    isRunning: tests !== null && !(isOwn && state.isOver),
    progress: isOwn ? state.progress : 0,
    isCancelled: isOwn && state.isCancelled,
    problem: isOwn ? state.problem : null,
    found: tests === null ? null : state.found,
    cancel,
    again,
  };
}

function partOf(
  { tests, units: { units }, interval }: Question,
  pasts: readonly UnitPast[],
): Pick<RunState, 'progress' | 'found'> {
  const isWhole = pasts.length === units.length;
  return { progress: isWhole ? 1 : pasts.length / units.length, found: foundOf(pasts, tests, interval, isWhole) };
}

interface Question {
  readonly tests: readonly RuleTest[];
  readonly units: BacktestUnits;
  readonly places: BacktestPlaces;
  readonly interval: Interval;
}

/** Answers what went wrong. Rejects when it is given up. */
async function tryOut(
  backtest: Backtest,
  { tests, units: { units, setups }, places, interval }: Question,
  show: (pasts: readonly UnitPast[]) => void,
  signal: AbortSignal,
): Promise<Problem | null> {
  const tried = units.map(({ unit_id: unitId, setup }) => ({ unitId, setup: setups[setup] }));
  const answer = await backtest.run({ units: tried, tests, places, interval }, show, signal);
  if (!answer.ok) return { ...answer.error, correlationId: null };
  if (answer.value.length === 0) show([]);
  return null;
}

function foundOf(
  pasts: readonly UnitPast[],
  tests: readonly RuleTest[],
  interval: Interval,
  isWhole: boolean,
): PastFound {
  const edited = summarize(pasts, 0, interval);
  const saved = tests.length > 1 ? summarize(pasts, 1, interval) : null;
  const firings = saved
    ? compareFirings(saved.firings, edited.firings)
    : edited.firings.map((firing): ComparedFiring => ({ ...firing, change: 'same' }));
  return { interval, edited, saved, firings, isWhole };
}

/** Opens the back-test with the first run, and closes it with the form or where all is to be read again. */
function useOpenBacktest(): { readonly open: () => Backtest; readonly forget: () => void } {
  const { openBacktest } = useFleet();
  const opened = useRef<Backtest | null>(null);
  const forget = useCallback(() => {
    opened.current?.close();
    opened.current = null;
  }, []);
  useEffect(() => forget, [openBacktest, forget]);
  const open = useCallback(() => (opened.current ??= openBacktest()), [openBacktest]);
  return { open, forget };
}
