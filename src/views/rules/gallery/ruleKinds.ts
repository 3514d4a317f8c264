import { newCondition, type ConditionKindName, type RuleCondition } from '../../../domain/rule/index.ts';
import {
  CommandIcon,
  DirectionIcon,
  ErrorIcon,
  FuelIcon,
  GeofenceIcon,
  LiveIcon,
  OperatorIcon,
  PauseIcon,
  PlaceIcon,
  RouteIcon,
  RuleIcon,
  SensorIcon,
  ServiceIcon,
  SettingsIcon,
  SimIcon,
  TripsIcon,
  UnitIcon,
  WarningIcon,
  type IconType,
} from '../../../ui/index.ts';

/** A kind of rule as dispatchers name it: the conditions that it fills in. */
export interface RuleKind {
  readonly key: string;
  readonly icon: IconType;
  readonly conditions: readonly RuleCondition[];
  /** Seconds that it has to last. */
  readonly hold: number;
}

export interface RuleKindGroup {
  readonly key: string;
  readonly kinds: readonly RuleKind[];
}

type Part = Partial<RuleCondition> & { readonly kind: ConditionKindName };

/** Seconds for kinds that speak of a while. */
const [BRIEF, WHILE, LONG] = [10, 300, 3_600];
const OFF: Part = { kind: 'ignition', ignition: 'off' };
const INSIDE: Part = { kind: 'place' };
const OUTSIDE: Part = { kind: 'place', negated: true };
const MOVES: Part = { kind: 'motion', motion: 'moving' };

const kind = (key: string, icon: IconType, parts: readonly Part[], hold = 0): RuleKind => ({
  key,
  icon,
  hold,
  conditions: parts.map((part) => ({ ...newCondition(part.kind), ...part })),
});
const alarm = (key: string, word: string): RuleKind => kind(key, ErrorIcon, [{ kind: 'alarm', alarm: word }]);
const harsh = (key: string, what: RuleCondition['harsh'], force: number): RuleKind =>
  kind(key, WarningIcon, [{ kind: 'harsh', harsh: what, force }]);
const fact = (key: RuleCondition['fact'], icon: IconType): RuleKind => kind(key, icon, [{ kind: 'fact', fact: key }]);

