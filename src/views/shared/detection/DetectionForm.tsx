import { useFormikContext, type FormikValues } from 'formik';
import { useState, type ReactNode } from 'react';
import type { CallData } from '../../../api/contract/index.ts';
import type { UnitId } from '../../../domain/base/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, InfoIcon } from '../../../ui/index.ts';
import type { FormSchema } from '../../../ui/forms/index.ts';
import { DraftForm } from '../form/DraftForm.tsx';
import { useSession } from '../services/session.ts';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';
import { ApplyToPast } from './ApplyToPast.tsx';
import './detection.css';

/** What every form of detection is given. */
export interface DetectionFormProps {
  device: DeviceDetails;
  /** The unit that carries it; without one there is no past to tune on. */
  unitId: UnitId | null;
  onSaved?: () => void;
}

type Part = 'trip_detector' | 'fuel' | 'filters';

interface FrameProps<Values extends FormikValues> extends DetectionFormProps {
  part: Part;
  schema: FormSchema;
  saved: Values;
  defaults: Values;
  /** What the form's values are on the wire. */
  toWire: (values: Values) => Omit<CallData<'updateDeviceSettings'>, 'device_id'>;
  fields: (mayChange: boolean) => ReactNode;
  tuning: ReactNode;
}

/** Fields beside the past that they are tuned on; saved only by its button. */
export function DetectionForm<Values extends FormikValues>(props: FrameProps<Values>): ReactNode {
  const { device, unitId, onSaved, part, schema, saved, defaults, toWire, fields, tuning } = props;
  const { t } = useTranslation();
  const { can } = useSession();
  const notify = useNotify();
  const act = useAct();
  const [saves, setSaves] = useState(0);
  const mayChange = can({ resource: 'devices', action: 'u' });
  const save = async (values: Values): Promise<boolean> => {
    const answer = await act.run('updateDeviceSettings', { device_id: device.device_id, ...toWire(values) });
    if (answer === null) return false;
    notify.done(t('detection.saved'));
    setSaves((count) => count + 1);
    onSaved?.();
    return true;
  };
  return (
    <DraftForm<Values>
      draftKey={mayChange ? `device.${device.device_id}.${part}` : null} initial={saved} schema={schema} problem={act.problem} onSubmit={save}
      label={t(`detection.forms.${part}`)} className="detection-form"
    >
      {!mayChange && <Banner tone="info" icon={<InfoIcon />}>{t('detection.readOnly')}</Banner>}
      {saves > 0 && unitId !== null && <ApplyToPast key={saves} unitId={unitId} />}
      <div className="detection-columns">
        <div className="detection-fields">
          {fields(mayChange)}
          {mayChange && <FormButtons<Values> saved={saved} defaults={defaults} busy={act.busy} />}
        </div>
        {tuning}
      </div>
    </DraftForm>
  );
}

/** Saves, or puts the fields back to what is saved or what is usual. */
function FormButtons<Values extends FormikValues>({ saved, defaults, busy }: { saved: Values; defaults: Values; busy: boolean }): ReactNode {
  const { t } = useTranslation();
  const { setValues } = useFormikContext<Values>();
  return (
    <div className="save-bar">
      <Button variant="quiet" onPress={() => void setValues(defaults)}>{t('detection.useDefaults')}</Button>
      <Button variant="quiet" onPress={() => void setValues(saved)}>{t('detection.useSaved')}</Button>
      <Button type="submit" variant="primary" busy={busy}>{t('common.save')}</Button>
    </div>
  );
}
