import { useState, type ReactNode } from 'react';
import type { KnownEntity, LabelledList } from '../../../domain/entities/index.ts';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import type { SavedViewList } from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { EditIcon, EmptyState, LinkButton, PlusIcon } from '../../../ui/index.ts';
import { ServerList, type ListColumn, type ListFilter, type ServerListProps } from '../list/ServerList.tsx';
import type { PagedMethod } from '../list/readEveryPage.ts';
import { useGroupInAddress } from '../list/useFollowedGroup.ts';
import { useMayIn } from '../services/mayIn.ts';
import { useSession } from '../services/session.ts';
import { idOf, nameOf, subjectsOf } from './calls.ts';
import { DeleteEntities } from './DeleteEntities.tsx';
import { EntityBulk } from './EntityBulk.tsx';
import { ENTITY_ICONS } from './icons.ts';
import { entityPaths } from './paths.ts';
import { useEntityColumns, type Cells } from './useEntityCells.tsx';
import { useEntityFilters } from './useEntityFilters.ts';
import { useEntityWords } from './words.ts';

export interface EntityListProps<E extends KnownEntity> {
  readonly entity: E;
  readonly cells?: Cells<E>;
  /** Filters by the id of something, before those of the definition. */
  readonly filters?: readonly ListFilter[];
  /** Acts on the list as a whole, beside creating. */
  readonly tools?: ReactNode;
  /** What else follows from a deletion. */
  readonly deletion?: (rows: readonly RowOf<E>[]) => ReactNode;
  /** Rows change without an event: milliseconds after which they are read again. */
  readonly every?: number;
}

type ByRow = 'method' | 'columns' | 'rowKey' | 'rowName' | 'actions' | 'bulk' | 'data';
interface RowListProps<Row> extends Omit<ServerListProps<PagedMethod>, ByRow> {
  readonly method: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rowKey: (row: Row) => number;
  readonly rowName: (row: Row) => string;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  readonly bulk?: ((rows: readonly Row[], clear: () => void) => ReactNode) | undefined;
}
/**
 * The list of a method that the contract derived: that it gives these rows, the compiler knows of each entity, not of
 * all at once.
 */
const RowList = ServerList as <Row>(props: RowListProps<Row>) => ReactNode;

/**
 * The list of an entity: search, filters, columns, saved views and export; creating, editing, and acts on selected
 * rows.
 */
export function EntityList<E extends KnownEntity>({
  entity,
  cells,
  filters = [],
  tools,
  deletion,
  every,
}: EntityListProps<E>): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const Icon = ENTITY_ICONS[entity.name];
  const [deleting, setDeleting] = useState<{ rows: readonly RowOf<E>[]; clear: () => void } | null>(null);
  const { names, needs } = entity;
  useGroupInAddress(entity.hasLabels ? (names as LabelledList) : null);
  const title = t(`${names}.title`);
  const create = can(needs.add) && (
    <LinkButton variant="primary" href={entityPaths(entity).create} icon={<PlusIcon aria-hidden="true" />}>
      {t(`${names}.create`)}
    </LinkButton>
  );
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <RowList<RowOf<E>>
        id={names}
        label={title}
        method={entity.methods.list}
        subjects={subjectsOf(entity)}
        columns={useEntityColumns(entity, cells)}
        rowKey={(row) => idOf(entity, row)}
        rowName={(row) => nameOf(entity, row)}
        filters={[...filters, ...useEntityFilters(entity)]}
        sort={entity.title}
        {...(every !== undefined && { every })}
        savedViews={names as SavedViewList}
        searchLabel={t(`${names}.search`)}
        tools={
          <>
            {tools}
            {create}
          </>
        }
        actions={can(needs.change) ? (row) => <EditLink entity={entity} row={row} /> : undefined}
        bulk={
          can(needs.change) || can(needs.remove)
            ? (rows, clear) => (
                <EntityBulk entity={entity} rows={rows} onDelete={() => setDeleting({ rows, clear })} onDone={clear} />
              )
            : undefined
        }
        empty={
          <EmptyState title={t(`${names}.emptyTitle`)} icon={<Icon />} action={create}>
            {t(`${names}.emptyLead`)}
          </EmptyState>
        }
      />
      {deleting !== null && (
        <DeleteEntities
          entity={entity}
          rows={deleting.rows}
          cells={cells}
          onDone={deleting.clear}
          onClose={() => setDeleting(null)}>
          {deletion?.(deleting.rows)}
        </DeleteEntities>
      )}
    </>
  );
}

function EditLink<E extends AnyEntity>({ entity, row }: { entity: E; row: RowOf<E> }): ReactNode {
  const { t } = useTranslation();
  const words = useEntityWords(entity);
  const mayIn = useMayIn();
  if (!mayIn(row, entity.needs.change)) return null;
  return (
    <LinkButton
      size="compact"
      variant="quiet"
      href={entityPaths(entity).edit(idOf(entity, row))}
      aria-label={words.text('editOf', { name: nameOf(entity, row) })}
      icon={<EditIcon aria-hidden="true" />}>
      {t('common.edit')}
    </LinkButton>
  );
}
