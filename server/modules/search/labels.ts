import type { GroupMark, Request } from '../../../src/api/contract/index.ts';
import type { LabelColour } from '../../../src/domain/label/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { labelledTable, type LabelledTable } from '../shared/labels/index.ts';

/** Suggestions: more than anybody chooses from. */
const MOST = 500;

/** The things that were asked for. */
export const labelledOf = ({ of }: Request<'getLabels'>): LabelledTable => labelledTable(of);

/** Groups of the accounts by name, each name once: as the own account has it, else as one below it. */
export async function readGroups(
  database: Queryable,
  { kind }: Pick<LabelledTable, 'kind'>,
  own: number,
  scope: readonly number[],
): Promise<GroupMark[]> {
  return database.query<{ label_id: number; name: string; colour: LabelColour }>(
    `select label_id, name, colour from (
       select distinct on (name) id as label_id, name, colour from label where kind = $1 and account_id = any($3::int8[]) order by name, account_id <> $2, id
     ) named order by lower(name), name limit ${MOST}`,
    [kind, own, scope],
  );
}
