import { KNOT_IN_KMH, toIso } from '../../../../src/domain/base/index.ts';
import type { ReportedPlace } from '../shared/index.ts';

/** A report as the app sends it. */
export interface OsmandReport extends ReportedPlace {
  /** Any other parameter, under its name on the wire. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
}

/** Path and query of a GET or POST request. */
export function encodeOsmandQuery(identifier: string, report: OsmandReport): string {
  const parameters = new URLSearchParams({
    id: identifier,
    timestamp: String(Math.floor(report.time / 1000)),
    lat: report.latitude.toFixed(7),
    lon: report.longitude.toFixed(7),
  });
  if (report.speed !== undefined) parameters.set('speed', (report.speed / KNOT_IN_KMH).toFixed(4));
  if (report.course !== undefined) parameters.set('bearing', String(report.course));
  if (report.altitude !== undefined) parameters.set('altitude', String(report.altitude));
  for (const [name, value] of Object.entries(report.parameters ?? {})) parameters.set(name, String(value));
  return `/?${parameters}`;
}

/** Body of the app's JSON form. */
export function encodeOsmandDocument(identifier: string, report: OsmandReport): string {
  return JSON.stringify({
    device_id: identifier,
    location: {
      timestamp: toIso(report.time),
      coords: {
        latitude: report.latitude,
        longitude: report.longitude,
        speed: report.speed === undefined ? -1 : report.speed / 3.6,
        heading: report.course ?? -1,
        altitude: report.altitude,
      },
      extras: report.parameters ?? {},
    },
  });
}
