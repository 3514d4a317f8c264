import { toIso } from '../../../../src/domain/base/index.ts';
import type { LabelKind } from '../../../../src/domain/entities/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { recordEvent } from '../changes/events.ts';

/** Whose groups, and of which things. */
export interface GroupPlace {
  readonly accountId: number;
  readonly kind: LabelKind;
}

/**
 * The names of the groups that these labels mean, as the groups are spelled, each once. A label that no group of the
 * account has makes one. The groups stay as they are until the transaction ends: whoever renames one waits, and finds
 * the thing that is written now.
 */
export async function settleLabels(
  transaction: Transaction,
  context: CallContext,
  place: GroupPlace,
  labels: readonly string[],
): Promise<string[]> {
  if (labels.length === 0) return [];
  let known = await readGroups(transaction, place, labels);
  const missing = labels.filter((label) => !known.has(label));
  if (missing.length > 0) {
    await makeGroups(transaction, context, place, missing);
    // Also those that somebody else has made meanwhile.
    known = await readGroups(transaction, place, labels);
  }
  return [...new Set(labels.map((label) => known.get(label) ?? label))];
}

/** The names of groups by what was written; the database decides which letters are the same in another case. */
async function readGroups(
  transaction: Transaction,
  { accountId, kind }: GroupPlace,
  labels: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction.query<{ written: string; name: string }>(
    `select w.written, g.name from unnest($3::text[]) as w (written)
     join label g on g.account_id = $1 and g.kind = $2 and lower(g.name) = lower(w.written) for share of g`,
    [accountId, kind, labels],
  );
  return new Map(rows.map(({ written, name }) => [written, name]));
}

async function makeGroups(
  transaction: Transaction,
  context: CallContext,
  { accountId, kind }: GroupPlace,
  names: readonly string[],
): Promise<void> {
  const made = await transaction.query<{ id: number; name: string; colour: 'gray'; description: string }>(
    `insert into label (account_id, kind, name, created_at) select $1, $2, name, $4 from unnest($3::text[]) as n (name)
     on conflict do nothing returning id, name, colour, description`,
    [accountId, kind, names, toIso(context.now)],
  );
  for (const { id, ...form } of made)
    await recordEvent(transaction, context, {
      accountId,
      kind: 'labelCreated',
      subjectId: id,
      data: { name: form.name, after: { ...form, kind } },
    });
}
