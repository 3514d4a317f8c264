import { useFormikContext } from 'formik';
import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import {
  MULTIPLIERS,
  SENSOR_TYPE_CODES,
  TABLE_KINDS,
  sensorType,
  sensorTypeKey,
  type Sensor,
  type SensorForm,
  type SensorType,
} from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { BackIcon, Button, ComboBox, Panel } from '../../../ui/index.ts';
import { FormCheckbox, FormRadioGroup, FormSelect, FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { SensorTuning } from '../detection/index.ts';
import { useOwnChanges } from '../../shared/form/ownChanges.ts';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import { FormButtons } from '../../shared/form/FormButtons.tsx';
import type { Problem } from '../../shared/services/fleet.ts';
import { saveItem, type ItemEditor } from '../itemSave.ts';
import type { DeviceMessages } from '../useMessages.ts';
import { ParameterField } from './ParameterField.tsx';
import { SensorPreview } from './SensorPreview.tsx';
import {
  draftSensor,
  sensorOf,
  sensorValues,
  sensorValuesSchema,
  valuesOfType,
  type SensorValues,
} from './sensorValues.ts';
import { TableChart, type TableChartProps } from './TableChart.tsx';
import { TableEditor } from './TableEditor.tsx';

export interface SensorEditorProps {
  device: DeviceDetails;
  /** Null: a new one. */
  sensor: Sensor | null;
  sensors: readonly Sensor[];
  messages: DeviceMessages;
  editor: ItemEditor<SensorForm>;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
}

/**
 * One sensor: what it is, where its value comes from, what is made of it, beside what that gives on the last messages.
 */
export function SensorEditor({
  device,
  sensor,
  sensors,
  messages,
  editor,
  busy,
  problem,
  onClose,
}: SensorEditorProps): ReactNode {
  const { t } = useTranslation();
  const others = sensors.filter((other) => other !== sensor);
  const [initial] = useState(() => (sensor === null ? firstValues(t, others) : sensorValues(sensor)));
  /** The sensor as it was when its form opened. */
  const [began] = useState(sensor);
  const own = useOwnChanges();
  const draftKey = `device.${device.device_id}.sensor.${sensor?.sensor_id ?? 'new'}`;
  const title = began?.name ?? t('sensors.new');
  const [at, setAt] = useState(0);
  const place = Math.min(at, Math.max(0, (messages.messages?.length ?? 0) - 1));
  return (
    <DraftForm<SensorValues>
      draftKey={draftKey}
      initial={initial}
      schema={sensorValuesSchema}
      problem={problem}
      label={title}
      className="sensor-editor"
      onSubmit={(values) =>
        saveItem(editor, { form: sensorOf(values), expected: began === null ? {} : own.expected(began, problem) })
      }>
      <header className="page-head">
        <h2 className="sensor-title">
          <bdi>{title}</bdi>
        </h2>
        <Button variant="quiet" icon={<BackIcon aria-hidden="true" className="icon-mirrored" />} onPress={onClose}>
          {t('sensors.backToList')}
        </Button>
      </header>
      <div className="sensor-columns">
        <div className="sensor-fields">
          <Identity isNew={sensor === null} others={others} />
          <Panel title={t('sensors.source')}>
            <ParameterField others={others} messages={messages} />
          </Panel>
          <Meaning
            others={others}
            message={messages.messages?.[place] ?? null}
            previous={messages.messages?.[place + 1] ?? null}
          />
        </div>
        <SensorPreview device={device} others={others} messages={messages} place={place} onPlace={setAt} />
      </div>
      <Past device={device} sensor={sensor} sensors={sensors} />
      <FormButtons busy={busy} onCancel={onClose} isBar />
    </DraftForm>
  );
}

/** A day of the past by the saved and by the edited sensor. */
function Past({ device, sensor, sensors }: Pick<SensorEditorProps, 'device' | 'sensor' | 'sensors'>): ReactNode {
  const { values } = useFormikContext<SensorValues>();
  return device.unit_id === null ? null : (
    <SensorTuning
      unitId={device.unit_id}
      deviceId={device.device_id}
      definition={draftSensor(values)}
      saved={sensor}
      all={sensors}
    />
  );
}

/** A new sensor begins as the first type that the device does not have. */
function firstValues(t: (key: string) => string, others: readonly Sensor[]): SensorValues {
  const isFree = (type: SensorType): boolean => !others.some((other) => other.type === type);
  const type = SENSOR_TYPE_CODES.find(isFree) ?? 'custom';
  return valuesOfType(type, t(sensorTypeKey(type)), others);
}

/** Type, name and field. Another type of a new sensor brings its usual values along where nothing else was typed. */
function Identity({ isNew, others }: { isNew: boolean; others: readonly Sensor[] }): ReactNode {
  const { t } = useTranslation();
  const { values, setValues } = useFormikContext<SensorValues>();
  const taken = (type: SensorType): boolean =>
    sensorType(type).singleton && others.some((other) => other.type === type);
  const choose = (type: SensorType): void => {
    const before = valuesOfType(values.type, t(sensorTypeKey(values.type)), others);
    const after = valuesOfType(type, t(sensorTypeKey(type)), others);
    const keep = <Name extends 'name' | 'field' | 'parameter' | 'multiplier'>(name: Name): string =>
      isNew && values[name] === before[name] ? after[name] : values[name];
    const isAllowed = sensorType(type).dataTypes.some((kind) => kind === values.data_type);
    void setValues({
      ...values,
      type,
      name: keep('name'),
      field: keep('field'),
      parameter: keep('parameter'),
      multiplier: keep('multiplier'),
      data_type: isNew || !isAllowed ? after.data_type : values.data_type,
    });
  };
  return (
    <Panel title={t('sensors.identity')}>
      <div className="device-fields">
        <TypeField taken={taken} onChoose={choose} />
        <FormTextField
          name="name"
          label={t('sensors.name')}
          required
          autoComplete="off"
          hint={t('common.bounds', LENGTH.sensorName)}
        />
        <FormTextField
          name="field"
          label={t('sensors.field')}
          required
          direction="ltr"
          autoComplete="off"
          hint={t('sensors.fieldHint', LENGTH.sensorField)}
        />
        <FormTextField
          name="description"
          label={t('sensors.description')}
          autoComplete="off"
          hint={t('sensors.upTo', LENGTH.description)}
        />
        <FormCheckbox name="visible" label={t('sensors.visible')} />
      </div>
    </Panel>
  );
}

function TypeField({
  taken,
  onChoose,
}: {
  taken: (type: SensorType) => boolean;
  onChoose: (type: SensorType) => void;
}): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<SensorType>('type', t('sensors.type'));
  const options = SENSOR_TYPE_CODES.map((value) => ({
    value,
    label: t(sensorTypeKey(value)),
    disabled: taken(value),
    ...(taken(value) ? { note: t('sensors.onlyOne') } : {}),
  }));
  return (
    <ComboBox<SensorType>
      label={t('sensors.type')}
      required
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
      value={field.value}
      error={field.error}
      onBlur={field.onBlur}
      onChange={onChoose}
      options={options}
    />
  );
}

