import type { ReactNode } from 'react';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DeleteIcon, ExpandIcon, Menu } from '../../../ui/index.ts';
import { useBulkReach } from '../list/useBulkReach.tsx';
import { ProblemBanner } from '../ProblemView.tsx';
import { useStatusAct } from '../unit/useStatusAct.ts';
import { bulkDataOf, bulkMethodOf, idOf, nameOf, valueOf } from './calls.ts';
import { useEntityWords } from './words.ts';

export interface EntityBulkProps<E extends AnyEntity> {
  readonly entity: E;
  readonly rows: readonly RowOf<E>[];
  readonly onDelete: () => void;
  readonly onDone: () => void;
}

/** Acts on selected rows: another status, and deletion, as far as the permission reaches. */
export function EntityBulk<E extends AnyEntity>({ entity, rows, onDelete, onDone }: EntityBulkProps<E>): ReactNode {
  const { t } = useTranslation();
  const { may, beyondReach } = useBulkReach(rows, { change: entity.needs.change, remove: entity.needs.remove });
  const status = useEntityStatus(entity);
  const next = entity.statuses.filter((each) => rows.some((row) => valueOf(row, 'status') !== each));
  return (
    <>
      {may.change && next.length > 0 && (
        <Menu
          label={t('entity.setStatus')}
          trigger={
            <Button busy={status.busy} icon={<ExpandIcon aria-hidden="true" />}>
              {t('entity.setStatus')}
            </Button>
          }
          groups={[{ id: 'statuses', entries: next.map((each) => ({ id: each, label: status.word(each) })) }]}
          onAction={(chosen) => void status.give(rows, chosen).then((isDone) => isDone && onDone())}
        />
      )}
      {beyondReach}
      {may.remove && (
        <Button variant="danger" icon={<DeleteIcon aria-hidden="true" />} onPress={onDelete}>
          {t('entity.delete')}
        </Button>
      )}
      {status.problem !== null && <ProblemBanner problem={status.problem} />}
    </>
  );
}

/** Gives rows another status and offers to take it back; any status may follow any other. */
function useEntityStatus(entity: AnyEntity) {
  const { t } = useTranslation();
  const words = useEntityWords(entity);
  const { give, busy, problem } = useStatusAct({
    method: bulkMethodOf(entity, 'updateStatus'),
    next: (from: string) => entity.statuses.filter((to) => to !== from),
    dataOf: (ids, to) =>
      bulkDataOf(
        entity,
        ids.map((id) => ({ [entity.id]: id })),
        { status: to },
      ),
    given: (count, to) => t('entity.statusGiven', { count, status: words.status(to) }),
    restored: (count) => t('entity.statusRestored', { count }),
  });
  return {
    busy,
    problem,
    word: words.status,
    give: (rows: readonly object[], to: string) =>
      give(
        rows.map((row) => ({
          id: idOf(entity, row),
          name: nameOf(entity, row),
          status: String(valueOf(row, 'status')),
        })),
        to,
      ),
  };
}
