import type { ExportFormat } from '../../shared/services/fleet.ts';

/** What is in a file as soon as one position is in it. */
const POSITION_MARKS: Readonly<Record<ExportFormat, RegExp>> = {
  csv: /\n\d/,
  gpx: /<trkpt /,
  kml: /<gx:coord>/,
  geojson: /"Feature"/,
  json: /"unit_id"/,
};
/** The first position follows the head of a file, which is no longer than this. */
const HEAD_BYTES = 65_536;

/** True where the server wrote a file without a single position. */
export async function isWithoutPositions(file: Blob, format: ExportFormat): Promise<boolean> {
  return !POSITION_MARKS[format].test(await file.slice(0, HEAD_BYTES).text());
}

/** Named by the one unit whose history it is and by its first minute, with nothing that a file system minds. */
export function historyFileName(unit: string | null, from: string, format: ExportFormat): string {
  const words = [unit ?? 'history', from].map((text) =>
    text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''),
  );
  return `${words.filter((text) => text !== '').join('-')}.${format}`;
}