/** From the raw value to what people read: kind, factor, table and bounds. */
function Meaning(looked: TableChartProps): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<SensorValues>();
  const { dataTypes } = sensorType(values.type);
  const isNumber = values.data_type === 'number';
  const kinds = TABLE_KINDS.filter((kind) => kind !== 'xy' || isNumber);
  return (
    <Panel title={t('sensors.meaning')}>
      <div className="sensor-meaning">
        <div className="device-fields">
          {dataTypes.length > 1 && (
            <FormSelect
              name="data_type"
              label={t('sensors.dataType')}
              options={dataTypes.map((value) => ({ value, label: t(`sensors.dataTypes.${value}`) }))}
            />
          )}
          {values.data_type !== 'text' && (
            <FormSelect
              name="multiplier"
              label={t('sensors.multiplier')}
              hint={t('sensors.multiplierHint')}
              options={MULTIPLIERS.map((value) => ({
                value: String(value),
                label: t(
                  `sensors.multipliers.${value === 1 ? 'one' : value === 0.001 ? 'thousandth' : 'tenMillionth'}`,
                ),
              }))}
            />
          )}
        </div>
        <FormRadioGroup
          name="table.kind"
          label={t('sensors.table')}
          look="segments"
          options={kinds.map((value) => ({ value, label: t(`sensors.tables.${value}`) }))}
        />
        <p className="dim">{t(`sensors.tableMeans.${values.table.kind}`)}</p>
        <TableEditor />
        <TableChart {...looked} />
        {isNumber && (
          <div className="device-fields">
            <FormTextField
              name="minimum"
              label={t('sensors.minimum')}
              direction="ltr"
              inputMode="decimal"
              autoComplete="off"
              hint={t('sensors.boundHint')}
            />
            <FormTextField
              name="maximum"
              label={t('sensors.maximum')}
              direction="ltr"
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
        )}
      </div>
    </Panel>
  );
}
