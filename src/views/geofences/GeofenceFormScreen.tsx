import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { geofences } from '../../domain/geofence/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormNumberField } from '../../ui/forms/index.ts';
import {
  EntityDescriptionField,
  EntityForm,
  EntityGroupsField,
  EntityNameField,
  useEntityWords,
} from '../shared/entity/index.ts';
import { AccountOfNew } from '../shared/form/AccountOfNew.tsx';
import { ShapeField } from '../shared/shape/ShapeField.tsx';
import { ColourField } from '../shared/colour/ColourField.tsx';
import './geofences.css';

/** Adds a geofence, or changes one. */
export default function GeofenceFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(geofences);
  return (
    <EntityForm entity={geofences} className="geofence-screen">
      {(saved) => (
        <Panel label={t('geofences.one')}>
          <GeofenceShape label={field('shape')} ownId={saved?.geofence_id ?? null}>
            <div className="geofence-fields">
              {saved === null && <AccountOfNew need={geofences.needs.add} />}
              <GeofenceFields />
            </div>
          </GeofenceShape>
        </Panel>
      )}
    </EntityForm>
  );
}

function GeofenceFields(): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(geofences);
  return (
    <>
      <EntityNameField entity={geofences} bounds={LENGTH.geofenceName} />
      <ColourField name="colour" label={field('colour')} />
      <FormNumberField
        name="speed_limit"
        label={field('speed_limit')}
        measure={t('detection.measures.kmh')}
        hint={t('geofences.speedLimitHint')}
      />
      <FormNumberField
        name="min_stay"
        label={field('min_stay')}
        whole
        measure={t('detection.measures.s')}
        hint={t('geofences.minStayHint')}
      />
      <EntityGroupsField entity={geofences} of="geofences" />
      <EntityDescriptionField entity={geofences} />
    </>
  );
}

interface GeofenceShapeProps {
  label: string;
  ownId: number | null;
  children: ReactNode;
}

function GeofenceShape({ label, ownId, children }: GeofenceShapeProps): ReactNode {
  const { values } = useFormikContext<{ colour: string }>();
  return (
    <ShapeField name="shape" label={label} colour={values.colour} ownId={ownId}>
      {children}
    </ShapeField>
  );
}