/** Kinds of the domain reference (7.3) that can be asked for, in groups. */
export const RULE_KIND_GROUPS: readonly RuleKindGroup[] = [
  {
    key: 'places',
    kinds: [
      kind('zoneEnter', GeofenceIcon, [{ ...INSIDE, crossing: true }]),
      kind('zoneLeave', GeofenceIcon, [{ ...OUTSIDE, crossing: true }]),
      kind('zoneDwell', GeofenceIcon, [INSIDE], LONG),
      kind('zoneAbsent', GeofenceIcon, [OUTSIDE], LONG),
      fact('zonePassed', GeofenceIcon),
      kind('nearPoint', PlaceIcon, [{ kind: 'place', place: 'point', radius: 500 }]),
      fact('unitsNear', UnitIcon),
      fact('unitsApart', UnitIcon),
    ],
  },
  {
    key: 'speed',
    kinds: [
      kind('speeding', SensorIcon, [{ kind: 'speed', limit: 90 }], BRIEF),
      kind('speedingInZone', SensorIcon, [{ kind: 'speed', limit: 50 }, INSIDE], BRIEF),
      kind('overZoneLimit', SensorIcon, [{ kind: 'roadLimit', limit_source: 'zone', margin: 5 }], BRIEF),
      kind('slowInZone', SensorIcon, [{ kind: 'speed', comparison: 'under', limit: 10 }, INSIDE], WHILE),
      kind('roadSpeeding', SensorIcon, [{ kind: 'roadLimit' }], BRIEF),
      kind('roadClassSpeeding', SensorIcon, [{ kind: 'roadLimit', limit_source: 'map' }], BRIEF),
      harsh('hardAcceleration', 'acceleration', 0.35),
      harsh('hardBraking', 'braking', 0.4),
      harsh('hardCornering', 'cornering', 0.4),
      harsh('accident', 'crash', 2),
    ],
  },
  {
    key: 'motion',
    kinds: [
      kind('ignitionOn', SettingsIcon, [{ kind: 'ignition' }]),
      kind('ignitionOff', SettingsIcon, [OFF]),
      kind('tripStart', TripsIcon, [{ kind: 'motion', motion: 'trip' }]),
      fact('tripEnded', TripsIcon),
      kind('parking', PauseIcon, [{ kind: 'motion', motion: 'parked' }], LONG),
      kind('idling', PauseIcon, [{ kind: 'motion', motion: 'idling' }], WHILE),
      kind('moves', DirectionIcon, [MOVES]),
      kind('tow', DirectionIcon, [MOVES, OFF]),
    ],
  },
  {
    key: 'sensors',
    kinds: [
      kind('sensorRange', SensorIcon, [{ kind: 'sensor' }]),
      kind('temperature', SensorIcon, [{ kind: 'sensor' }], WHILE),
      kind('doorOutside', SensorIcon, [{ kind: 'sensor', condition: 'inside', minimum: 1, maximum: 1 }, OUTSIDE]),
      kind('input', SensorIcon, [{ kind: 'input', input_state: 'changed' }]),
      kind('counter', SensorIcon, [{ kind: 'counter' }]),
      kind('engineHours', SensorIcon, [{ kind: 'counter', counter: 'engineHours' }]),
      kind('rollback', ErrorIcon, [{ kind: 'rollback' }]),
      kind('parameter', SensorIcon, [{ kind: 'parameter' }]),
    ],
  },
  {
    key: 'fuel',
    kinds: [
      fact('fuelTheft', FuelIcon),
      fact('fuelRefill', FuelIcon),
      kind('lowFuel', FuelIcon, [{ kind: 'sensor', condition: 'outside', minimum: 20 }]),
    ],
  },
  {
    key: 'drivers',
    kinds: [
      fact('driverChanged', OperatorIcon),
      kind('unknownKey', OperatorIcon, [{ kind: 'driver', driver: 'unknownKey' }]),
      kind('drivingTime', OperatorIcon, [{ kind: 'driving' }]),
      fact('operatorDriving', OperatorIcon),
      kind('shortRest', OperatorIcon, [{ kind: 'driving', driving: 'rest', rest_minutes: 540 }]),
      kind('noDriver', OperatorIcon, [MOVES, { kind: 'driver', driver: 'nobody' }]),
    ],
  },
  {
    key: 'routes',
    kinds: [
      fact('offRoute', RouteIcon),
      fact('checkpointLate', RouteIcon),
      fact('checkpointSkipped', RouteIcon),
      fact('runFinished', RouteIcon),
    ],
  },
  {
    key: 'device',
    kinds: [
      alarm('sos', 'sos'),
      alarm('powerCut', 'power_cut'),
      alarm('lowBattery', 'low_battery'),
      alarm('jamming', 'jamming'),
      alarm('tampering', 'tampering'),
      kind('connectionLost', LiveIcon, [{ kind: 'silence' }]),
      kind('messages', LiveIcon, [{ kind: 'messages' }]),
      fact('traffic', LiveIcon),
      fact('simExpires', SimIcon),
      fact('allocationEnds', UnitIcon),
      kind('gpsLost', LiveIcon, [{ kind: 'fix' }], WHILE),
      fact('commandFailed', CommandIcon),
      fact('deviceTakenOver', LiveIcon),
    ],
  },
  {
    key: 'maintenance',
    kinds: [fact('serviceSoon', ServiceIcon), fact('serviceDue', ServiceIcon), fact('serviceOverdue', ServiceIcon)],
  },
];

const ICONS: Readonly<Record<ConditionKindName, IconType>> = {
  sensor: SensorIcon,
  speed: SensorIcon,
  ignition: SettingsIcon,
  alarm: ErrorIcon,
  place: GeofenceIcon,
  motion: DirectionIcon,
  silence: LiveIcon,
  fix: LiveIcon,
  parameter: SensorIcon,
  driver: OperatorIcon,
  fact: RuleIcon,
  roadLimit: SensorIcon,
  harsh: WarningIcon,
  input: SensorIcon,
  driving: OperatorIcon,
  counter: SensorIcon,
  rollback: ErrorIcon,
  messages: LiveIcon,
};
const KINDS = RULE_KIND_GROUPS.flatMap(({ kinds }) => kinds);

/** The picture of what a rule asks for: that of its fact, or of its first condition. */
export function ruleIcon(conditions: readonly Pick<RuleCondition, 'kind' | 'fact'>[]): IconType {
  const [first] = conditions;
  if (first === undefined) return RuleIcon;
  const own = first.kind === 'fact' ? KINDS.find(({ key }) => key === first.fact) : undefined;
  return own?.icon ?? ICONS[first.kind];
}
