import type { CallData, ImportedGeofences } from '../../../../api/contract/index.ts';
import { EQUIPMENT, GEOFENCE } from '../../../../domain/base/index.ts';
import type { Calls } from '../../services/calls.ts';
import type { Problem } from '../../services/fleet.ts';
import type { Candidate } from './candidates.ts';

export interface ImportChoices {
  readonly colour: string;
  readonly labels: readonly string[];
  readonly taken: 'rename' | 'skip';
}

/** What an import has done so far. */
export interface ImportOutcome {
  /** Those that were created, for its undoing. */
  readonly ids: readonly number[];
  readonly skipped: number;
  /** Parts that the server has; it creates nothing before the last one. */
  readonly parts: number;
  /** Areas in these parts. */
  readonly done: number;
  /** Why it ended before its end. */
  readonly problem: Problem | null;
}

/** What is to be saved: parts in their order, under an id by which the server knows those that it has. */
export interface ImportPlan {
  readonly importId: string;
  readonly taken: ImportChoices['taken'];
  readonly parts: readonly (readonly Row[])[];
  /** Areas in all parts. */
  readonly total: number;
}

export const NOTHING_SAVED: ImportOutcome = { ids: [], skipped: 0, parts: 0, done: 0, problem: null };

type Row = NonNullable<CallData<'importGeofences'>['geofences']>[number];

/** Parts of an import that one call takes: so many rows, and no more bytes than a request may have. */
export function partsOf(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const size = JSON.stringify(row).length + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length >= GEOFENCE.importedAtOnce || bytes + size > GEOFENCE.importBytes) {
      parts.push([row]);
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  }
  return parts;
}

/** What saving the candidates comes to. `importId` is unique in the account. */
export function planImport(
  candidates: readonly Candidate[],
  { colour, labels, taken }: ImportChoices,
  importId: string,
): ImportPlan {
  const rows = candidates.flatMap(({ name, description, shape, colour: own, speedLimit, minStay }): Row[] =>
    shape === null
      ? []
      : [
          {
            name,
            description,
            shape,
            colour: own ?? (colour as Row['colour']),
            labels: [...labels],
            speed_limit: speedLimit,
            min_stay: minStay,
          },
        ],
  );
  return { importId, taken, parts: partsOf(rows), total: rows.length };
}

/**
 * Sends part after part, from where an earlier attempt ended; the first refusal ends it. The last part creates all
 * areas, or none. A part whose answer was lost counts once: the server repeats its answer.
 */
export async function saveParts(
  call: Calls['call'],
  { importId, taken, parts, total }: ImportPlan,
  before: ImportOutcome,
  onProgress: (share: number) => void,
): Promise<ImportOutcome> {
  let outcome: ImportOutcome = { ...before, problem: null };
  for (const part of parts.slice(before.parts)) {
    const answer = await call('importGeofences', {
      geofences: [...part],
      taken,
      part: { import_id: importId, number: outcome.parts, count: parts.length },
    });
    if (!answer.ok) return { ...outcome, problem: answer.error };
    const { geofences, skipped }: ImportedGeofences = answer.value;
    outcome = {
      ...outcome,
      ids: [...outcome.ids, ...geofences.map(({ geofence_id }) => geofence_id)],
      skipped: outcome.skipped + skipped.length,
      parts: outcome.parts + 1,
      done: outcome.done + part.length,
    };
    onProgress(outcome.done / total);
  }
  return outcome;
}

/** Takes back what an import created; null: all of it is gone. */
export async function undoImport(
  call: Calls['call'],
  ids: readonly number[],
  onProgress: (share: number) => void,
): Promise<Problem | null> {
  for (let at = 0; at < ids.length; at += EQUIPMENT.perAct) {
    const answer = await call('deleteGeofences', { geofence_ids: ids.slice(at, at + EQUIPMENT.perAct) });
    if (!answer.ok) return answer.error;
    onProgress(Math.min(1, (at + EQUIPMENT.perAct) / ids.length));
  }
  return null;
}
