import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { deviceCommandSchema, type DeviceCommand, type DeviceCommandForm } from '../../../domain/command/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/index.ts';
import { FormTextField } from '../../../ui/forms/index.ts';
import { useOwnChanges } from '../../shared/form/ownChanges.ts';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import { useCancel } from '../../shared/form/drafts.ts';
import { FormButtons } from '../../shared/form/FormButtons.tsx';
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
  const own = useOwnChanges();
  const draftKey = `device.${deviceId}.command.${command?.command_id ?? 'new'}`;
  const cancel = useCancel(draftKey, onClose);
  const [began] = useState(() => command ?? { code: '', description: '', text: '' });
  const { code, description, text } = began;
  return (
    <Dialog open title={title} closeLabel={t('common.close')} onClose={cancel}>
      <DraftForm<DeviceCommandForm>
        draftKey={draftKey}
        initial={{ code, description, text }}
        schema={deviceCommandSchema}
        problem={problem}
        label={title}
        className="command-form"
        onSubmit={(form) => saveItem(editor, { form, expected: own.expected({ code, description, text }, problem) })}>
        <FormTextField
          name="code"
          label={t('commands.name')}
          required
          autoComplete="off"
          hint={t('common.bounds', LENGTH.commandCode)}
        />
        <FormTextField
          name="description"
          label={t('commands.description')}
          autoComplete="off"
          hint={t('sensors.upTo', LENGTH.description)}
        />
        <FormTextField
          name="text"
          label={t('commands.text')}
          required
          direction="ltr"
          autoComplete="off"
          hint={t('commands.textHint', LENGTH.commandText)}
        />
        <FormButtons busy={busy} onCancel={onClose} />
      </DraftForm>
    </Dialog>
  );
}
