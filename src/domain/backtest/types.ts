import type { Instant } from '../base/index.ts';
import type { FilterSettings, RuleFact, TripDetectorSettings } from '../detection/index.ts';
import type { Shape } from '../geometry/index.ts';
import type { RoadStretch } from '../road/index.ts';
import type { FactBound, RuleLimits, RuleTest } from '../rule/index.ts';
import type { SensorDefinition } from '../sensor/index.ts';
import type { Place } from '../unitEvent/index.ts';

/** A rule that is tried: what it asks for, and its hours and limits. */
export interface TriedRule {
  readonly test: RuleTest;
  readonly limits: RuleLimits;
}

/** How the reports of a unit are read, as the server reads them. */
export interface BacktestSetup {
  readonly filters: FilterSettings;
  readonly trips: TripDetectorSettings;
  /** Sensors of each of its devices, in the devices' order. */
  readonly devices: readonly (readonly SensorDefinition[])[];
}

/** Geofences that rules ask for, as they are now, and their groups; what is gone is not among them. */
export interface BacktestPlaces {
  readonly zones: readonly {
    readonly id: number;
    readonly shape: Shape;
    /** km/h; null: none. */
    readonly speed_limit: number | null;
  }[];
  readonly groups: readonly { readonly id: number; readonly zone_ids: readonly number[] }[];
}

/** A fact as it is stored. */
export interface PastFact extends Omit<RuleFact, 'zoneGroupIds'> {
  readonly at: Instant;
  readonly place: Place | null;
  /** What is recorded with the occurrence. */
  readonly value: number | null;
}

/** Who was at a unit for a while. */
export interface DriverSpan {
  readonly from: Instant;
  /** Null: still. */
  readonly to: Instant | null;
  readonly hasKey: boolean;
  /** The key is one of an operator. */
  readonly isKnown: boolean;
  /** 0 stands for each one whom the caller does not see. */
  readonly operators: readonly number[];
  /** A long rest with the ignition off ended it, whether a report came or not. */
  readonly endsByRest: boolean;
}

/** What is stored of a unit beside its reports. */
export interface UnitRecords {
  /** In the order of time. */
  readonly facts: readonly PastFact[];
  /** One after another. */
  readonly drivers: readonly DriverSpan[];
  /** Each from its report on, in the order of time. */
  readonly roads: readonly RoadStretch[];
}

/** What conditions ask for beside reports. */
export interface WantedRecords {
  readonly facts: readonly RuleFact['fact'][];
  /** Of facts that are looked for with bounds: each of these once. */
  readonly bounds: readonly FactBound[];
  readonly drivers: boolean;
  readonly roads: boolean;
}

/** A stretch in which the rule would have fired. */
export interface PastFiring {
  readonly unitId: number;
  /** When the rule began to hold. */
  readonly since: Instant;
  /** When it had lasted long enough. */
  readonly at: Instant;
  /** When it held no more; null: it still did at the end of the interval. */
  readonly end: Instant | null;
  readonly value: number | null;
  readonly place: Place | null;
}

/** What one rule would have found at one unit. */
export interface UnitFound {
  /** False: the unit lacks the sensors without which the rule never holds. */
  readonly isWatched: boolean;
  /** How often it fired in the interval. */
  readonly count: number;
  /** Those that fired in the interval, or before it and lasted into it, in the order of time; of very many the last. */
  readonly firings: readonly PastFiring[];
  /** Milliseconds of the interval in which it fired. */
  readonly lasting: number;
}

/** What the rules would have found at one unit. */
export interface UnitPast {
  readonly unitId: number;
  /** Reports in the interval that count. */
  readonly reports: number;
  /** The first and the last of them; null where there are none. */
  readonly first: Instant | null;
  readonly last: Instant | null;
  /** One for each rule, in their order. */
  readonly found: readonly UnitFound[];
}
