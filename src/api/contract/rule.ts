import { array, number, object, string } from 'yup';
import { TELEMETRY } from '../../domain/base/index.ts';
import type { BacktestPlaces, BacktestSetup } from '../../domain/backtest/index.ts';
import type { Occurrence } from '../../domain/rule/index.ts';
import { methodOf, pageRequest, unitIds, type Page } from './method.ts';

const rule = methodOf('rule-service');
const positive = number().integer().positive();
/** What a rule is tried on: units of the past, and how their reports are read. */
export interface BacktestUnits {
  /** Those that reported in the interval, the most active first, `BACKTEST.units` at most. */
  readonly units: readonly {
    readonly unit_id: number;
    /** Place of its setup. */
    readonly setup: number;
  }[];
  /** Units that are alike share one. */
  readonly setups: readonly BacktestSetup[];
  /** Of the units that are meant, those that reported in the interval, and all of them. */
  readonly reporting: number;
  readonly total: number;
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
  getBacktestPlaces: rule<BacktestPlaces>()({
    summary: 'Shapes of geofences and members of their groups, so that a rule on them can be tried on the past.',
    access: { resource: 'geofences', action: 'r' },
    request: object({
      zone_ids: array(positive.required()).max(TELEMETRY.visitedGeofences).default([]),
      zone_group_ids: array(positive.required()).max(TELEMETRY.visitedGeofences).default([]),
    }),
  }),
};
