import type { ReactNode } from 'react';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import { useScreenParameters } from '../address/screen.ts';
import { AnswerScreen } from '../AnswerView.tsx';
import { GoneNotice } from '../gone/GoneNotice.tsx';
import { idOf, nameOf, useEntityRow } from './calls.ts';
import { entityPaths } from './paths.ts';
import './entity.css';

export interface EntityScreenProps<E extends AnyEntity> {
  readonly entity: E;
  /** Left out: another screen than its page or form. Breadcrumbs of all but the page lead there. */
  readonly kind?: 'page' | 'form';
  readonly children: (row: RowOf<E>) => ReactNode;
}

/** A screen of the one that the address names: waits, fails, and says when it is gone. */
export function EntityScreen<E extends AnyEntity>({ entity, kind, children }: EntityScreenProps<E>): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useEntityRow(entity, Number(id), kind === 'form');
  const paths = entityPaths(entity);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(row) => String(idOf(entity, row)) === id}
      gone={(row) => (
        <GoneNotice
          name={nameOf(entity, row)}
          thing={{ account_id: row.account_id, allocated_to: null }}
          list={entity}
        />
      )}
      named={(row) => ({ name: nameOf(entity, row), ...(kind === 'page' ? {} : { page: paths.view(id) }) })}
      className="entity-screen"
      blocks={[240]}>
      {children}
    </AnswerScreen>
  );
}
