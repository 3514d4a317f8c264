import type { ReactNode } from 'react';
import type { AnyEntity, RowOf } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, LinkButton, WarningIcon } from '../../../ui/index.ts';
import { AnswerScreen } from '../AnswerView.tsx';
import { GoneNotice } from '../gone/GoneNotice.tsx';
import { isGone } from '../gone/WhileThere.tsx';
import { idOf, nameOf, useEntityRow } from './calls.ts';
import { entityPaths, useEntityId } from './paths.ts';
import { useEntityWords } from './words.ts';
import './entity.css';

export interface EntityScreenProps<E extends AnyEntity> {
  readonly entity: E;
  /** Left out: another screen than its page or form. Breadcrumbs of all but the page lead there. */
  readonly kind?: 'page' | 'form';
  readonly children: (row: RowOf<E>) => ReactNode;
}

/** A screen of the one that the address names: waits, fails, and says when it is gone, or never was there. */
export function EntityScreen<E extends AnyEntity>({ entity, kind, children }: EntityScreenProps<E>): ReactNode {
  const id = useEntityId(entity);
  const answer = useEntityRow(entity, id, kind === 'form');
  const paths = entityPaths(entity);
  const isAsked = (row: object): boolean => idOf(entity, row) === id;
  const isThere = answer.value !== null && isAsked(answer.value);
  if (id === null || (!isThere && isGone(answer.problem))) return <Missing entity={entity} />;
  return (
    <AnswerScreen
      answer={answer}
      isAsked={isAsked}
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

/** In the place of one that is not there for this account. */
function Missing({ entity }: { entity: AnyEntity }): ReactNode {
  const { t } = useTranslation();
  const words = useEntityWords(entity);
  return (
    <div className="entity-screen">
      <h1 className="page-title">{words.one}</h1>
      <Banner
        tone="caution"
        icon={<WarningIcon />}
        action={<LinkButton href={entity.paths.list}>{t([`gone.to.${entity.names}`, 'gone.back'])}</LinkButton>}>
        {words.text('missing')}
      </Banner>
    </div>
  );
}
