import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { deviceCommandSchema, type DeviceCommand, type DeviceCommandForm } from '../../../domain/command/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { FormTextField } from '../../../ui/forms/index.ts';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import type { Problem } from '../../shared/services/fleet.ts';
import { saveItem, type ItemEditor } from '../itemSave.ts';

export interface CommandFormProps {
  deviceId: number;
  /** Null: a new one. */
  command: DeviceCommand | null;
  editor: ItemEditor<DeviceCommandForm>;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
}

/** A command that a device keeps: its name, what it is for, and what is sent. */
export function CommandForm({ deviceId, command, editor, busy, problem, onClose }: CommandFormProps): ReactNode {
  const { t } = useTranslation();
  const title = command === null ? t('commands.new') : t('commands.editOf', { name: command.code });
  const { code, description, text } = command ?? { code: '', description: '', text: '' };
  return (
    <Dialog open title={title} closeLabel={t('common.close')} onClose={onClose}>
      <DraftForm<DeviceCommandForm>
        draftKey={`device.${deviceId}.command.${command?.command_id ?? 'new'}`} initial={{ code, description, text }} schema={deviceCommandSchema} problem={problem} label={title} className="command-form"
        onSubmit={(form) => saveItem(editor, form)}
      >
        <FormTextField name="code" label={t('commands.name')} required autoComplete="off" hint={t('common.bounds', LENGTH.commandCode)} />
        <FormTextField name="description" label={t('commands.description')} autoComplete="off" hint={t('sensors.upTo', LENGTH.description)} />
        <FormTextField name="text" label={t('commands.text')} required direction="ltr" autoComplete="off" hint={t('commands.textHint', LENGTH.commandText)} />
        <div className="dialog-buttons">
          <Button variant="quiet" onPress={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>{t('common.save')}</Button>
        </div>
      </DraftForm>
    </Dialog>
  );
}
