import { useFormikContext, type FormikValues } from 'formik';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallData } from '../../../api/contract/index.ts';
import type { Fields, UnitId } from '../../../domain/base/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, InfoIcon } from '../../../ui/index.ts';
import type { FormSchema } from '../../../ui/forms/index.ts';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import { useOwnChanges } from '../../shared/form/ownChanges.ts';
import type { Problem } from '../../shared/services/fleet.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useAct } from '../../shared/services/useAct.ts';
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

/**
 * The server names a field by its path from the device: `trip_detector.min_park_time` is the form's `min_park_time`.
 */
function atFields(problem: Problem | null, part: Part): Problem | null {
  if (problem?.fields === undefined) return problem;
  const start = `${part}.`;
  return {
    ...problem,
    fields: problem.fields.map((each) =>
      each.field.startsWith(start) ? { ...each, field: each.field.slice(start.length) } : each,
    ),
  };
}

/** Parts of the settings that are called as the panel they stand in. */
const PANELS = new Map([
  ['theft', 'theft'],
  ['refill', 'refill'],
  ['threshold', 'older'],
  ['static_drift', 'drift'],
]);

/** Key of what a setting is called. */
function nameKey(part: Part, field: string): string {
  const panel = PANELS.get(field);
  return panel === undefined
    ? `detection.${part === 'trip_detector' ? 'trip' : part}.${field}.label`
    : `detection.sections.${panel}`;
}

/** Fields beside the past that they are tuned on; saved only by its button. */
export function DetectionForm<Values extends FormikValues>(props: FrameProps<Values>): ReactNode {
  const { device, unitId, onSaved, part, schema, saved, defaults, toWire, fields, tuning } = props;
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  /** What the server had when the person last saw it. */
  const [began, setBegan] = useState<Fields>({ [part]: device.settings[part] });
  const [saves, setSaves] = useState(0);
  const problem = useMemo(() => atFields(act.problem, part), [act.problem, part]);
  const mayIn = useMayIn();
  const mayChange = mayIn(device, { resource: 'devices', action: 'u' });
  const begin = (settings: DeviceDetails['settings']): void => {
    own.restart();
    setBegan({ [part]: settings[part] });
  };
  const save = async (values: Values): Promise<boolean> => {
    const answer = await act.run('updateDeviceSettings', {
      device_id: device.device_id,
      ...toWire(values),
      expected: own.expected(began, act.problem),
    });
    if (answer === null) return false;
    begin(answer);
    notify.done(t('detection.saved'));
    setSaves((count) => count + 1);
    onSaved?.();
    return true;
  };
  return (
    <DraftForm<Values>
      draftKey={mayChange ? `device.${device.device_id}.${part}` : null}
      initial={saved}
      schema={schema}
      problem={problem}
      onSubmit={save}
      label={t(`detection.forms.${part}`)}
      className="detection-form"
      nameOf={(field) => t(nameKey(part, field))}>
      {!mayChange && (
        <Banner tone="info" icon={<InfoIcon />}>
          {t('detection.readOnly')}
        </Banner>
      )}
      {saves > 0 && unitId !== null && mayIn(device, { resource: 'units', action: 'u' }) && (
        <ApplyToPast key={saves} unitId={unitId} />
      )}
      <div className="detection-columns">
        <div className="detection-fields">
          {fields(mayChange)}
          {mayChange && (
            <FormButtons<Values>
              saved={saved}
              defaults={defaults}
              busy={act.busy}
              onSaved={() => begin(device.settings)}
            />
          )}
        </div>
        {tuning}
      </div>
    </DraftForm>
  );
}

interface FormButtonsProps<Values> {
  saved: Values;
  defaults: Values;
  busy: boolean;
  /** The fields are what is saved now. */
  onSaved: () => void;
}

/** Saves, or puts the fields back to what is saved or what is usual. */
function FormButtons<Values extends FormikValues>({
  saved,
  defaults,
  busy,
  onSaved,
}: FormButtonsProps<Values>): ReactNode {
  const { t } = useTranslation();
  const { setValues } = useFormikContext<Values>();
  return (
    <div className="save-bar">
      <Button variant="quiet" onPress={() => void setValues(defaults)}>
        {t('detection.useDefaults')}
      </Button>
      <Button
        variant="quiet"
        onPress={() => {
          onSaved();
          void setValues(saved);
        }}>
        {t('detection.useSaved')}
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {t('common.save')}
      </Button>
    </div>
  );
}
