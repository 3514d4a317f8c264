import { DAY, type Instant } from '../../../src/domain/base/index.ts';
import { hash } from '../random.ts';

/** Vehicles that share their drivers, and so many drivers. */
export const CREW = 3;

/** The drivers of a vehicle: those of a crew take turns from day to day, each in another vehicle. */
export interface Crew {
  readonly seed: number;
  /** Which of the crew's vehicles it is. */
  readonly slot: number;
}

/** The key of whoever drives at the instant. */
export const keyOf = ({ seed, slot }: Crew, instant: Instant): string =>
  driverKey(seed, (slot + Math.floor(instant / DAY)) % CREW);

/** The key of one of a crew's drivers, counted from 0. */
export function driverKey(seed: number, driver: number): string {
  const card = hash(seed, driver, 91);
  const serial = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
  // An iButton's first byte is its family, 01; the last a checksum that readers verify, not servers.
  return `01${serial(hash(card, 1)).slice(0, 6)}${serial(card)}`;
}
