import { useState, type ReactNode } from 'react';
import { EXECUTION_STATES, type CommandExecution } from '../../../domain/command/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, Button, EmptyState, HistoryIcon } from '../../../ui/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import '../../shared/commands/commands.css';
import { ConfirmSending, awaitedAddress } from '../../shared/commands/ConfirmSending.tsx';
import { EXECUTION_TONES, executionAnswer, executionName } from '../../shared/commands/executionLook.ts';
import { ServerList, type ListColumn } from '../../shared/list/ServerList.tsx';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import './commands.css';

/** Commands that were sent to a device and what came of them; new lines and answers appear by themselves. */
export function CommandLog({ device }: { device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  return (
    <ServerList<'getDeviceCommandLog'>
      id="commandLog"
      label={t('commands.log')}
      method="getDeviceCommandLog"
      data={{ device_id: device.device_id }}
      subjects={['command']}
      columns={useLogColumns(device)}
      rowKey={(row) => row.execution_id}
      rowName={(row) => executionName(row, device.device_model, t)}
      filters={[
        {
          id: 'state',
          label: t('commands.state'),
          options: EXECUTION_STATES.map((value) => ({ value, label: t(`executionStates.${value}`) })),
        },
      ]}
      actions={
        mayIn(device, { resource: 'devices', action: 'ec' })
          ? (row) =>
              row.state === 'queued' && (
                <>
                  <ConfirmSending execution={row} method="confirmDeviceCommand" isCompact />
                  <TakeBack execution={row} />
                </>
              )
          : undefined
      }
      empty={
        <EmptyState title={t('commands.logEmptyTitle')} icon={<HistoryIcon />}>
          {t('commands.logEmptyLead')}
        </EmptyState>
      }
    />
  );
}

function useLogColumns(device: DeviceDetails): readonly ListColumn<CommandExecution>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = (row: CommandExecution): string => executionName(row, device.device_model, t);
  const answer = (row: CommandExecution): string => executionAnswer(row, device.device_model, t);
  const time = (iso: string | null): string => (iso === null ? '' : formats.dateTime(Date.parse(iso)));
  return [
    {
      id: 'code',
      header: t('commands.name'),
      text: name,
      cell: (row) => (
        <span>
          <bdi>{name(row)}</bdi>
          <span className="cell-note">
            <bdi dir="ltr" className="command-text">
              {row.text}
            </bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('commands.state'),
      text: (row) => t(`executionStates.${row.state}`),
      cell: (row) => {
        const address = awaitedAddress(row);
        return (
          <span>
            <Badge tone={EXECUTION_TONES[row.state]}>{t(`executionStates.${row.state}`)}</Badge>
            {address !== null && <span className="cell-note">{t('commands.awaitsFrom', { address })}</span>}
          </span>
        );
      },
    },
    {
      id: 'answer',
      header: t('commands.answer'),
      text: answer,
      cell: (row) => (
        <bdi dir={answer(row) === row.answer ? 'ltr' : 'auto'} className="command-text">
          {answer(row)}
        </bdi>
      ),
    },
    {
      id: 'requested_by',
      header: t('commands.by'),
      text: (row) => row.requested_by,
      cell: (row) => <bdi dir="ltr">{row.requested_by}</bdi>,
    },
    {
      id: 'queued_at',
      header: t('commands.queuedAt'),
      text: (row) => time(row.queued_at),
      cell: (row) => <span className="figures">{time(row.queued_at)}</span>,
    },
    {
      id: 'finished_at',
      header: t('commands.finishedAt'),
      text: (row) => time(row.finished_at),
      cell: (row) => <span className="figures">{time(row.finished_at)}</span>,
    },
    {
      id: 'attempts',
      header: t('commands.attempts'),
      shown: false,
      align: 'end',
      text: (row) => String(row.attempts),
      cell: (row) => <span className="figures">{formats.number(row.attempts)}</span>,
    },
  ];
}

/** Takes a command back that was not sent yet. */
function TakeBack({ execution }: { execution: CommandExecution }): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    setBusy(true);
    const answer = await call('cancelDeviceCommand', { execution_id: execution.execution_id });
    setBusy(false);
    if (answer.ok) notify.done(t('commands.takenBack'));
    else notify.failed(answer.error);
  };
  return (
    <Button size="compact" busy={busy} onPress={() => void cancel()}>
      {t('commands.takeBack')}
    </Button>
  );
}
