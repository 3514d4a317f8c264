// Results in groups with names and pictures, chosen from a field that keeps the focus: no element of the page does
// that.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  AccountsIcon,
  AlertIcon,
  DeviceIcon,
  EventIcon,
  ForwardIcon,
  PlaceIcon,
  ShareIcon,
  ShieldIcon,
  UnitIcon,
  InvitationsIcon,
  UserIcon,
  reveal,
  type IconType,
} from '../../../ui/index.ts';
import { ENTITY_ICONS } from '../../shared/entity/icons.ts';
import { foundKey } from '../../shared/entity/keys.ts';
import { useFoundDetail } from '../../shared/entity/useFoundDetail.ts';
import { RESULT_KINDS, type ResultKind, type SearchResult } from './results.ts';

const ICONS: Readonly<Record<ResultKind, IconType>> = {
  unit: UnitIcon,
  screen: ForwardIcon,
  act: EventIcon,
  device: DeviceIcon,
  ...ENTITY_ICONS,
  account: AccountsIcon,
  user: UserIcon,
  invitation: InvitationsIcon,
  alarm: AlertIcon,
  share: ShareIcon,
  role: ShieldIcon,
  place: PlaceIcon,
};

export interface SearchResultsProps {
  readonly id: string;
  readonly results: readonly SearchResult[];
  /** They are what was opened lately, whatever their sorts. */
  readonly recent: boolean;
  /** The line that Enter opens. */
  readonly current: number;
  readonly onOpen: (result: SearchResult) => void;
}

/** What was found, sort by sort; results opened lately are together. */
export function SearchResults({ id, results, recent, current, onOpen }: SearchResultsProps): ReactNode {
  const { t } = useTranslation();
  const groups = recent
    ? [{ key: 'recent', label: t('search.recent'), own: results }]
    : RESULT_KINDS.map((kind) => ({
        key: kind,
        label: t(foundKey(kind)),
        own: results.filter((result) => result.kind === kind),
      }));
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('search.label')} className="search-results">
      {groups.map(
        ({ key, label, own }) =>
          own.length > 0 && (
            <div key={key} role="group" aria-label={label} className="search-group">
              <span className="search-kind" aria-hidden="true">
                {label}
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
          ),
      )}
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
  const detail = useFoundDetail()(result.kind, result.detail);
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
      {detail !== '' && (
        <span className="dim search-detail">
          <bdi>{detail}</bdi>
        </span>
      )}
    </div>
  );
}
