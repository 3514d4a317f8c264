import type { DeviceCommand, DeviceCommandForm } from '../../../domain/command/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import type { Written } from '../itemSave.ts';
import { useItemEditing } from '../useItemEditing.ts';

/** Commands that a device keeps, written one at a time. */
export function useCommandEditing(deviceId: number, onChanged: () => void) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { done } = useNotify();
  return useItemEditing<Written<DeviceCommandForm>, DeviceCommand>({
    save: (id, { form, expected }, signal) =>
      id === null
        ? call('createDeviceCommand', { ...form, device_id: deviceId }, signal)
        : call('updateDeviceCommand', { ...form, command_id: id, expected }, signal),
    remove: (id, signal) => call('deleteDeviceCommand', { command_id: id }, signal),
    saved(command) {
      done(t('commands.saved', { name: command.code }));
      onChanged();
    },
    removed() {
      done(t('commands.removed'));
      onChanged();
    },
  });
}
