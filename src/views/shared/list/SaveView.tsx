import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import {
  savedViewSchema,
  type SavedView,
  type SavedViewForm,
  type SavedViewList,
} from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { Form, FormCheckbox, FormTextField } from '../../../ui/forms/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { FormButtons } from '../form/FormButtons.tsx';
import { useOwnChanges } from '../form/ownChanges.ts';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';
import type { ListLook } from './listLook.ts';
import { toForm } from './SavedViewLine.tsx';

const stateOf = ({ columns, sort, search, filters }: ListLook) => ({
  columns: [...columns],
  sort,
  search,
  filters: { ...filters },
});

/** Saves what the list shows now in one's own view; that can be undone. */
export function SaveChanges({
  view,
  look: { columns, sort, search, filters },
  onChanged,
}: {
  view: SavedView;
  look: ListLook;
  onChanged: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  const { view_id, name } = view;
  const put = async (look: ListLook, before: ListLook): Promise<boolean> => {
    const saved = await act.run('updateSavedView', {
      view_id,
      ...stateOf(look),
      expected: own.expected(stateOf(before), act.problem),
    });
    if (saved !== null) onChanged();
    return saved !== null;
  };
  const save = async (): Promise<void> => {
    const shown = { columns, sort, search, filters };
    if (await put(shown, view)) notify.undoable(t('savedViews.overwritten', { name }), () => void put(view, shown));
  };
  return (
    <>
      <Button variant="quiet" busy={act.busy} className="saved-views-save" onPress={() => void save()}>
        {t('savedViews.saveChanges')}
      </Button>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
    </>
  );
}

export interface SaveAsViewProps {
  list: SavedViewList;
  look: ListLook;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Asks for the name of a new view. */
export function SaveAsView({ list, look, onClose, onSaved }: SaveAsViewProps): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const save = async (form: SavedViewForm): Promise<void> => {
    const saved = await act.run('createSavedView', form);
    if (saved === null) return;
    notify.done(t('savedViews.kept', { name: saved.name }));
    onSaved(saved);
    onClose();
  };
  return (
    <Dialog open title={t('savedViews.keepTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form<SavedViewForm>
        initial={toForm({ list, name: '', shared: false, ...look })}
        schema={savedViewSchema}
        problems={act.problem?.fields}
        label={t('savedViews.keepTitle')}
        onSubmit={save}
        className="saved-views-form">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <p className="dim">{t('savedViews.keepLead')}</p>
        <FormTextField
          name="name"
          label={t('savedViews.name')}
          required
          autoComplete="off"
          hint={t('common.bounds', LENGTH.viewName)}
        />
        <FormCheckbox name="shared" label={t('savedViews.share')} />
        <FormButtons busy={act.busy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
