import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Interval } from '../../../src/domain/base/index.ts';
import type { KeptMemory } from './memory.ts';

/** History that is not sent yet, by roster index; kept beside the data so that a start goes on where the last ended. */
type OwedHistory = ReadonlyMap<number, readonly Interval[]>;

/** What the fleet takes from one start to the next. */
export interface Carried {
  readonly owed: OwedHistory;
  /** What commands changed in devices, by roster index. */
  readonly memory: ReadonlyMap<number, KeptMemory>;
}

interface MarkerFile {
  readonly world: string;
  readonly owed: readonly (readonly [index: number, intervals: readonly (readonly [from: number, to: number])[]])[];
  readonly memory?: readonly (readonly [index: number, kept: KeptMemory])[];
}

/** Reads the marker; null when there is none, or when it belongs to another database. */
export function readMarker(file: string, world: string): Carried | null {
  let content: MarkerFile;
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) as MarkerFile;
  } catch {
    // Missing on the first start; damaged, it is worth no more: what is sent twice is stored once.
    return null;
  }
  if (content.world !== world) return null;
  const owed = new Map(
    content.owed.map(([index, intervals]) => [index, intervals.map(([from, to]): Interval => ({ from, to }))]),
  );
  return { owed, memory: new Map(content.memory) };
}

/** Writes the marker whole or not at all. */
export function writeMarker(file: string, world: string, { owed, memory }: Carried): void {
  const content: MarkerFile = {
    world,
    owed: [...owed].map(([index, intervals]) => [index, intervals.map(({ from, to }) => [from, to] as const)] as const),
    memory: [...memory],
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
