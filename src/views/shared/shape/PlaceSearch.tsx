import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, SearchField } from '../../../ui/index.ts';
import { useAnswer } from '../services/calls.ts';
import { useLater } from '../time/useLater.ts';

/** Places that are offered at once. */
const OFFERED = 5;

interface FoundPlace {
  readonly title: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Finds a town, or a unit by its position, and says where it is. */
export function PlaceSearch({ onPlace }: { onPlace: (place: FoundPlace) => void }): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const rested = useLater(text.trim());
  const isAsked = rested.length >= LENGTH.searchText.min;
  const answer = useAnswer('searchAll', isAsked ? { text: rested } : null);
  const found = (isAsked ? (answer.value?.found ?? []) : []).flatMap(({ title, detail, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ title, detail, latitude, longitude }],
  );
  const choose = (place: FoundPlace | undefined): void => {
    if (!place) return;
    onPlace(place);
    setText('');
  };
  return (
    <div className="place-search">
      <SearchField
        label={t('shapes.place')}
        clearLabel={t('common.clearSearch')}
        placeholder={t('shapes.place')}
        value={text}
        maxLength={LENGTH.searchText.max}
        onChange={setText}
        onSubmit={() => choose(found.at(0))}
      />
      {isAsked && text !== '' && !answer.loading && (
        <ul className="place-found">
          {found.slice(0, OFFERED).map((place) => (
            <li key={`${place.latitude} ${place.longitude} ${place.title}`}>
              <Button size="compact" variant="quiet" onPress={() => choose(place)}>
                <bdi>{place.title}</bdi> <span className="dim">{place.detail}</span>
              </Button>
            </li>
          ))}
          {found.length === 0 && <li className="dim">{t('shapes.noPlace')}</li>}
        </ul>
      )}
    </div>
  );
}
