import { useFormikContext } from 'formik';
import { useMemo, useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { DEVICE_MODELS, deviceModel } from '../../../domain/device/index.ts';
import type { ProtocolName } from '../../../domain/telemetry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ComboBox } from '../../../ui/index.ts';
import { FormTextField, useFormField } from '../../../ui/forms/index.ts';

/** Stands for a model that the product does not know. */
const OTHER = '*';

export interface ModelFieldProps {
  /** What the device speaks, where it is known: models of this protocol come first. */
  protocol: ProtocolName | null;
  /** The model that was guessed from what the device sent; said while it is the chosen one. */
  guess?: string;
}

/** A known model, which brings its maker, sensors and commands along; or another one in free text. */
export function ModelField({ protocol, guess = '' }: ModelFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<string>('device_model', t('devices.model'));
  const { setFieldValue } = useFormikContext();
  const known = deviceModel(field.value);
  const [isOther, setOther] = useState(field.value !== '' && known === undefined);
  const options = useMemo(() => {
    const models = DEVICE_MODELS.toSorted(
      (a, b) =>
        Number(b.protocol === protocol) - Number(a.protocol === protocol) ||
        a.manufacturer.localeCompare(b.manufacturer, 'en') ||
        a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
    return [
      ...models.map(({ code, manufacturer, name }) => ({ value: code, label: `${manufacturer} ${name}` })),
      { value: OTHER, label: t('devices.otherModel') },
    ];
  }, [protocol, t]);
  const choose = (code: string): void => {
    setOther(code === OTHER);
    field.onChange(code === OTHER ? '' : code);
    void setFieldValue('manufacturer', deviceModel(code)?.manufacturer ?? '');
  };
  return (
    <>
      <ComboBox
        label={t('devices.model')}
        required
        options={options}
        value={isOther ? OTHER : (known?.code ?? null)}
        onChange={choose}
        onBlur={field.onBlur}
        error={isOther ? undefined : field.error}
        hint={
          known
            ? `${known.code === guess ? `${t('devices.modelGuessed')} ` : ''}${t('devices.modelKnown', { sensors: known.suggestedSensors.length, commands: known.commands.length })}`
            : t('devices.modelHint')
        }
        placeholder={t('common.choose')}
        emptyText={t('devices.noModel')}
        openLabel={t('common.open')}
      />
      {isOther && (
        <FormTextField
          name="device_model"
          label={t('devices.modelText')}
          required
          autoComplete="off"
          hint={t('common.bounds', LENGTH.deviceModel)}
        />
      )}
      {isOther && <FormTextField name="manufacturer" label={t('devices.manufacturer')} autoComplete="off" />}
    </>
  );
}
