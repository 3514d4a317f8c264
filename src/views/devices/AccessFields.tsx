import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { PROTOCOL_LOCKS, asksPassword, protocolOfLock, protocolOfModel } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, WarningIcon } from '../../ui/index.ts';
import { FormCheckbox, FormPasswordField, FormSelect, FormTextField } from '../../ui/forms/index.ts';
import type { DeviceValues } from './deviceValues.ts';
import { protocolLockLabel } from './protocolLockLabel.ts';

/** By which protocol, from which addresses and with which password a tracker may report as this device. */
export function AccessFields({ hasPassword }: { hasPassword: boolean }): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<DeviceValues>();
  const isLocked = (hasPassword && !values.remove_password) || values.device_password !== '';
  const protocol = protocolOfLock(values.protocol_lock, values.device_model);
  return (
    <div className="device-fields">
      <FormSelect
        name="protocol_lock"
        label={t('devices.protocolLock')}
        hint={t('devices.protocolLockHint')}
        options={PROTOCOL_LOCKS.map((value) => ({
          value,
          label: protocolLockLabel(value, protocolOfModel(values.device_model), t),
        }))}
      />
      <FormTextField
        name="networks"
        label={t('devices.networks')}
        hint={t('devices.networksHint')}
        direction="ltr"
        autoComplete="off"
      />
      <div className="device-password">
        <FormPasswordField
          name="device_password"
          label={t('devices.password')}
          disabled={values.remove_password}
          autoComplete="new-password"
          showLabel={t('common.showPassword')}
          hideLabel={t('common.hidePassword')}
          hint={t(hasPassword ? 'devices.passwordKept' : 'devices.passwordHint', LENGTH.devicePassword)}
        />
        {hasPassword && <FormCheckbox name="remove_password" label={t('devices.removePassword')} />}
        {isLocked && protocol !== null && !asksPassword(protocol) && (
          <Banner tone="caution" icon={<WarningIcon />}>
            {t('devices.passwordUnasked', { protocol })}
          </Banner>
        )}
      </div>
    </div>
  );
}
