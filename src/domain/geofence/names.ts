import { LENGTH } from '../base/index.ts';

/** What names are compared by: the same whatever the case of their letters. */
export const geofenceNameKey = (name: string): string => name.toLowerCase();

/** A name with a number behind it that none of `taken` (keys) has, within the bound of names. */
export function freeGeofenceName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(geofenceNameKey(name))) return name;
  for (let number = 2; ; number++) {
    const end = ` (${number})`;
    const free = `${name.slice(0, LENGTH.geofenceName.max - end.length).trimEnd()}${end}`;
    if (!taken.has(geofenceNameKey(free))) return free;
  }
}
