import { useState, type ReactNode } from 'react';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DeleteIcon, EditIcon, LinkButton, Panel } from '../../../ui/index.ts';
import { useScreenPath } from '../address/useScreenPath.ts';
import { Fact } from '../Fact.tsx';
import { useMayIn } from '../services/mayIn.ts';
import { idOf, valueOf } from './calls.ts';
import { DeleteEntities } from './DeleteEntities.tsx';
import { EntityScreen } from './EntityScreen.tsx';
import { entityPaths } from './paths.ts';
import { useEntityCells, type Cells } from './useEntityCells.tsx';

export interface EntityPageProps<E extends AnyEntity> {
  readonly entity: E;
  readonly cells?: Cells<E>;
  /** Further buttons beside "Edit". */
  readonly tools?: (row: RowOf<E>) => ReactNode;
  /** What else follows from a deletion. */
  readonly deletion?: (rows: readonly RowOf<E>[]) => ReactNode;
  /** More below the facts. */
  readonly children?: (row: RowOf<E>) => ReactNode;
}

/** The page of one: what is known of it, as facts; editing and deleting it. */
export function EntityPage<E extends AnyEntity>({ entity, ...rest }: EntityPageProps<E>): ReactNode {
  return (
    <EntityScreen entity={entity} kind="page">
      {(row) => <Page entity={entity} row={row} {...rest} />}
    </EntityScreen>
  );
}

function Page<E extends AnyEntity>({
  entity,
  row,
  cells,
  tools,
  deletion,
  children,
}: EntityPageProps<E> & { row: RowOf<E> }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { goOn } = useScreenPath();
  const [deleting, setDeleting] = useState(false);
  const { cell } = useEntityCells(entity, cells);
  const paths = entityPaths(entity);
  return (
    <div className="entity-screen">
      <header className="page-head">
        <h1 className="page-title">{cell(row, entity.title)}</h1>
        {mayIn(row, entity.needs.remove) && (
          <Button variant="quiet" icon={<DeleteIcon aria-hidden="true" />} onPress={() => setDeleting(true)}>
            {t('entity.delete')}
          </Button>
        )}
        {tools?.(row)}
        {mayIn(row, entity.needs.change) && (
          <LinkButton variant="primary" href={paths.edit(idOf(entity, row))} icon={<EditIcon aria-hidden="true" />}>
            {t('common.edit')}
          </LinkButton>
        )}
      </header>
      <Panel label={t(`${entity.names}.one`)}>
        <EntityFacts entity={entity} row={row} cells={cells} />
      </Panel>
      {children?.(row)}
      {deleting && (
        <DeleteEntities
          entity={entity}
          rows={[row]}
          cells={cells}
          onDone={() => goOn(paths.list)}
          onClose={() => setDeleting(false)}>
          {deletion?.([row])}
        </DeleteEntities>
      )}
    </div>
  );
}

/** A cell that shows something also where there is no text. */
function hasOwnLook(cells: object, field: string): boolean {
  const own = valueOf(cells, field);
  return typeof own === 'function' || (typeof own === 'object' && own !== null && 'cell' in own);
}

interface EntityFactsProps<E extends AnyEntity> {
  readonly entity: E;
  readonly row: RowOf<E>;
  readonly cells?: Cells<E> | undefined;
}

/** What is known of one, a fact a column; a dash stands for nothing. */
function EntityFacts<E extends AnyEntity>({ entity, row, cells = {} }: EntityFactsProps<E>): ReactNode {
  const { text, cell, words } = useEntityCells(entity, cells);
  return (
    <dl className="fact-grid">
      {Object.keys(entity.columns)
        .filter((field) => field !== entity.title)
        .map((field) => (
          <Fact key={field} label={words.field(field)}>
            {text(row, field) === '' && !hasOwnLook(cells, field) ? '–' : cell(row, field)}
          </Fact>
        ))}
    </dl>
  );
}
