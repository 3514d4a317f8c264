import type { OperatorBinding } from '../operator/index.ts';
import type { FuelEvent, Trip } from '../unitEvent/index.ts';
import { about } from './event.ts';

/** What every finding about a unit says. */
export interface Finding {
  readonly unit_id: number;
  /** The unit's. */
  readonly name: string;
  readonly owner_account_id: number;
  /** It happened long ago, or was reported before: nobody is woken for it. */
  readonly late: boolean;
}

interface OfTrip extends Finding {
  readonly trip: Trip;
}

interface OfFuel extends Finding {
  readonly fuel_event: FuelEvent;
}

interface OfRule extends Finding {
  /** The rule's name. */
  readonly rule: string;
  /** Null: the rule has no figure. */
  readonly value: number | null;
}

interface OfDriver extends Finding {
  readonly binding: OperatorBinding;
}

interface OfDriverKey extends Finding {
  /** As the unit reported it. */
  readonly key: string;
}

interface OfVisit extends Finding {
  /** The geofence's name. */
  readonly geofence: string;
  readonly entered_at: string;
  readonly left_at: string | null;
  /** No report lies inside: the segment between two of them leads through. */
  readonly passed_through: boolean;
  /** When it was said to have entered before that was put right. */
  readonly previously_entered_at?: string;
}

/** In the place of many, upon which lists that show the unit read again. */
interface Many extends Finding {
  readonly changes: number;
}

/** Of new or changed geofences: the visits that there were before. */
interface OfPastVisits {
  readonly geofences: number;
}

const trip = about('trip');
const fuel = about('fuel_event');
const occurrence = about('occurrence');
const driver = about('driver');
/** Its id is the unit's: a key is a text. */
const driverKey = about('driver_key');
const visit = about('visit');

/** What detection finds in the reports of units. */
export const findingEvents = {
  ruleFired: occurrence<OfRule>(),
  ruleCleared: occurrence<OfRule>(),
  occurrenceChanged: occurrence<OfRule>(),
  occurrenceRemoved: occurrence<OfRule>(),
  occurrencesChanged: occurrence<Many>(),
  zoneEntered: visit<OfVisit>(),
  zoneLeft: visit<OfVisit>(),
  visitChanged: visit<OfVisit>(),
  visitRemoved: visit<OfVisit>(),
  visitsChanged: visit<Many>(),
  visitsOfPastFound: visit<OfPastVisits>(),
  tripStarted: trip<OfTrip>(),
  tripEnded: trip<OfTrip>(),
  tripChanged: trip<OfTrip>(),
  tripRemoved: trip<OfTrip>(),
  tripsChanged: trip<Many>(),
  driverAssigned: driver<OfDriver>(),
  driverReleased: driver<OfDriver>(),
  /** The driver reported before has changed, or was wrong. */
  driverChanged: driver<OfDriver>(),
  /** A key that no operator has was signed in with. */
  unknownKeyReported: driverKey<OfDriverKey>(),
  fuelTheft: fuel<OfFuel>(),
  fuelRefill: fuel<OfFuel>(),
  fuelFault: fuel<OfFuel>(),
  fuelEventChanged: fuel<OfFuel>(),
  fuelEventRemoved: fuel<OfFuel>(),
};
