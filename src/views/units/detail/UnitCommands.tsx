import { useState, type ReactNode } from 'react';
import type { Reply } from '../../../api/contract/index.ts';
import { commandKey, groupedCommands, type CommandExecution } from '../../../domain/command/index.ts';
import { modelCommands } from '../../../domain/device/index.ts';
import { fromIso } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, Button, CommandIcon, Menu, Skeleton } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { SendCommand, type Sending } from '../../shared/commands/SendCommand.tsx';
import { ConfirmSending } from '../../shared/commands/ConfirmSending.tsx';
import { EXECUTION_TONES, executionAnswer, executionName } from '../../shared/commands/executionLook.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useAct } from '../../shared/services/useAct.ts';

type CommandDevice = Reply<'getUnitCommands'>['devices'][number];

/** Lines of the log in the card; the whole log is on the unit's page. */
const LOGGED = 5;

/** Commands of a unit: what its devices take, for who may send, and what was sent, for who may see that. */
export function UnitCommands({ unit }: { unit: UnitSummary }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const maySend = mayIn(unit, { resource: 'units', action: 'ec' });
  const [opened, setOpened] = useState(false);
  return (
    <details className="unit-section unit-commands" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('unitModes.card.commands')}</summary>
      {opened && maySend && <Send unitId={unit.unit_id} unitName={unit.name} />}
      {opened && mayIn(unit, { resource: 'units', action: 'ch' }) && <Log unit={unit} maySend={maySend} />}
    </details>
  );
}

function Send({ unitId, unitName }: { unitId: number; unitName: string }): ReactNode {
  const { t } = useTranslation();
  const { value, problem } = useAnswer('getUnitCommands', { unit_id: unitId }, ['device', 'command']);
  if (value === null) return problem === null ? <Skeleton height="2em" /> : <ProblemBanner problem={problem} />;
  if (value.devices.length === 0) return <p className="unit-detail-note">{t('unitModes.card.noDevices')}</p>;
  return (
    <ul className="unit-command-devices">
      {value.devices.map((device) => (
        <DeviceCommands key={device.device_id} unitId={unitId} unitName={unitName} device={device} />
      ))}
    </ul>
  );
}

function DeviceCommands({
  unitId,
  unitName,
  device,
}: {
  unitId: number;
  unitName: string;
  device: CommandDevice;
}): ReactNode {
  const { t } = useTranslation();
  const [sending, setSending] = useState<Sending | null>(null);
  const templates = modelCommands(device.device_model);
  const choose = (id: string): void => {
    const template = templates.find((each) => `library.${each.code}` === id);
    const command = device.commands.find((each) => `own.${each.command_id}` === id);
    if (template) setSending({ template, command: null });
    else if (command) setSending({ template: null, command });
  };
  return (
    <li>
      <span className="unit-command-device">
        <bdi>{device.name}</bdi>{' '}
        <Badge tone={device.connected ? 'normal' : 'off'}>
          {t(device.connected ? 'unitModes.card.connected' : 'unitModes.card.notConnected')}
        </Badge>
      </span>
      {templates.length + device.commands.length === 0 ? (
        <p className="unit-detail-note">{t('unitModes.card.noCommands')}</p>
      ) : (
        <Menu
          label={t('unitModes.card.commands')}
          trigger={
            <Button size="compact" icon={<CommandIcon aria-hidden="true" />}>
              {t('unitModes.card.send')}
            </Button>
          }
          onAction={choose}
          groups={[
            ...(device.commands.length > 0
              ? [
                  {
                    id: 'own',
                    label: t('unitModes.card.own'),
                    entries: device.commands.map((each) => ({
                      id: `own.${each.command_id}`,
                      label: each.code,
                      note: each.text,
                    })),
                  },
                ]
              : []),
            ...groupedCommands(templates).map(({ group, templates: ofGroup }) => ({
              id: group,
              label: t(`commands.groups.${group}`),
              entries: ofGroup.map((each) => ({ id: `library.${each.code}`, label: t(commandKey(each.code)) })),
            })),
          ]}
        />
      )}
      {sending !== null && (
        <SendCommand
          device={{ ...device, name: unitName }}
          unitId={unitId}
          sending={sending}
          maySend
          mayKeep={false}
          onClose={() => setSending(null)}
        />
      )}
    </li>
  );
}

function Log({ unit, maySend }: { unit: UnitSummary; maySend: boolean }): ReactNode {
  const { t } = useTranslation();
  const { value, problem, reload } = useAnswer('getUnitCommandLog', { unit_id: unit.unit_id, limit: LOGGED }, [
    'command',
  ]);
  return (
    <section aria-label={t('unitModes.card.log')}>
      <h4 className="unit-subhead">{t('unitModes.card.log')}</h4>
      {problem !== null && <ProblemBanner problem={problem} />}
      {value === null ? (
        problem === null && <Skeleton height="2em" />
      ) : value.rows.length === 0 ? (
        <p className="unit-detail-note">{t('unitModes.card.logEmpty')}</p>
      ) : (
        <ul className="unit-command-log">
          {value.rows.map((row) => (
            <LogLine
              key={row.execution_id}
              execution={row}
              model={unit.device_model}
              maySend={maySend}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function LogLine({
  execution,
  model,
  maySend,
  onChanged,
}: {
  execution: CommandExecution;
  model: string;
  maySend: boolean;
  onChanged: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const notify = useNotify();
  const act = useAct();
  const answer = executionAnswer(execution, model, t);
  const takeBack = async (): Promise<void> => {
    if ((await act.run('cancelUnitCommand', { execution_id: execution.execution_id })) === null) return;
    notify.done(t('unitModes.card.takenBack'));
    onChanged();
  };
  return (
    <li>
      <span className="mode-line-head">
        <bdi>{executionName(execution, model, t)}</bdi>
        <Badge tone={EXECUTION_TONES[execution.state]}>{t(`executionStates.${execution.state}`)}</Badge>
      </span>
      <span className="dim figures">
        {formats.preciseTime(fromIso(execution.queued_at))} · <bdi dir="ltr">{execution.requested_by}</bdi>
      </span>
      {answer !== '' && (
        <bdi dir={answer === execution.answer ? 'ltr' : 'auto'} className="command-text">
          {answer}
        </bdi>
      )}
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      {maySend && <ConfirmSending execution={execution} method="confirmUnitCommand" onChanged={onChanged} />}
      {maySend && execution.state === 'queued' && (
        <Button size="compact" busy={act.busy} onPress={() => void takeBack()}>
          {t('unitModes.card.takeBack')}
        </Button>
      )}
    </li>
  );
}
