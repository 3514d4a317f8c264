import { useFormikContext } from 'formik';
import { Suspense, useState, type ClipboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, PlaceIcon } from '../../../ui/index.ts';
import { FormNumberField } from '../../../ui/forms/index.ts';
import { lazyPart } from '../../shared/code/lazyPart.ts';
import { NO_PLACE, placeOf, readCoordinates, type PlaceValues } from './coordinates.ts';
import './place.css';

const PlacePicker = lazyPart(() => import('./PlacePicker.tsx'));

/** The form that the field is in keeps the place under this name. */
const NAME = 'location';

/** A place by coordinates, which may be pasted as a pair, or by a press on the map. */
export function PlaceField(): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<{ [NAME]: PlaceValues }>();
  const [mapOpen, setMapOpen] = useState(false);
  const place = placeOf(values[NAME]);
  const set = (next: PlaceValues): void => void setFieldValue(NAME, next);
  const paste = (event: ClipboardEvent): void => {
    const found = readCoordinates(event.clipboardData.getData('text'));
    if (found === null) return;
    event.preventDefault();
    set(found);
  };
  const isEmpty = values[NAME].latitude === null && values[NAME].longitude === null;
  return (
    <fieldset className="place-field" onPaste={paste}>
      <legend className="visually-hidden">{t('unitForms.place.title')}</legend>
      <div className="place-fields">
        <FormNumberField
          name={`${NAME}.latitude`}
          label={t('fields.latitude')}
          measure="°"
          hint={t('unitForms.place.bounds', { min: -90, max: 90 })}
        />
        <FormNumberField
          name={`${NAME}.longitude`}
          label={t('fields.longitude')}
          measure="°"
          hint={t('unitForms.place.bounds', { min: -180, max: 180 })}
        />
      </div>
      <div className="place-foot">
        <span className="dim">{t('unitForms.place.hint')}</span>
        {!isEmpty && (
          <Button size="compact" variant="quiet" onPress={() => set(NO_PLACE)}>
            {t('unitForms.place.clear')}
          </Button>
        )}
        <Button
          size="compact"
          icon={<PlaceIcon aria-hidden="true" />}
          aria-expanded={mapOpen}
          onPress={() => setMapOpen(!mapOpen)}>
          {t(mapOpen ? 'unitForms.place.closeMap' : 'unitForms.place.openMap')}
        </Button>
      </div>
      {mapOpen && (
        <Suspense fallback={<div className="place-map" aria-busy="true" />}>
          <PlacePicker place={place} onPick={set} />
        </Suspense>
      )}
    </fieldset>
  );
}
