import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BacktestUnits } from '../../../api/contract/index.ts';
import {
  compareFirings,
  estimatedFacts,
  isTriable,
  leadInOf,
  summarize,
  wantedUnits,
  type BacktestPlaces,
  type ComparedFiring,
  type EstimatedFact,
  type PastSummary,
  type TriedRule,
  type UnitPast,
} from '../../../domain/backtest/index.ts';
import { BACKTEST, DAY, MINUTE, floorTo, toIso, type Interval } from '../../../domain/base/index.ts';
import { isSameData } from '../../../domain/detection/index.ts';
import {
  areComplete,
  leavesOf,
  referencesOf,
  type ReferenceKind,
  type Rule,
  type RuleCondition,
  type RuleLimits,
  type RuleTest,
} from '../../../domain/rule/index.ts';
import type { Backtest, TriedUnit } from '../../../streams/sources/backtest/index.ts';
import { useAnswer, type Answer } from '../../shared/services/calls.ts';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { typedLimits, typedTest } from '../form/ruleValues.ts';
import { useUnitsByName, type Watched } from '../now/useWatched.ts';

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
  readonly lacks: 'conditions' | 'limits' | 'units' | 'rights' | null;
  /** Conditions on what one may not see, or what nobody can look for in the past. */
  readonly untried: readonly RuleCondition[];
  /** What the rule asks for of which the past is known in part only. */
  readonly estimated: readonly EstimatedFact[];
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

/** Tries the rule that is written on what is stored of its units; null where one may not look back. */
export function usePast(
  isAllUnits: boolean,
  { meant, owner }: Pick<Watched, 'meant' | 'owner'>,
  test: RuleTest | null,
  limits: RuleLimits,
  saved: Rule | null,
): Past | null {
  const { can } = useSession();
  const { now } = useFleet();
  const [days, setDays] = useState<PastDays>(7);
  const [to, setTo] = useState(() => floorTo(now(), MINUTE));
  const mayLookBack = can({ resource: 'units', action: 'sh' });
  const hasUnits = isAllUnits || meant.length > 0;
  const untried = leavesOf(test?.conditions ?? []).filter((condition) => !isTriable(condition, can));
  const areLimited = areComplete(limits);
  const tried = test !== null && areLimited && untried.length === 0 ? { test, limits } : null;
  const interval = useMemo(() => ({ from: to - days * DAY, to }), [to, days]);
  const units = useAnswer(
    'getBacktestUnits',
    mayLookBack && hasUnits && tried !== null
      ? {
          from: toIso(interval.from),
          to: toIso(interval.to),
          ...(isAllUnits ? owner !== null && { account_id: owner } : { unit_ids: [...meant] }),
        }
      : null,
    ['unit', 'device'],
  );
  const rules = useRules(tried, saved);
  const places = usePlaces(rules);
  const others = useOthers(rules, interval);
  const run = useRun(hasUnits ? rules : null, units.loading ? null : units.value, others.value, places, interval);
  const again = (): void => {
    setTo(floorTo(now(), MINUTE));
    units.reload();
    others.reload();
    run.again();
  };
  if (!mayLookBack) return null;
  const lacks = !hasUnits
    ? 'units'
    : test === null
      ? 'conditions'
      : !areLimited
        ? 'limits'
        : untried.length === 0
          ? null
          : 'rights';
  const problem = others.problem ?? run.problem;
  const isRunning = run.isRunning && units.problem === null && others.problem === null;
  const estimated = test === null ? [] : estimatedFacts([test]);
  return { days, setDays, units, lacks, untried, estimated, ...run, problem, isRunning, again };
}

/** The rule as it is written, and as it was saved where it is another; the same as long as both say the same. */
function useRules(tried: TriedRule | null, saved: Rule | null): readonly TriedRule[] | null {
  const { can } = useSession();
  const test = saved && typedTest(saved);
  const before =
    saved && test && leavesOf(test.conditions).every((condition) => isTriable(condition, can))
      ? { test, limits: typedLimits(saved) }
      : null;
  const text =
    tried === null ? null : JSON.stringify(before === null || isSameData(tried, before) ? [tried] : [tried, before]);
  return useMemo(() => (text === null ? null : (JSON.parse(text) as TriedRule[])), [text]);
}

const NO_PLACES: BacktestPlaces = { zones: [], groups: [] };

