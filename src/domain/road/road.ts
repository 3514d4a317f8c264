import type { Instant } from '../base/index.ts';
import type { TrackColumns } from '../telemetry/index.ts';

/** Classes of roads on which vehicles drive, as OpenStreetMap calls them; slip roads have the class of their road. */
export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/**
 * km/h that are usual on each class, outside towns where a class goes through both: a limit that is too high raises no
 * false alarms.
 */
export const USUAL_LIMITS: Readonly<Record<RoadClass, number>> = {
  motorway: 130,
  trunk: 110,
  primary: 90,
  secondary: 90,
  tertiary: 90,
  unclassified: 70,
  residential: 50,
  living_street: 20,
  service: 30,
};

/** Knows on which roads vehicles are. */
export interface RoadLookup {
  /** Class of the road at a fix, degrees; null: none is known there. `course` is NaN where it is not known. */
  classAt(latitude: number, longitude: number, course: number): RoadClass | null;
}

/** On which road a unit drove from a report on; null: on none that is known. */
export interface RoadStretch {
  readonly at: Instant;
  readonly road: RoadClass | null;
}

/** Knows on which roads units drove. */
export interface RoadHistory {
  /** Of the reports of a track at which the unit drove, in their order; one for each change of the road. */
  stretchesOf(track: TrackColumns): Promise<RoadStretch[]>;
}

/** The roads around one unit: what its reports need of the map is read before they are looked at. */
export interface UnitRoads extends RoadLookup {
  prepare(track: TrackColumns): Promise<void>;
}
