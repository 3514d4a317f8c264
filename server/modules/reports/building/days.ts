import type { FiguresByDay } from './figures.ts';
import type { Build } from './types.ts';

/** Days that are read at a time: what happened to one unit in them is in memory together. */
const CHUNK = 31;

/** The report in pieces of a month each, so that nobody's year is in memory whole. */
export function chunksOf(build: Build): Build[] {
  const chunks: Build[] = [];
  for (let first = 0; first < build.windows.length; first += CHUNK) {
    const windows = build.windows.slice(first, first + CHUNK);
    chunks.push({ ...build, windows, interval: { from: windows[0].from, to: windows[windows.length - 1].to } });
  }
  return chunks;
}

/** A row for each day on which there was something. */
export async function writeDays({ rows }: Build, figures: FiguresByDay): Promise<void> {
  for (const [day, own] of figures.entries()) await rows.add('days', { day, ...own.row() });
}