/** The geofences that the rules name; null until they were read. Where one may not see any, none. */
function usePlaces(rules: readonly TriedRule[] | null): BacktestPlaces | null {
  const { can } = useSession();
  const named = (rules ?? []).flatMap(({ test: { conditions } }) => leavesOf(conditions).flatMap(referencesOf));
  const idsOf = (wanted: ReferenceKind): number[] => [
    ...new Set(named.filter(({ kind }) => kind === wanted).map(({ id }) => id)),
  ];
  const [zones, groups] = [idsOf('zone'), idsOf('zoneGroup')];
  const isAsked = zones.length + groups.length > 0 && can({ resource: 'geofences', action: 'r' });
  const answer = useAnswer('getBacktestPlaces', isAsked ? { zone_ids: zones, zone_group_ids: groups } : null, [
    'geofence',
    'label',
  ]);
  return isAsked ? (answer.loading ? null : answer.value) : NO_PLACES;
}

/**
 * Units that the rules have others meet, of those that one sees, and how their reports are read; null until it was
 * read.
 */
function useOthers(
  rules: readonly TriedRule[] | null,
  { from, to }: Interval,
): { readonly value: readonly TriedUnit[] | null; readonly problem: Problem | null; readonly reload: () => void } {
  const seen = useUnitsByName();
  const wanted = new Set(wantedUnits((rules ?? []).map(({ test }) => test)));
  const unitIds = seen.map(({ unit_id: id }) => id).filter((id) => wanted.has(id));
  const isAsked = rules !== null && unitIds.length > 0;
  // Where one stopped before the interval says whom it is near.
  const { loading, problem, reload, ...answer } = useAnswer(
    'getBacktestUnits',
    isAsked ? { from: toIso(from - leadInOf(rules)), to: toIso(to), unit_ids: unitIds } : null,
    ['unit', 'device'],
  );
  const value = useMemo(() => (answer.value === null ? null : triedUnits(answer.value)), [answer.value]);
  return { value: isAsked ? (loading ? null : value) : NO_OTHERS, problem, reload };
}

const NO_OTHERS: readonly TriedUnit[] = [];

const triedUnits = ({ units, setups }: BacktestUnits): TriedUnit[] =>
  units.map(({ unit_id: unitId, setup, time_zone: timeZone }) => ({ unitId, setup: setups[setup], timeZone }));

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

/** Runs the rules whenever they, the units or the interval are others. Previous findings stay until there are more. */
function useRun(
  rules: readonly TriedRule[] | null,
  units: BacktestUnits | null,
  others: readonly TriedUnit[] | null,
  places: BacktestPlaces | null,
  interval: Interval,
): Run {
  const { open, forget } = useOpenBacktest();
  const [round, setRound] = useState(0);
  const question = useMemo(
    () =>
      rules === null || units === null || others === null || places === null
        ? null
        : { rules, units, others, places, interval, round },
    [rules, units, others, places, interval, round],
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
    isRunning: rules !== null && !(isOwn && state.isOver),
    progress: isOwn ? state.progress : 0,
    isCancelled: isOwn && state.isCancelled,
    problem: isOwn ? state.problem : null,
    found: rules === null ? null : state.found,
    cancel,
    again,
  };
}

function partOf(
  { rules, units: { units }, interval }: Question,
  pasts: readonly UnitPast[],
): Pick<RunState, 'progress' | 'found'> {
  const isWhole = pasts.length === units.length;
  return { progress: isWhole ? 1 : pasts.length / units.length, found: foundOf(pasts, rules, interval, isWhole) };
}

interface Question {
  readonly rules: readonly TriedRule[];
  readonly units: BacktestUnits;
  readonly others: readonly TriedUnit[];
  readonly places: BacktestPlaces;
  readonly interval: Interval;
}

/** Answers what went wrong. Rejects when it is given up. */
async function tryOut(
  backtest: Backtest,
  { rules, units, others, places, interval }: Question,
  show: (pasts: readonly UnitPast[]) => void,
  signal: AbortSignal,
): Promise<Problem | null> {
  const answer = await backtest.run({ units: triedUnits(units), others, rules, places, interval }, show, signal);
  if (!answer.ok) return { ...answer.error, correlationId: null };
  if (answer.value.length === 0) show([]);
  return null;
}

function foundOf(
  pasts: readonly UnitPast[],
  rules: readonly TriedRule[],
  interval: Interval,
  isWhole: boolean,
): PastFound {
  const edited = summarize(pasts, 0, interval);
  const saved = rules.length > 1 ? summarize(pasts, 1, interval) : null;
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
