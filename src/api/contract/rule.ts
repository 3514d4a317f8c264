import { array, boolean, number, object, string } from 'yup';
import { BACKTEST, RULE, TELEMETRY, optionalWholeWithin, optionalWithin } from '../../domain/base/index.ts';
import type { BacktestPlaces, BacktestSetup } from '../../domain/backtest/index.ts';
import type { FactName } from '../../domain/detection/index.ts';
import type { RoadClass } from '../../domain/road/index.ts';
import { BOUND_FACTS, FACTS, TRAFFIC_PERIODS, type FactBound, type Occurrence } from '../../domain/rule/index.ts';
import type { Place } from '../../domain/unitEvent/index.ts';
import { methodOf, pageRequest, unitIds, type Page } from './method.ts';

const rule = methodOf('rule-service');
const positive = number().integer().positive();
const factBound = object({
  fact: string().oneOf(BOUND_FACTS, 'validation.oneOf').required('validation.required'),
  megabytes: optionalWithin(RULE.megabytes),
  traffic_period: string().oneOf(TRAFFIC_PERIODS, 'validation.oneOf').default(TRAFFIC_PERIODS[0]),
  driving_minutes: optionalWholeWithin(RULE.driving),
  rest_minutes: optionalWholeWithin(RULE.rest),
  expiry_days: optionalWholeWithin(RULE.expiryDays),
});
/** What a rule is tried on: units of the past, and how their reports are read. */
export interface BacktestUnits {
  /** Those that reported in the interval, the most active first, `BACKTEST.units` at most. */
  readonly units: readonly {
    readonly unit_id: number;
    /** Place of its setup. */
    readonly setup: number;
    /** Of its account: hours and days of rules go by it. */
    readonly time_zone: string;
  }[];
  /** Units that are alike share one. */
  readonly setups: readonly BacktestSetup[];
  /** Of the units that are meant, those that reported in the interval, and all of them. */
  readonly reporting: number;
  readonly total: number;
}

/** What is stored of a unit beside its reports. Times are ISO 8601 UTC. */
export interface BacktestRecords {
  readonly unit_id: number;
  /** Oldest first. */
  readonly facts: readonly {
    readonly fact: FactName;
    readonly time: string;
    readonly position: Place | null;
    /** What is recorded with it. */
    readonly value: number | null;
    readonly litres: number | null;
    readonly kilometres: number | null;
    readonly minutes: number | null;
    /** The geofence that it is about; null: none. */
    readonly geofence_id: number | null;
    /** That it was looked for with; null: it is found whatever rules ask for. */
    readonly bound: FactBound | null;
  }[];
  /** Who was at the unit, one after another; nobody in between. */
  readonly drivers: readonly {
    readonly from: string;
    /** Null: still. */
    readonly to: string | null;
    readonly has_key: boolean;
    /** The key is one of an operator. */
    readonly is_known: boolean;
    /** 0 stands for each one whom the caller does not see. */
    readonly operator_ids: readonly number[];
    /** A long rest with the ignition off ended it. */
    readonly ends_by_rest: boolean;
  }[];
  /** On which road it drove from a report on; null: on none that the map knows. */
  readonly roads: readonly { readonly at: string; readonly road: RoadClass | null }[];
}

/** rule-service: when rules fired. The rules themselves derive from their definition (`domain/rule`). */
export const ruleMethods = {
  getOccurrences: rule<Page<Occurrence>>()({
    summary:
      'When rules of the account and its permitted descendants fired, a page at a time; newest first where nothing else is asked.',
    access: { resource: 'alert', action: 'r' },
    request: pageRequest.shape({
      from: string().max(40),
      to: string().max(40),
      filters: object({ rule_id: positive, unit_id: positive, state: string().oneOf(['', 'lasting', 'over']) }).default(
        {},
      ),
    }),
  }),
  getBacktestUnits: rule<BacktestUnits>()({
    heavy: true,
    summary:
      'The most active units of an interval and how their reports are read, so that a rule can be tried on what they reported.',
    access: { resource: 'units', action: 'sh' },
    request: object({
      from: string().required('validation.required').max(40),
      to: string().required('validation.required').max(40),
      /** Left out: every unit in reach. */
      unit_ids: unitIds,
      /** The unit's owner or holder; left out: any in reach. */
      account_id: positive,
    }),
  }),
  getBacktestRecords: rule<{ units: BacktestRecords[] }>()({
    heavy: true,
    summary:
      'What is stored of units beside their reports, so that a rule on it can be tried: facts of these names, who drove and on which roads, as far as the caller may see each. A unit without any is left out.',
    access: { resource: 'units', action: 'sh' },
    request: object({
      from: string().required('validation.required').max(40),
      to: string().required('validation.required').max(40),
      unit_ids: array(positive.required()).required('validation.required').min(1).max(BACKTEST.units),
      facts: array(string().oneOf(FACTS, 'validation.oneOf').required()).max(FACTS.length).default([]),
      /** Of facts that are looked for with bounds of rules. */
      bounds: array(factBound).max(BACKTEST.bounds).default([]),
      drivers: boolean().default(false),
      /** On which roads the units drove, by the street maps as they are now. */
      roads: boolean().default(false),
    }),
  }),
  getBacktestPlaces: rule<BacktestPlaces>()({
    summary: 'Shapes of geofences and members of their groups, so that a rule on them can be tried on the past.',
    access: { resource: 'geofences', action: 'r' },
    request: object({
      zone_ids: array(positive.required()).max(TELEMETRY.visitedGeofences).default([]),
      zone_group_ids: array(positive.required()).max(TELEMETRY.visitedGeofences).default([]),
    }),
  }),
};
