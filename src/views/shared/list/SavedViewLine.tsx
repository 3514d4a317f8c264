import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { updateSavedViewSchema, type SavedView, type SavedViewForm } from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DefaultIcon, DeleteIcon, EditIcon, IconButton, Tooltip, UsersIcon } from '../../../ui/index.ts';
import { Form, FormCheckbox, FormTextField } from '../../../ui/forms/index.ts';
import { FormButtons } from '../form/FormButtons.tsx';
import { useOwnChanges } from '../form/ownChanges.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useCalls } from '../services/calls.ts';
import { useNotify } from '../services/toasts.ts';
import { useAct, type Act } from '../services/useAct.ts';

export interface SavedViewLineProps {
  view: SavedView;
  isCurrent: boolean;
  onApply: () => void;
  /** What the list opens with is about to change: it stays as it is. */
  onStay: () => void;
  onChanged: () => void;
  /** It is deleted: its undo is on the page. */
  onForgotten: () => void;
}

/** What of a view goes over the wire. */
export function toForm({
  list,
  name,
  shared,
  columns,
  sort,
  search,
  filters,
}: Pick<SavedView, keyof SavedViewForm>): SavedViewForm {
  return { list, name, shared, columns: [...columns], sort, search, filters: { ...filters } };
}

/**
 * One view: pressing it shows the list so, the star opens the list with it; one's own can be renamed, shared and
 * deleted.
 */
export function SavedViewLine({
  view,
  isCurrent,
  onApply,
  onStay,
  onChanged,
  onForgotten,
}: SavedViewLineProps): ReactNode {
  const { t } = useTranslation();
  /** `renamed`: the focus comes back to where it was before. */
  const [state, setState] = useState<'still' | 'renaming' | 'renamed'>('still');
  const act = useAct();
  const acts = useViewActs(view, act, { onStay, onChanged, onForgotten });
  if (state === 'renaming')
    return (
      <li>
        <RenameView view={view} onChanged={onChanged} onClose={() => setState('renamed')} />
      </li>
    );
  const shared = t(
    view.own ? 'savedViews.sharedByYou' : view.removable ? 'savedViews.makerLeft' : 'savedViews.sharedByOthers',
  );
  const opens = t('savedViews.makeDefault', { name: view.name });
  const rename = t('savedViews.rename', { name: view.name });
  return (
    <li>
      <div className="saved-view">
        <Button variant="quiet" className="saved-view-name" aria-pressed={isCurrent} onPress={onApply}>
          <bdi>{view.name}</bdi>
        </Button>
        {view.shared && (
          <Tooltip text={shared}>
            <IconButton size="compact" label={shared} icon={<UsersIcon aria-hidden="true" />} />
          </Tooltip>
        )}
        <Tooltip text={opens}>
          <IconButton
            size="compact"
            className="saved-view-default"
            label={opens}
            pressed={view.is_default}
            icon={<DefaultIcon aria-hidden="true" />}
            onPress={() => void acts.toggleDefault()}
          />
        </Tooltip>
        {view.own && (
          <Tooltip text={rename}>
            <IconButton
              ref={state === 'renamed' ? takeFocus : undefined}
              size="compact"
              label={rename}
              icon={<EditIcon aria-hidden="true" />}
              onPress={() => setState('renaming')}
            />
          </Tooltip>
        )}
        {view.removable && (
          <IconButton
            size="compact"
            label={t('savedViews.forget', { name: view.name })}
            icon={<DeleteIcon aria-hidden="true" />}
            onPress={() => void acts.forget()}
          />
        )}
      </div>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
    </li>
  );
}

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Deleting a view, with a way back, and opening the list with it. */
function useViewActs(
  view: SavedView,
  act: Act,
  { onStay, onChanged, onForgotten }: Pick<SavedViewLineProps, 'onStay' | 'onChanged' | 'onForgotten'>,
) {
  const { t } = useTranslation();
  const notify = useNotify();
  const { call } = useCalls();
  const { view_id, list, name, own, is_default } = view;
  /** The line is gone by then: what fails is said by a notice. */
  const bringBack = async (): Promise<void> => {
    const again = await call('createSavedView', toForm(view));
    if (!again.ok) return notify.failed(again.error);
    const opened = is_default ? await call('setDefaultView', { list, view_id: again.value.view_id }) : again;
    if (!opened.ok) notify.failed(opened.error);
    onChanged();
  };
  return {
    async forget(): Promise<void> {
      onStay();
      if ((await act.run('deleteSavedView', { view_id })) === null) return;
      onChanged();
      onForgotten();
      // Another's cannot be made again in their name.
      if (!own) return notify.done(t('savedViews.forgotten', { name }));
      notify.undoable(t('savedViews.forgotten', { name }), () => void bringBack());
    },
    async toggleDefault(): Promise<void> {
      onStay();
      if ((await act.run('setDefaultView', { list, view_id: is_default ? null : view_id })) === null) return;
      onChanged();
      notify.done(t(is_default ? 'savedViews.defaultGone' : 'savedViews.defaultMade', { name }));
    },
  };
}

const renameSchema = updateSavedViewSchema.pick(['name', 'shared']);
type Renaming = Pick<SavedViewForm, 'name' | 'shared'>;

/** The name in its place, and who sees it. Enter saves, Escape leaves it as it was. */
function RenameView({
  view: { view_id, name, shared },
  onChanged,
  onClose,
}: {
  view: SavedView;
  onChanged: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  const [began] = useState<Renaming>({ name, shared });
  const rename = async (form: Renaming): Promise<void> => {
    const renamed = await act.run('updateSavedView', { ...own.of(began, form, act.problem), view_id });
    if (renamed === null) return;
    notify.done(t('savedViews.renamed', { name: renamed.name }));
    onChanged();
    onClose();
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The list of views stays open.
    event.stopPropagation();
    onClose();
  };
  return (
    <Form<Renaming>
      initial={began}
      schema={renameSchema}
      problems={act.problem?.fields}
      label={t('savedViews.rename', { name })}
      onSubmit={rename}
      className="saved-view-renaming">
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <FormTextField
        name="name"
        label={t('savedViews.name')}
        required
        takesFocus
        autoComplete="off"
        hint={t('common.bounds', LENGTH.viewName)}
        onKeyDown={leave}
      />
      <FormCheckbox name="shared" label={t('savedViews.share')} />
      <FormButtons busy={act.busy} onCancel={onClose} />
    </Form>
  );
}
