import { useState, type ReactNode } from 'react';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import { modelCommands } from '../../../domain/device/index.ts';
import {
  commandKey,
  groupedCommands,
  type CommandTemplate,
  type DeviceCommand,
} from '../../../domain/command/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  CommandIcon,
  DeleteIcon,
  EditIcon,
  EmptyState,
  IconButton,
  Panel,
  PlusIcon,
  SendIcon,
  Skeleton,
} from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useFreshAnswer } from '../../shared/services/calls.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { SendCommand, type Sending } from '../../shared/commands/SendCommand.tsx';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useItemInAddress } from '../useItemInAddress.ts';
import { useKeptEntry } from '../useKeptEntry.ts';
import { useCountReport } from '../useLatest.ts';
import { CommandForm } from './CommandForm.tsx';
import { useCommandEditing } from './useCommandEditing.ts';
import './commands.css';

export interface CommandsPanelProps {
  device: DeviceDetails;
  /** How many the device keeps now. */
  onCount?: (count: number) => void;
}

/** Commands that the device's model takes, and those that are kept for it under names of one's own. */
export function CommandsPanel({ device, onCount }: CommandsPanelProps): ReactNode {
  const mayIn = useMayIn();
  const [sending, setSending] = useState<Sending | null>(null);
  const maySend = mayIn(device, { resource: 'devices', action: 'ec' });
  const mayChange = mayIn(device, { resource: 'devices', action: 'u' });
  const templates = modelCommands(device.device_model);
  return (
    <div className="device-screen">
      <KeptCommands device={device} mayChange={mayChange} onSend={maySend ? setSending : null} onCount={onCount} />
      <Library
        templates={templates}
        model={device.device_model}
        onOpen={maySend || mayChange ? (template) => setSending({ template, command: null }) : null}
      />
      {sending !== null && (
        <SendCommand
          device={device}
          sending={sending}
          maySend={maySend}
          mayKeep={mayChange}
          onClose={() => setSending(null)}
        />
      )}
    </div>
  );
}

interface KeptCommandsProps {
  device: DeviceDetails;
  mayChange: boolean;
  onSend: ((sending: Sending) => void) | null;
  onCount: ((count: number) => void) | undefined;
}

function KeptCommands({ device, mayChange, onSend, onCount }: KeptCommandsProps): ReactNode {
  const { t } = useTranslation();
  const answer = useFreshAnswer('getDeviceCommands', { device_id: device.device_id }, ['device']);
  const editing = useCommandEditing(device.device_id, answer.reload);
  const commands = answer.value?.commands;
  const { actor, snapshot, send } = editing;
  useItemInAddress('command', editing, mayChange ? commands?.map(({ command_id }) => command_id) : undefined);
  const count = commands?.length;
  const chosen = useKeptEntry(
    snapshot.context.id,
    commands?.find(({ command_id }) => command_id === snapshot.context.id),
  );
  useCountReport(count, onCount);
  if (commands === undefined)
    return (
      <Unanswered answer={answer}>
        <Skeleton height="160px" />
      </Unanswered>
    );
  const busy = snapshot.hasTag('busy');
  const { problem } = snapshot.context;
  const close = (): void => send({ type: 'item.close' });
  const add = mayChange && (
    <Button icon={<PlusIcon aria-hidden="true" />} onPress={() => send({ type: 'item.add' })}>
      {t('commands.add')}
    </Button>
  );
  return (
    <Panel
      title={commands.length === 0 ? t('commands.keptNone') : t('commands.kept', { count: commands.length })}
      actions={commands.length > 0 && add}>
      {commands.length === 0 ? (
        <EmptyState title={t('commands.emptyTitle')} icon={<CommandIcon />} action={add}>
          {t('commands.emptyLead')}
        </EmptyState>
      ) : (
        <ul className="command-list">
          {commands.map((command) => (
            <KeptLine
              key={command.command_id}
              command={command}
              onSend={onSend && (() => onSend({ template: null, command }))}
              onEdit={mayChange ? () => send({ type: 'item.edit', id: command.command_id }) : null}
              onRemove={() => send({ type: 'item.remove', id: command.command_id })}
            />
          ))}
        </ul>
      )}
      {snapshot.hasTag('editing') && (
        <CommandForm
          key={chosen?.command_id ?? 'new'}
          deviceId={device.device_id}
          command={chosen}
          editor={actor}
          busy={busy}
          problem={problem}
          onClose={close}
        />
      )}
      {snapshot.hasTag('removing') && chosen !== null && (
        <ConfirmDialog
          title={t('commands.removeTitle', { name: chosen.code })}
          confirmLabel={t('common.remove')}
          danger
          busy={busy}
          problem={problem}
          onConfirm={() => send({ type: 'item.confirm' })}
          onClose={close}>
          {t('commands.removeLead')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

interface KeptLineProps {
  command: DeviceCommand;
  onSend: (() => void) | null;
  onEdit: (() => void) | null;
  onRemove: () => void;
}

function KeptLine({ command, onSend, onEdit, onRemove }: KeptLineProps): ReactNode {
  const { t } = useTranslation();
  const { code: name, description, text } = command;
  return (
    <li>
      <div className="command-words">
        <b>
          <bdi>{name}</bdi>
        </b>
        {description !== '' && (
          <span className="dim">
            {' '}
            <bdi>{description}</bdi>
          </span>
        )}
        <bdi dir="ltr" className="command-text">
          {text}
        </bdi>
      </div>
      {onSend && (
        <Button
          size="compact"
          icon={<SendIcon aria-hidden="true" className="icon-mirrored" />}
          aria-label={t('commands.sendOf', { name })}
          onPress={onSend}>
          {t('commands.send')}
        </Button>
      )}
      {onEdit && (
        <IconButton
          size="compact"
          label={t('commands.editOf', { name })}
          icon={<EditIcon aria-hidden="true" />}
          onPress={onEdit}
        />
      )}
      {onEdit && (
        <IconButton
          size="compact"
          label={t('commands.removeOf', { name })}
          icon={<DeleteIcon aria-hidden="true" />}
          onPress={onRemove}
        />
      )}
    </li>
  );
}

/** What the model takes, from the makers' manuals. */
function Library({
  templates,
  model,
  onOpen,
}: {
  templates: readonly CommandTemplate[];
  model: string;
  onOpen: ((template: CommandTemplate) => void) | null;
}): ReactNode {
  const { t } = useTranslation();
  if (templates.length === 0)
    return (
      <Panel title={t('commands.library')}>
        <p className="dim">{t('commands.noLibrary', { model })}</p>
      </Panel>
    );
  return (
    <Panel title={t('commands.libraryOf', { model })}>
      {groupedCommands(templates).map(({ group, templates: ofGroup }) => (
        <section key={group} aria-labelledby={`commands-${group}`}>
          <h3 id={`commands-${group}`} className="command-group">
            {t(`commands.groups.${group}`)}
          </h3>
          <ul className="command-list">
            {ofGroup.map((template) => (
              <LibraryLine key={template.code} template={template} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function LibraryLine({
  template,
  onOpen,
}: {
  template: CommandTemplate;
  onOpen: ((template: CommandTemplate) => void) | null;
}): ReactNode {
  const { t } = useTranslation();
  const name = t(commandKey(template.code));
  return (
    <li>
      <div className="command-words">
        <b>{name}</b>{' '}
        <bdi dir="ltr" className="command-text">
          {template.text}
        </bdi>
      </div>
      {onOpen && (
        <Button size="compact" aria-label={t('commands.openOf', { name })} onPress={() => onOpen(template)}>
          {t('commands.use')}
        </Button>
      )}
    </li>
  );
}
