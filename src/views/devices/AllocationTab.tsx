import { useState, type ReactNode } from 'react';
import type { Allocation } from '../../domain/allocation/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AllocateIcon, Button, EmptyState, Panel } from '../../ui/index.ts';
import { AllocationHistory } from '../shared/allocation/AllocationHistory.tsx';
import { Unanswered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { WaitingRows } from '../shared/list/ServerListTable.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useNow } from '../shared/time/useNow.ts';
import { AllocateDevices } from './AllocateDevices.tsx';

/** Who held the device when; gives it to an account below, and ends that. */
export function AllocationTab({ device }: { device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const [allocating, setAllocating] = useState(false);
  const [ending, setEnding] = useState<Allocation | null>(null);
  const answer = useAnswer('getDeviceAllocations', { device_id: device.device_id, limit: PAGE.maximumLimit }, [
    'device',
    'unit',
  ]);
  const rows = answer.value?.rows;
  const allocate = mayIn(device, { resource: 'account_devices', action: 'a' }) && (
    <Button variant="primary" icon={<AllocateIcon aria-hidden="true" />} onPress={() => setAllocating(true)}>
      {t('devices.allocate')}
    </Button>
  );
  return (
    <Panel title={t('devices.tabs.allocation')} actions={rows !== undefined && rows.length > 0 && allocate}>
      {rows === undefined && (
        <Unanswered answer={answer}>
          <WaitingRows />
        </Unanswered>
      )}
      {rows?.length === 0 && (
        <EmptyState title={t('devices.notAllocated')} icon={<AllocateIcon />} action={allocate}>
          {t('devices.allocateLead')}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <AllocationHistory
          label={t('devices.tabs.allocation')}
          rows={rows}
          {...(mayIn(device, { resource: 'account_devices', action: 'u' })
            ? { onEnd: setEnding, mayTakeBack: mayIn(device, { resource: 'account_devices', action: 'd' }) }
            : {})}
        />
      )}
      {allocating && <AllocateDevices devices={[device]} onDone={answer.reload} onClose={() => setAllocating(false)} />}
      {ending !== null && <EndAllocation allocation={ending} onDone={answer.reload} onClose={() => setEnding(null)} />}
    </Panel>
  );
}

function EndAllocation({
  allocation,
  onDone,
  onClose,
}: {
  allocation: Allocation;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const isPlanned = Date.parse(allocation.start_date) > useNow();
  const account = allocation.account_name;
  const end = async (): Promise<void> => {
    if ((await act.run('endDeviceAllocation', { allocation_id: allocation.allocation_id })) === null) return;
    notify.done(t(isPlanned ? 'allocation.takenBack' : 'allocation.ended', { account }));
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(isPlanned ? 'allocation.takeBackTitle' : 'allocation.endTitle')}
      confirmLabel={t(isPlanned ? 'allocation.takeBack' : 'allocation.endNow')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void end()}
      onClose={onClose}>
      {t(isPlanned ? 'allocation.takeBackLead' : 'allocation.endLead', { account })}
    </ConfirmDialog>
  );
}
