import type { Need } from '../../../domain/access/index.ts';

/** What the map shows beside it, each at an address of its own and with a permission of its own. */
export const UNIT_MODES = ['map', 'trips', 'events', 'place', 'services', 'videos', 'history', 'activity'] as const;
export type UnitMode = (typeof UNIT_MODES)[number];

/**
 * The modes that are offered beside the map and on the page of a unit. History is the map at another instant, which the
 * timeline below it shows; videos come when there are recordings. Their addresses hold.
 */
export const OFFERED_MODES: readonly UnitMode[] = ['map', 'trips', 'events', 'place', 'services', 'activity'];

export interface ModePlace {
  /** Of the screen in the registry. */
  readonly screen: string;
  readonly path: string;
  readonly need: Need;
}

/** Paths and permissions of the modes (specification, chapters 2 and 6). */
export const MODE_PLACES: Readonly<Record<UnitMode, ModePlace>> = {
  map: { screen: 'unitMap', path: '/units/map', need: { resource: 'units', action: 'r' } },
  trips: { screen: 'unitTrips', path: '/units/trips', need: { resource: 'units', action: 'st' } },
  events: { screen: 'unitEvents', path: '/units/events', need: { resource: 'units', action: 'se' } },
  place: { screen: 'unitPlace', path: '/units/place', need: { resource: 'units', action: 'sh' } },
  services: { screen: 'unitServices', path: '/units/services', need: { resource: 'units', action: 'ss' } },
  videos: { screen: 'unitVideos', path: '/units/videos', need: { resource: 'units', action: 'sv' } },
  history: { screen: 'unitHistory', path: '/units/history', need: { resource: 'units', action: 'sh' } },
  activity: { screen: 'unitActivity', path: '/units/activity', need: { resource: 'units', action: 'sa' } },
};

/** The mode of an address; the map where it is another one's. */
export function modeOfPath(path: string): UnitMode {
  const plain = path.replace(/\/+$/, '');
  return UNIT_MODES.find((mode) => MODE_PLACES[mode].path === plain) ?? 'map';
}

/** True where the address is one of the map's, in whatever mode. */
export function isMapPath(path: string): boolean {
  const plain = path.replace(/\/+$/, '');
  return UNIT_MODES.some((mode) => MODE_PLACES[mode].path === plain);
}
