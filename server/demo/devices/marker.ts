import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Interval } from '../../../src/domain/base/index.ts';

/** History that is not sent yet, by roster index; kept beside the data so that a start goes on where the last ended. */
export type OwedHistory = ReadonlyMap<number, readonly Interval[]>;

interface MarkerFile {
  readonly world: string;
  readonly owed: readonly (readonly [index: number, intervals: readonly (readonly [from: number, to: number])[]])[];
}

/** Reads the marker; null when there is none, or when it belongs to another database. */
export function readMarker(file: string, world: string): OwedHistory | null {
  let content: MarkerFile;
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as MarkerFile;
  } catch {
    // Missing on the first start; damaged, it is worth no more: what is sent twice is stored once.
    return null;
  }
  if (content.world !== world) return null;
  return new Map(content.owed.map(([index, intervals]) => [index, intervals.map(([from, to]): Interval => ({ from, to }))]));
}

/** Writes the marker whole or not at all. */
export function writeMarker(file: string, world: string, owed: OwedHistory): void {
  const content: MarkerFile = {
    world,
    owed: [...owed].map(([index, intervals]) => [index, intervals.map(({ from, to }) => [from, to] as const)] as const),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
