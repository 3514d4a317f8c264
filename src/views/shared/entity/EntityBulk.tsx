import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { LabelledList } from '../../../domain/entities/index.ts';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import { Button, DeleteIcon, ExpandIcon, LabelIcon, Menu } from '../../../ui/index.ts';
import { useChangeLabels } from '../form/ChangeLabels.tsx';
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
  const words = useEntityWords(entity);
  const { may, beyondReach } = useBulkReach(rows, { change: entity.needs.change, remove: entity.needs.remove });
  const status = useEntityStatus(entity);
  const next = entity.statuses.filter((each) => rows.some((row) => valueOf(row, 'status') !== each));
  const give = (chosen: string): void => void status.give(rows, chosen).then((isDone) => isDone && onDone());
  return (
    <>
      {may.change && <StatusActs entity={entity} next={next} act={status} onAct={give} />}
      {may.change && entity.hasLabels && <LabelAct entity={entity} rows={rows} onDone={onDone} />}
      {beyondReach}
      {may.remove && (
        <Button variant="danger" icon={<DeleteIcon aria-hidden="true" />} onPress={onDelete}>
          {words.text('delete')}
        </Button>
      )}
      {status.problem !== null && <ProblemBanner problem={status.problem} />}
    </>
  );
}

/** Puts the rows in groups, or takes them out. */
function LabelAct<E extends AnyEntity>({ entity, rows, onDone }: Omit<EntityBulkProps<E>, 'onDelete'>): ReactNode {
  const { t } = useTranslation();
  const things = rows.map((row) => ({
    id: idOf(entity, row),
    name: nameOf(entity, row),
    labels: valueOf(row, 'labels') as readonly string[],
  }));
  const change = useChangeLabels(entity.names as LabelledList, things, onDone);
  return (
    <>
      <Button icon={<LabelIcon aria-hidden="true" />} onPress={change.open}>
        {t('labels.change.act')}
      </Button>
      {change.dialog}
    </>
  );
}

interface StatusActsProps {
  entity: AnyEntity;
  /** Statuses that may be given. */
  next: readonly string[];
  act: Pick<ReturnType<typeof useEntityStatus>, 'busy' | 'words'>;
  onAct: (status: string) => void;
}

/** A button for each status where there are two of them, a menu of more. */
function StatusActs({ entity, next, act: { busy, words }, onAct }: StatusActsProps): ReactNode {
  const label = words.text('setStatus');
  if (entity.statuses.length === 2)
    return next.map((status) => (
      <Button key={status} busy={busy} onPress={() => onAct(status)}>
        {words.act(status)}
      </Button>
    ));
  if (next.length === 0) return null;
  return (
    <Menu
      label={label}
      trigger={
        <Button busy={busy} icon={<ExpandIcon aria-hidden="true" />}>
          {label}
        </Button>
      }
      groups={[{ id: 'statuses', entries: next.map((each) => ({ id: each, label: words.status(each) })) }]}
      onAction={onAct}
    />
  );
}

/** Gives rows another status and offers to take it back; any status may follow any other. */
function useEntityStatus(entity: AnyEntity) {
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
    given: (count, to) => words.text('statusGiven', { count, status: words.status(to) }),
    restored: (count) => words.text('statusRestored', { count }),
  });
  return {
    busy,
    problem,
    words,
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
