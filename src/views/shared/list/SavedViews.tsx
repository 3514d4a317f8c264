import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { savedViewSchema, type SavedView, type SavedViewForm, type SavedViewList } from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DeleteIcon, Dialog, IconButton, Popover, SavedViewIcon, Tooltip, UsersIcon } from '../../../ui/index.ts';
import { Form, FormCheckbox, FormTextField } from '../../../ui/forms/index.ts';
import { useAnswer } from '../services/calls.ts';
import { isSameLook, type ListLook } from './listLook.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { FormButtons } from '../form/FormButtons.tsx';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';
import './savedViews.css';

export interface SavedViewsProps {
  list: SavedViewList;
  /** How the list stands now. */
  look: ListLook;
  onApply: (look: ListLook) => void;
}

/** Looks of a list under names: columns, order, search and filters, one's own and those of the account. */
export function SavedViews({ list, look, onApply }: SavedViewsProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const answer = useAnswer('getSavedViews', { list });
  const views = answer.value?.views ?? [];
  const current = views.find((view) => isSameLook(view, look));
  const keep = (): void => {
    setOpen(false);
    setKeeping(true);
  };
  return (
    <>
      <Popover
        label={t('savedViews.title')} placement="bottom end" open={isOpen} onOpenChange={setOpen}
        trigger={<Button variant="quiet" icon={<SavedViewIcon aria-hidden="true" />}><bdi>{current?.name ?? t('savedViews.title')}</bdi></Button>}
      >
        <div className="saved-views">
          {answer.problem !== null && <ProblemBanner problem={answer.problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />}
          {answer.value !== null && views.length === 0 && <p className="saved-views-none">{t('savedViews.none')}</p>}
          {views.length > 0 && (
            <ul>
              {views.map((view) => (
                <SavedViewLine key={view.view_id} view={view} look={look} isCurrent={view === current} onApply={() => { setOpen(false); onApply(view); }} onChanged={answer.reload} />
              ))}
            </ul>
          )}
          {current === undefined && <Button size="compact" onPress={keep}>{t('savedViews.keep')}</Button>}
        </div>
      </Popover>
      {isKeeping && <KeepView list={list} look={look} onClose={() => setKeeping(false)} onKept={answer.reload} />}
    </>
  );
}

interface SavedViewLineProps {
  view: SavedView;
  look: ListLook;
  isCurrent: boolean;
  onApply: () => void;
  onChanged: () => void;
}

/** One view: pressing it shows the list so; one's own can be written over and forgotten. */
function SavedViewLine({ view, look, isCurrent, onApply, onChanged }: SavedViewLineProps): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const { view_id, own: _own, removable: _removable, ...form } = view;
  const shared = t(view.own ? 'savedViews.sharedByYou' : view.removable ? 'savedViews.makerLeft' : 'savedViews.sharedByOthers');
  const forget = async (): Promise<void> => {
    if ((await act.run('deleteSavedView', { view_id })) === null) return;
    onChanged();
    // Another's cannot be made again in their name.
    if (!view.own) return notify.done(t('savedViews.forgotten', { name: view.name }));
    notify.undoable(t('savedViews.forgotten', { name: view.name }), () => void act.run('createSavedView', toForm(form)).then(onChanged));
  };
  const overwrite = async (): Promise<void> => {
    if ((await act.run('updateSavedView', { ...toForm({ ...form, ...look }), view_id })) === null) return;
    onChanged();
    notify.undoable(t('savedViews.overwritten', { name: view.name }), () => void act.run('updateSavedView', { ...toForm(form), view_id }).then(onChanged));
  };
  return (
    <li>
      <div className="saved-view">
        <Button variant="quiet" className="saved-view-name" aria-pressed={isCurrent} onPress={onApply}><bdi>{view.name}</bdi></Button>
        {view.shared && <Tooltip text={shared}><IconButton size="compact" label={shared} icon={<UsersIcon aria-hidden="true" />} /></Tooltip>}
        {view.own && !isCurrent && <Button variant="quiet" size="compact" busy={act.busy} onPress={() => void overwrite()}>{t('savedViews.overwrite')}</Button>}
        {view.removable && <IconButton size="compact" label={t('savedViews.forget', { name: view.name })} icon={<DeleteIcon aria-hidden="true" />} onPress={() => void forget()} />}
      </div>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
    </li>
  );
}

/** What of a view goes over the wire. */
function toForm({ list, name, shared, columns, sort, search, filters }: Omit<SavedView, 'view_id' | 'own' | 'removable'>): SavedViewForm {
  return { list, name, shared, columns: [...columns], sort, search, filters: { ...filters } };
}

interface KeepViewProps {
  list: SavedViewList;
  look: ListLook;
  onClose: () => void;
  onKept: () => void;
}

/** Asks for the name under which a look is kept. */
function KeepView({ list, look, onClose, onKept }: KeepViewProps): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const keep = async (form: SavedViewForm): Promise<void> => {
    const kept = await act.run('createSavedView', form);
    if (kept === null) return;
    notify.done(t('savedViews.kept', { name: kept.name }));
    onKept();
    onClose();
  };
  return (
    <Dialog open title={t('savedViews.keepTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form<SavedViewForm> initial={toForm({ list, name: '', shared: false, ...look })} schema={savedViewSchema} problems={act.problem?.fields} label={t('savedViews.keepTitle')} onSubmit={keep} className="saved-views-form">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <p className="dim">{t('savedViews.keepLead')}</p>
        <FormTextField name="name" label={t('savedViews.name')} required autoComplete="off" hint={t('common.bounds', LENGTH.viewName)} />
        <FormCheckbox name="shared" label={t('savedViews.share')} />
        <FormButtons busy={act.busy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
