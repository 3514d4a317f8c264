import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import {
  savedViewSchema,
  type SavedView,
  type SavedViewForm,
  type SavedViewList,
} from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog, Popover, SavedViewIcon } from '../../../ui/index.ts';
import { Form, FormCheckbox, FormTextField } from '../../../ui/forms/index.ts';
import { isSameLook, lookAsShown, type ListLook, type PlacedColumn } from './listLook.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { FormButtons } from '../form/FormButtons.tsx';
import { useOwnChanges } from '../form/ownChanges.ts';
import { SavedViewLine, toForm } from './SavedViewLine.tsx';
import { NO_VIEW } from './serverListState.ts';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';
import type { SavedViewsAnswer } from './useSavedViews.ts';
import './savedViews.css';

export interface SavedViewsProps {
  list: SavedViewList;
  kept: SavedViewsAnswer;
  /** How the list stands now. */
  look: ListLook;
  /** Every column that it has, and its order by itself. */
  columns: readonly PlacedColumn[];
  sort: string;
  /** The view that it was last shown by, as its address says it. */
  view: string;
  onShow: (look: ListLook, view: string) => void;
  /** Only says which view it is shown by. */
  onView: (view: string) => void;
}

/** Looks of a list under names: columns, order, search and filters, one's own and those of the account. */
export function SavedViews({
  list,
  kept: { answer, views },
  look,
  columns,
  sort,
  view: shownBy,
  onShow,
  onView,
}: SavedViewsProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const isShown = (view: SavedView): boolean => isSameLook(lookAsShown(view, columns, sort), look);
  const current = views.find(({ view_id }) => String(view_id) === shownBy) ?? views.find(isShown);
  const isChanged = current !== undefined && !isShown(current);
  const byItself = lookAsShown({ columns: [], sort, search: '', filters: {} }, columns, sort);
  const show = (next: ListLook, view: string): void => {
    setOpen(false);
    onShow(next, view);
  };
  const keep = (): void => {
    setOpen(false);
    setKeeping(true);
  };
  const stay = (): void => onView(current === undefined ? NO_VIEW : String(current.view_id));
  return (
    <>
      <Popover
        label={t('savedViews.title')}
        placement="bottom end"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button variant="quiet" icon={<SavedViewIcon aria-hidden="true" />}>
            <bdi>{current?.name ?? t('savedViews.title')}</bdi>
            {isChanged && <span className="saved-views-changed">{t('savedViews.changed')}</span>}
          </Button>
        }>
        <div className="saved-views">
          {answer.problem !== null && (
            <ProblemBanner
              problem={answer.problem}
              action={<Button onPress={answer.reload}>{t('common.retry')}</Button>}
            />
          )}
          {answer.value !== null && views.length === 0 && <p className="saved-views-none">{t('savedViews.none')}</p>}
          {views.length > 0 && (
            <ul>
              <li className="saved-view">
                <Button
                  variant="quiet"
                  className="saved-view-name"
                  aria-pressed={current === undefined && isSameLook(byItself, look)}
                  onPress={() => show(byItself, '')}>
                  {t('savedViews.whole')}
                </Button>
              </li>
              {views.map((view) => (
                <SavedViewLine
                  key={view.view_id}
                  view={view}
                  isCurrent={view === current}
                  onApply={() => show(view, String(view.view_id))}
                  onStay={stay}
                  onChanged={answer.reload}
                  onForgotten={() => setOpen(false)}
                />
              ))}
            </ul>
          )}
          {(current === undefined || isChanged) && (
            <Button size="compact" onPress={keep}>
              {t('savedViews.keep')}
            </Button>
          )}
        </div>
      </Popover>
      {isChanged && current.own && <SaveChanges view={current} look={look} onChanged={answer.reload} />}
      {isKeeping && (
        <KeepView
          list={list}
          look={look}
          onClose={() => setKeeping(false)}
          onKept={(view) => {
            onView(String(view.view_id));
            answer.reload();
          }}
        />
      )}
    </>
  );
}

const stateOf = ({ columns, sort, search, filters }: ListLook) => ({
  columns: [...columns],
  sort,
  search,
  filters: { ...filters },
});

/** Makes a view of one's own show what the list shows now; that can be taken back. */
function SaveChanges({
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

interface KeepViewProps {
  list: SavedViewList;
  look: ListLook;
  onClose: () => void;
  onKept: (view: SavedView) => void;
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
    onKept(kept);
    onClose();
  };
  return (
    <Dialog open title={t('savedViews.keepTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form<SavedViewForm>
        initial={toForm({ list, name: '', shared: false, ...look })}
        schema={savedViewSchema}
        problems={act.problem?.fields}
        label={t('savedViews.keepTitle')}
        onSubmit={keep}
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
