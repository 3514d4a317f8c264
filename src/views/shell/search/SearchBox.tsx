import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Dialog, SearchIcon } from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { MODE_PLACES, isMapPath } from '../../shared/unit/unitModes.ts';
import type { Command } from './commands.ts';
import type { SearchResult } from './results.ts';
import { SearchResults } from './SearchResults.tsx';
import { useRecent } from './useRecent.ts';
import { useResults, type Results } from './useResults.ts';
import './search.css';

export interface SearchBoxProps {
  readonly onClose: () => void;
  /** Whether one may open the screen of a path. */
  readonly canOpen: (path: string) => boolean;
  /** Screens to go to and things to do. */
  readonly commands?: readonly Command[];
}

const NONE: readonly Command[] = [];

/**
 * Everything by name or number: units, screens and commands at once, the rest as soon as the server answers. Arrows
 * choose, Enter goes; before anything is found, it goes to what is found first.
 */
export function SearchBox({ onClose, canOpen, commands = NONE }: SearchBoxProps): ReactNode {
  const { t } = useTranslation();
  const { path, go } = useScreenPath();
  const [text, setText] = useState('');
  const recent = useRecent(canOpen, commands);
  const found = useResults(text, isMapPath(path) ? path : MODE_PLACES.map.path, canOpen, commands, recent.results);
  const id = useId();
  const open = (result: SearchResult): void => {
    const { path: target, query, run } = result;
    if (result.stays) return run?.();
    recent.add(result);
    onClose();
    if (run === null) go(target, query);
    else run();
  };
  const { current, onKeyDown, restart } = useChoice(text, found, open);
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
            aria-expanded={found.results.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            aria-activedescendant={found.results.length > 0 ? `${id}-${current}` : undefined}
            value={text}
            maxLength={LENGTH.searchText.max}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              restart();
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <SearchNote text={text} found={found} />
        <SearchResults id={id} results={found.results} recent={found.recent} current={current} onOpen={open} />
      </div>
    </Dialog>
  );
}

/** The state of the search, in words that are read out. */
function SearchNote({ text, found }: { text: string; found: Results }): ReactNode {
  const { t } = useTranslation();
  const words = (): string => {
    if (!found.asked) return t('search.hint', { count: LENGTH.searchText.min });
    if (found.failed) return t('search.failed');
    if (found.waiting) return t('search.waiting');
    if (found.addressesAway) return t('search.addressesAway');
    return found.results.length === 0
      ? t('search.none', { text })
      : t('search.results', { count: found.results.length });
  };
  return (
    <output className="search-note" aria-live="polite">
      {words()}
    </output>
  );
}

/** Which line is chosen, and the keys that choose and open it. */
function useChoice(text: string, { results, waiting }: Results, open: (result: SearchResult) => void) {
  const [active, setActive] = useState(0);
  const current = Math.min(active, results.length - 1);
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
  const restart = (): void => {
    setActive(0);
    setWanted(null);
  };
  return { current, onKeyDown, restart };
}
