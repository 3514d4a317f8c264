import { useState, type ReactNode } from 'react';
import type { Found } from '../../../api/contract/index.ts';
import { LENGTH } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, SearchField } from '../../../ui/index.ts';
import { useAddressSearch, type AddressSearch } from '../places/useAddressSearch.ts';
import { useAnswer } from '../services/calls.ts';
import { useLater } from '../time/useLater.ts';
import './shape.css';

/** Places that are offered at once. */
const OFFERED = 5;

interface FoundPlace {
  readonly title: string;
  readonly latitude: number;
  readonly longitude: number;
}

interface PlaceSearchProps {
  /** What finding a place is for; left out: to go there. */
  readonly label?: string;
  readonly onPlace: (place: FoundPlace) => void;
}

/** Finds a town, a unit by its position, or an address where the server has a geocoder, and says where it is. */
export function PlaceSearch({ label, onPlace }: PlaceSearchProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const rested = useLater(text.trim());
  const isAsked = rested.length >= LENGTH.searchText.min;
  const answer = useAnswer('searchAll', isAsked ? { text: rested } : null);
  const isWaiting = isAsked && answer.loading;
  const isFound = isAsked && !isWaiting;
  const addresses = useAddressSearch(rested, isFound && answer.value?.addresses === true);
  const found = placesOf(addresses.found.length > 0 ? addresses.found : isFound ? (answer.value?.found ?? []) : []);
  const choose = (place: FoundPlace | undefined): void => {
    if (!place) return;
    onPlace(place);
    setText('');
  };
  return (
    <div className="place-search">
      <SearchField
        label={label ?? t('shapes.place')}
        clearLabel={t('common.clearSearch')}
        placeholder={label ?? t('shapes.place')}
        value={text}
        maxLength={LENGTH.searchText.max}
        onChange={setText}
        onSubmit={() => choose(found.at(0))}
      />
      {isAsked && text !== '' && (
        <ul className="place-found">
          {found.slice(0, OFFERED).map((place) => (
            <li key={`${place.latitude} ${place.longitude} ${place.title}`}>
              <Button size="compact" variant="quiet" onPress={() => choose(place)}>
                <bdi>{place.title}</bdi> <span className="dim">{place.detail}</span>
              </Button>
            </li>
          ))}
          <PlaceState
            addresses={addresses}
            isWaiting={isWaiting}
            isEmpty={found.length === 0}
            hasFailed={answer.problem !== null}
          />
        </ul>
      )}
    </div>
  );
}

const placesOf = (found: readonly Found[]) =>
  found.flatMap(({ title, detail, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ title, detail, latitude, longitude }],
  );

interface PlaceStateProps {
  readonly addresses: AddressSearch;
  readonly isWaiting: boolean;
  readonly isEmpty: boolean;
  readonly hasFailed: boolean;
}

/** What is said below the places, and the button that asks for addresses. */
function PlaceState({ addresses, isWaiting, isEmpty, hasFailed }: PlaceStateProps): ReactNode {
  const { t } = useTranslation();
  if (addresses.isOffered)
    return (
      <li>
        <Button size="compact" variant="quiet" onPress={addresses.ask}>
          {t('search.addresses', { text: addresses.text })}
        </Button>
      </li>
    );
  const words =
    isWaiting || addresses.waiting
      ? t('search.waiting')
      : hasFailed || addresses.failed
        ? t('shapes.placesFailed')
        : addresses.away
          ? t('search.addressesAway')
          : isEmpty
            ? t('shapes.noPlace')
            : '';
  return words === '' ? null : <li className="dim">{words}</li>;
}
