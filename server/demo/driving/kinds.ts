import type { UnitKind } from '../../../src/domain/unit/index.ts';

/** The work a vehicle does: it decides the shape of its day. */
export type Duty = 'haul' | 'line' | 'delivery' | 'taxi' | 'courier' | 'site' | 'trailer';

/** Kinds that the demo drives; there are no boats, for want of waters to sail. */
export type DrivenKind = Exclude<UnitKind, 'boat'>;

/** How a kind of vehicle moves and what it burns. */
export interface KindProfile {
  readonly duty: Duty;
  /** km/h that it never exceeds. */
  readonly topSpeed: number;
  /** Share of the limit that its driver uses. */
  readonly briskness: number;
  /** m/s²: pulling away, braking, and sideways in bends. */
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  /** Smallest radius (m) of a turn at a crossing. */
  readonly turningRadius: number;
  /** Litres in 100 km and in an hour of idling, and in the tank. */
  readonly consumption: number;
  readonly idling: number;
  readonly tank: number;
  /** Volts on board with the engine running. */
  readonly voltage: number;
  /** Hours of work a day, pauses included. */
  readonly shift: readonly [shortest: number, longest: number];
}

export const KIND_PROFILES: Readonly<Record<DrivenKind, KindProfile>> = {
  car: {
    duty: 'taxi',
    topSpeed: 130,
    briskness: 0.98,
    acceleration: 1.7,
    braking: 2.1,
    cornering: 2.2,
    turningRadius: 11,
    consumption: 7.2,
    idling: 0.8,
    tank: 55,
    voltage: 14.1,
    shift: [19.5, 21],
  },
  van: {
    duty: 'delivery',
    topSpeed: 115,
    briskness: 0.94,
    acceleration: 1.3,
    braking: 1.8,
    cornering: 1.8,
    turningRadius: 12,
    consumption: 10.4,
    idling: 1,
    tank: 80,
    voltage: 14.2,
    shift: [19.5, 21],
  },
  truck: {
    duty: 'haul',
    topSpeed: 88,
    briskness: 0.92,
    acceleration: 0.6,
    braking: 1.1,
    cornering: 1.3,
    turningRadius: 15,
    consumption: 29,
    idling: 2.4,
    tank: 600,
    voltage: 28.1,
    shift: [19.5, 21],
  },
  bus: {
    duty: 'line',
    topSpeed: 85,
    briskness: 0.9,
    acceleration: 0.9,
    braking: 1.1,
    cornering: 1.2,
    turningRadius: 14,
    consumption: 33,
    idling: 2.6,
    tank: 320,
    voltage: 28,
    shift: [19.5, 21],
  },
  motorcycle: {
    duty: 'courier',
    topSpeed: 100,
    briskness: 1,
    acceleration: 2.1,
    braking: 2.4,
    cornering: 2.3,
    turningRadius: 9,
    consumption: 3.4,
    idling: 0.4,
    tank: 16,
    voltage: 13.9,
    shift: [19.5, 21],
  },
  machine: {
    duty: 'site',
    topSpeed: 14,
    briskness: 0.9,
    acceleration: 0.5,
    braking: 0.8,
    cornering: 0.8,
    turningRadius: 7,
    consumption: 90,
    idling: 7.5,
    tank: 310,
    voltage: 27.8,
    shift: [9, 12],
  },
  asset: {
    duty: 'trailer',
    topSpeed: 85,
    briskness: 0.9,
    acceleration: 0.6,
    braking: 1,
    cornering: 1.2,
    turningRadius: 15,
    consumption: 0,
    idling: 0,
    tank: 0,
    voltage: 24,
    shift: [8, 12],
  },
};
