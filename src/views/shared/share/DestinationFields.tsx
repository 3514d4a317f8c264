import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { SHOWS_ZONES } from '../../../domain/share/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormNumberField, FormRadioGroup, FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { GeofenceChoice } from '../geofences/GeofenceChoice.tsx';
import { useSession } from '../services/session.ts';
import { PlaceSearch } from '../shape/PlaceSearch.tsx';
import '../shape/shape.css';
import { GOALS, type ShareChoice } from './shareChoice.ts';

/** Where the units are going, if recipients are to see when they arrive: a point or a geofence. */
export function DestinationFields(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { values } = useFormikContext<ShareChoice>();
  return (
    <>
      <FormRadioGroup
        name="goal"
        look="segments"
        label={t('share.destination')}
        options={GOALS.filter((goal) => goal !== 'zone' || can(SHOWS_ZONES)).map((value) => ({
          value,
          label: t(`share.goals.${value}`),
        }))}
      />
      {values.goal === 'point' && <PointOfDestination />}
      {values.goal === 'zone' && <ZoneOfDestination />}
    </>
  );
}

/** A place that is searched for, or whose coordinates are known. */
function PointOfDestination(): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<ShareChoice>();
  return (
    <div className="share-place">
      <PlaceSearch
        onPlace={({ latitude, longitude, title }) =>
          void setFieldValue('destination', {
            ...values.destination,
            latitude,
            longitude,
            name: title.slice(0, LENGTH.shareName.max),
          })
        }
      />
      <FormTextField name="destination.name" label={t('share.placeName')} maxLength={LENGTH.shareName.max} />
      <div className="share-dates">
        <FormNumberField name="destination.latitude" label={t('fields.latitude')} required measure="°" />
        <FormNumberField name="destination.longitude" label={t('fields.longitude')} required measure="°" />
      </div>
    </div>
  );
}

function ZoneOfDestination(): ReactNode {
  const { t } = useTranslation();
  const label = t('share.zone');
  const field = useFormField<number | null>('destination.geofence_id', label);
  return (
    <GeofenceChoice
      label={label}
      required
      value={field.value}
      error={field.error}
      onChange={field.onChange}
      placeholder={t('common.choose')}
      noneText={t('share.noZones')}
    />
  );
}
