// Results in groups with names and pictures, chosen from a field that keeps the focus: no element of the page does that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  AccountsIcon,
  DeviceIcon,
  EventIcon,
  ForwardIcon,
  PlaceIcon,
  ShieldIcon,
  UnitIcon,
  UserIcon,
  reveal,
  type IconType,
} from '../../../ui/index.ts';
import { ENTITY_ICONS } from '../../shared/entity/icons.ts';
import { foundKey } from '../../shared/entity/keys.ts';
import { RESULT_KINDS, type ResultKind, type SearchResult } from './results.ts';

const ICONS: Readonly<Record<ResultKind, IconType>> = {
  unit: UnitIcon,
  screen: ForwardIcon,
  act: EventIcon,
  device: DeviceIcon,
  ...ENTITY_ICONS,
  account: AccountsIcon,
  user: UserIcon,
  role: ShieldIcon,
  place: PlaceIcon,
};

export interface SearchResultsProps {
  readonly id: string;
  readonly results: readonly SearchResult[];
  /** The line that Enter opens. */
  readonly current: number;
  readonly onOpen: (result: SearchResult) => void;
}

/** What was found, sort by sort. */
export function SearchResults({ id, results, current, onOpen }: SearchResultsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('search.label')} className="search-results">
      {RESULT_KINDS.map((kind) => {
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

interface OptionProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly active: boolean;
  readonly onOpen: () => void;
}

function Option({ id, result, active, onOpen }: OptionProps): ReactNode {
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
      <Icon aria-hidden="true" className={result.kind === 'screen' ? 'icon-mirrored' : undefined} />
      <bdi className="search-title">{result.title}</bdi>
      {result.detail !== '' && <bdi className="dim search-detail">{result.detail}</bdi>}
    </div>
  );
}
