import { useMemo, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ComboBox } from '../../../ui/index.ts';
import { FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { useSession } from '../../shared/services/session.ts';
import type { Watched } from '../now/useWatched.ts';
import { sensorNames } from './sensorNames.ts';

/** The name of the sensor whose value is watched: one that the units have. */
export function SensorField({ name, watched }: { name: string; watched: Watched }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const field = useFormField<string>(name, t('rules.sensor'));
  const names = useMemo(() => sensorNames(watched.readings, field.value), [watched.readings, field.value]);
  const total = watched.units.length;
  const options = useMemo(
    () =>
      names.map(({ name: called, count }) => ({
        value: called,
        label: called,
        note: t('rules.sensorAt', { at: count, count: total }),
      })),
    [names, total, t],
  );
  // People who see no units may still know what their sensors are called.
  if (!can({ resource: 'units', action: 'r' }))
    return (
      <FormTextField
        name={name}
        label={t('rules.sensor')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.sensorName)}
      />
    );
  return (
    <ComboBox<string>
      label={t('rules.sensor')}
      required
      placeholder={t('common.choose')}
      emptyText={t('rules.noSensors')}
      openLabel={t('common.open')}
      hint={t('rules.sensorHint')}
      options={options}
      value={field.value === '' ? null : field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={field.error}
    />
  );
}
