/**
 * Identifiers. Each is a positive integer that the server assigned; the brand keeps
 * a unit's id from being passed where an account's is meant.
 */
declare const brand: unique symbol;
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type AccountId = Branded<number, 'AccountId'>;
export type UserId = Branded<number, 'UserId'>;
export type UnitId = Branded<number, 'UnitId'>;
export type DeviceId = Branded<number, 'DeviceId'>;
export type SimId = Branded<number, 'SimId'>;
export type SensorId = Branded<number, 'SensorId'>;
export type CommandId = Branded<number, 'CommandId'>;
export type AllocationId = Branded<number, 'AllocationId'>;
export type RuleId = Branded<number, 'RuleId'>;
export type OperatorId = Branded<number, 'OperatorId'>;
export type TripId = Branded<number, 'TripId'>;
export type RouteId = Branded<number, 'RouteId'>;
export type RouteRunId = Branded<number, 'RouteRunId'>;

/** Largest id that fits the live frame's unsigned 32-bit column. */
const MAX_ID = 0xffffffff;

/** True for a whole number between 1 and {@link MAX_ID}. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID;
}
