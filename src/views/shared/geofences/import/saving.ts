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

/** What an import has done so far. Ids of those that were created, for its undoing. */
export interface ImportOutcome {
  readonly ids: readonly number[];
  readonly skipped: number;
  /** Why it ended before its end; what was created until then stays, whole parts of it. */
  readonly problem: Problem | null;
}

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

/** Saves candidates, part after part, each whole or not at all; the first refusal ends it. */
export async function saveCandidates(
  call: Calls['call'],
  candidates: readonly Candidate[],
  { colour, labels, taken }: ImportChoices,
  onProgress: (share: number) => void,
): Promise<ImportOutcome> {
  const rows = candidates.flatMap(({ name, description, shape }): Row[] =>
    shape === null
      ? []
      : [
          {
            name,
            description,
            shape,
            colour: colour as Row['colour'],
            labels: [...labels],
            speed_limit: null,
            min_stay: 0,
          },
        ],
  );
  const ids: number[] = [];
  let [done, skipped] = [0, 0];
  for (const part of partsOf(rows)) {
    const answer = await call('importGeofences', { geofences: part, taken });
    if (!answer.ok) return { ids, skipped, problem: answer.error };
    const { geofences, skipped: left }: ImportedGeofences = answer.value;
    ids.push(...geofences.map(({ geofence_id }) => geofence_id));
    skipped += left.length;
    done += part.length;
    onProgress(done / rows.length);
  }
  return { ids, skipped, problem: null };
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
