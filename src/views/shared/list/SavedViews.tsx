import { useState, type ReactNode } from 'react';
import type { SavedView, SavedViewList } from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Popover, SavedViewIcon } from '../../../ui/index.ts';
import { isSameLook, lookAsShown, type ListLook, type PlacedColumn } from './listLook.ts';
import { SaveAsView, SaveChanges } from './SaveView.tsx';
import { SavedViewLine } from './SavedViewLine.tsx';
import { RetryBanner } from './ServerListParts.tsx';
import { NO_VIEW } from './serverListState.ts';
import type { SavedViewsAnswer } from './useSavedViews.ts';
import './savedViews.css';

export interface SavedViewsProps {
  list: SavedViewList;
  kept: SavedViewsAnswer;
  /** The state of the list. */
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
export function SavedViews(props: SavedViewsProps): ReactNode {
  const { t } = useTranslation();
  const { list, kept, look, onShow, onView } = props;
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const { current, isChanged } = currentView(props);
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
        <ViewChoice
          {...props}
          current={current}
          onShow={(next, view) => {
            setOpen(false);
            onShow(next, view);
          }}
          onSaveAs={() => {
            setOpen(false);
            setNaming(true);
          }}
          onClose={() => setOpen(false)}
        />
      </Popover>
      {isChanged && current?.own && <SaveChanges view={current} look={look} onChanged={kept.answer.reload} />}
      {isNaming && (
        <SaveAsView
          list={list}
          look={look}
          onClose={() => setNaming(false)}
          onSaved={(view) => {
            onView(String(view.view_id));
            kept.answer.reload();
          }}
        />
      )}
    </>
  );
}

/** The view that the list is shown by, and whether the list was changed since; none where it looks like no view. */
function currentView({ kept: { views }, look, columns, sort, view: shownBy }: SavedViewsProps): {
  current: SavedView | undefined;
  isChanged: boolean;
} {
  const isShown = (view: SavedView): boolean => isSameLook(lookAsShown(view, columns, sort), look);
  const current = views.find(({ view_id }) => String(view_id) === shownBy) ?? views.find(isShown);
  return { current, isChanged: current !== undefined && !isShown(current) };
}

interface ViewChoiceProps extends SavedViewsProps {
  current: SavedView | undefined;
  onSaveAs: () => void;
  onClose: () => void;
}

/** The views to choose from, the plain list first, and saving what is shown as another. */
function ViewChoice(props: ViewChoiceProps): ReactNode {
  const { t } = useTranslation();
  const { kept, look, columns, sort, current, onShow, onView } = props;
  const { answer, views } = kept;
  const plain = lookAsShown({ columns: [], sort, search: '', filters: {} }, columns, sort);
  return (
    <div className="saved-views">
      {answer.problem !== null && <RetryBanner answer={answer} />}
      {answer.value !== null && views.length === 0 && <p className="saved-views-none">{t('savedViews.none')}</p>}
      {views.length > 0 && (
        <ul>
          <li className="saved-view">
            <Button
              variant="quiet"
              className="saved-view-name"
              aria-pressed={current === undefined && isSameLook(plain, look)}
              onPress={() => onShow(plain, '')}>
              {t('savedViews.whole')}
            </Button>
          </li>
          {views.map((view) => (
            <SavedViewLine
              key={view.view_id}
              view={view}
              isCurrent={view === current}
              onApply={() => onShow(view, String(view.view_id))}
              onStay={() => onView(current === undefined ? NO_VIEW : String(current.view_id))}
              onChanged={answer.reload}
              onForgotten={props.onClose}
            />
          ))}
        </ul>
      )}
      {(current === undefined || currentView(props).isChanged) && (
        <Button size="compact" onPress={props.onSaveAs}>
          {t('savedViews.keep')}
        </Button>
      )}
    </div>
  );
}
