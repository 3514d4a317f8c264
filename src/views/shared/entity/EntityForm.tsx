import { useState, type ReactNode } from 'react';
import type { Fields } from '../../../domain/base/index.ts';
import type { AnyEntity, FormOf, RowOf } from '../../../domain/entity/index.ts';
import { Panel } from '../../../ui/index.ts';
import { useScreenPath } from '../address/useScreenPath.ts';
import { BeyondReach } from '../BeyondReach.tsx';
import { AccountOfNew } from '../form/AccountOfNew.tsx';
import { DraftForm } from '../form/DraftForm.tsx';
import { FormButtons } from '../form/FormButtons.tsx';
import { useOwnChanges } from '../form/ownChanges.ts';
import { useMayIn } from '../services/mayIn.ts';
import { useNotify } from '../services/toasts.ts';
import { idOf, nameOf, useEntitySaving, valueOf } from './calls.ts';
import { EntityScreen } from './EntityScreen.tsx';
import { entityPaths, stepTo, useEntityId } from './paths.ts';
import { useEntityWords } from './words.ts';

export interface EntityFormProps<E extends AnyEntity> {
  readonly entity: E;
  /** Values of a new one where they are not the schema's defaults. */
  readonly initial?: Partial<FormOf<E>>;
  /** The fields; a function, given what is saved, lays out the whole form in panels of its own. */
  readonly children: ReactNode | ((saved: RowOf<E> | null) => ReactNode);
  /** Class of the screen; left out: that of a form of one column. */
  readonly className?: string;
  /** Where saving and cancelling lead; left out: to its page, or, of one that is not saved, to the list. */
  readonly onwards?: string;
  /** Names the draft of a new one that begins from something else, so that it is not taken for another. */
  readonly draft?: string;
}

/**
 * The form of an entity around fields that are written by hand: adds one, or changes the one that the address names.
 * It keeps drafts, asks before leaving, and shows what somebody else changed meanwhile.
 */
export function EntityForm<E extends AnyEntity>({ entity, ...rest }: EntityFormProps<E>): ReactNode {
  const id = useEntityId(entity);
  const { path } = useScreenPath();
  const mayIn = useMayIn();
  if (id === null && path === entity.paths.create) return <OneForm entity={entity} saved={null} {...rest} />;
  return (
    <EntityScreen entity={entity} kind="form">
      {(row) =>
        mayIn(row, entity.needs.change) ? (
          <OneForm key={idOf(entity, row)} entity={entity} saved={row} {...rest} />
        ) : (
          <BeyondReach
            href={rest.onwards ?? entityPaths(entity).view(idOf(entity, row))}
            name={nameOf(entity, row)}
            account={row.account_name}
          />
        )
      }
    </EntityScreen>
  );
}

function OneForm<E extends AnyEntity>({
  entity,
  saved,
  initial = {},
  children,
  className = 'entity-screen',
  onwards,
  draft = 'new',
}: EntityFormProps<E> & { saved: RowOf<E> | null }): ReactNode {
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const saving = useEntitySaving(entity);
  const own = useOwnChanges();
  const words = useEntityWords(entity);
  const paths = entityPaths(entity);
  const [began] = useState(() => (saved === null ? { ...emptyForm(entity), ...initial } : formOf(entity, saved)));
  const title = saved === null ? words.create : words.edit;
  const save = async (values: Fields): Promise<boolean> => {
    const row =
      saved === null
        ? await saving.create(values)
        : await saving.update(idOf(entity, saved), own.of(began, values, saving.problem));
    if (row === null) return false;
    notify.done(words.text('saved', { name: nameOf(entity, row) }));
    goOn(...stepTo(onwards ?? paths.view(idOf(entity, row))));
    return true;
  };
  return (
    <div className={className}>
      <h1 className="page-title">{title}</h1>
      <DraftForm<Fields>
        draftKey={`${entity.name}.${saved === null ? draft : idOf(entity, saved)}`}
        initial={began}
        schema={entity.schema}
        nameOf={words.field}
        typed={entity.typed}
        problem={saving.problem}
        onSubmit={save}
        label={title}
        className="entity-form">
        {typeof children === 'function' ? (
          children(saved)
        ) : (
          <Panel label={title}>
            <div className="entity-fields">
              {saved === null && <AccountOfNew need={entity.needs.add} />}
              {children}
            </div>
          </Panel>
        )}
        <FormButtons
          busy={saving.busy}
          onCancel={() => goOn(...stepTo(onwards ?? (saved === null ? paths.list : paths.view(idOf(entity, saved)))))}
          isBar
        />
      </DraftForm>
    </div>
  );
}

const formOf = ({ fields }: AnyEntity, row: object): Fields =>
  Object.fromEntries(fields.map((field) => [field, valueOf(row, field)]));

/** The schema's defaults; text that has none is empty. */
function emptyForm({ fields, schema }: AnyEntity): Fields {
  const defaults: object = schema.getDefault();
  const described = schema.describe().fields;
  return Object.fromEntries(
    fields.map((field) => [field, valueOf(defaults, field) ?? (described[field].type === 'string' ? '' : null)]),
  );
}
