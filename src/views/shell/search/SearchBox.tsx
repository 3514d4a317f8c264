// Results in groups with names and pictures, chosen from a field that keeps the focus: no element of the page does that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useContext, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Found } from '../../../api/contract/index.ts';
import { LENGTH } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  AccountsIcon,
  Dialog,
  DeviceIcon,
  PlaceIcon,
  SearchIcon,
  ShieldIcon,
  UnitIcon,
  UserIcon,
  reveal,
  type IconType,
} from '../../../ui/index.ts';
import { ENTITY_ICONS } from '../../shared/entity/icons.ts';
import { foundKey } from '../../shared/entity/keys.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { FleetContext, type UnitsState } from '../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { MODE_PLACES, isMapPath } from '../../shared/unit/unitModes.ts';
import { useLater } from '../../shared/time/useLater.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { FOUND_KINDS, localUnits, searchResults, type SearchResult } from './results.ts';
import './search.css';

const ICONS: Readonly<Record<Found['kind'], IconType>> = {
  unit: UnitIcon,
  device: DeviceIcon,
  ...ENTITY_ICONS,
  account: AccountsIcon,
  user: UserIcon,
  role: ShieldIcon,
  place: PlaceIcon,
};
const NO_UNITS: UnitsState = { units: [], byId: new Map(), loading: false, problem: null };
const NOWHERE: ReadableStore<UnitsState> = { subscribe: () => () => undefined, getSnapshot: () => NO_UNITS };

export interface SearchBoxProps {
  readonly onClose: () => void;
  /** Whether one may open the screen of a path. */
  readonly canOpen: (path: string) => boolean;
}

/** Everything by name or number: units of the page at once, the rest as soon as the server answers. Arrows choose, Enter goes; before anything is found, it goes to what is found first. */
export function SearchBox({ onClose, canOpen }: SearchBoxProps): ReactNode {
  const { t } = useTranslation();
  const { path, go } = useScreenPath();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const answer = useResults(text, isMapPath(path) ? path : MODE_PLACES.map.path, canOpen);
  const { results, waiting } = answer;
  const id = useId();
  const current = Math.min(active, results.length - 1);
  const open = ({ path: target, query }: SearchResult): void => {
    onClose();
    go(target, query);
  };
  /** The words for which Enter was pressed before anything was found. */
  const [wanted, setWanted] = useState<string | null>(null);
  const due = wanted === text ? results.at(0) : undefined;
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (due) latest.current(due);
  }, [due]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (results.length === 0) return event.key === 'Enter' && waiting ? setWanted(text) : undefined;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === 0) open(results[current]);
    else setActive((current + step + results.length) % results.length);
  };
  return (
    <Dialog open onClose={onClose} title={t('search.title')} closeLabel={t('common.close')} wide>
      <div className="search-box">
        <div className="search-field">
          <SearchIcon aria-hidden="true" />
          <input
            // The dialog is opened to type here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="search"
            role="combobox"
            aria-expanded={results.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            aria-activedescendant={results.length > 0 ? `${id}-${current}` : undefined}
            value={text}
            maxLength={LENGTH.searchText.max}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
              setWanted(null);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <SearchNote {...answer} text={text} />
        <ResultList id={id} results={results} current={current} onOpen={open} />
      </div>
    </Dialog>
  );
}

/** How many were found, or why nothing is shown. */
function SearchNote({
  results,
  waiting,
  failed,
  asked,
  text,
}: ReturnType<typeof useResults> & { text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="search-note" aria-live="polite">
      {!asked
        ? t('search.hint', { count: LENGTH.searchText.min })
        : failed
          ? t('search.failed')
          : waiting
            ? t('search.waiting')
            : results.length === 0
              ? t('search.none', { text })
              : t('search.results', { count: results.length })}
    </output>
  );
}

interface ResultListProps {
  /** Prefix of the ids that the field points to. */
  id: string;
  results: readonly SearchResult[];
  /** Index of the one that Enter opens. */
  current: number;
  onOpen: (result: SearchResult) => void;
}

/** What was found, by kind. */
function ResultList({ id, results, current, onOpen }: ResultListProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('search.label')} className="search-results">
      {FOUND_KINDS.map((kind) => {
        const own = results.filter((result) => result.kind === kind);
        return (
          own.length > 0 && (
            <div key={kind} role="group" aria-label={t(foundKey(kind))} className="search-group">
              <span className="search-kind" aria-hidden="true">
                {t(foundKey(kind))}
              </span>
              {own.map((result) => (
                <Option
                  key={result.key}
                  id={`${id}-${results.indexOf(result)}`}
                  result={result}
                  active={result === results[current]}
                  onOpen={() => onOpen(result)}
                />
              ))}
            </div>
          )
        );
      })}
    </div>
  );
}

function Option({
  id,
  result,
  active,
  onOpen,
}: {
  id: string;
  result: SearchResult;
  active: boolean;
  onOpen: () => void;
}): ReactNode {
  const Icon = ICONS[result.kind];
  return (
    // Keys are handled by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="search-result"
      onClick={onOpen}
      ref={active ? reveal : undefined}>
      <Icon aria-hidden="true" />
      <bdi className="search-title">{result.title}</bdi>
      {result.detail !== '' && <bdi className="dim search-detail">{result.detail}</bdi>}
    </div>
  );
}

/** What the page knows at once, with what the server found once the typing rests. */
function useResults(text: string, mapPath: string, canOpen: (path: string) => boolean) {
  const { units } = useStore(useContext(FleetContext)?.units ?? NOWHERE);
  const rested = useLater(text.trim());
  const isAsked = rested.length >= LENGTH.searchText.min;
  const answer = useAnswer('searchAll', isAsked ? { text: rested } : null);
  const found = isAsked && rested === text.trim() && !answer.loading ? answer.value?.found : undefined;
  const results = useMemo(
    () => searchResults(localUnits(units, text), found ?? [], mapPath, canOpen),
    [units, text, found, mapPath, canOpen],
  );
  return {
    results,
    asked: text.trim().length >= LENGTH.searchText.min,
    waiting: rested !== text.trim() || answer.loading,
    failed: answer.problem !== null,
  };
}
