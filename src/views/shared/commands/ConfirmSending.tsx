import type { ReactNode } from 'react';
import type { CommandExecution } from '../../../domain/command/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, WarningIcon } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';

/** A dangerous command whose device just came, or from another address: it goes out when a person says so. */
export function ConfirmSending({
  execution,
  method,
  onChanged,
}: {
  execution: CommandExecution;
  method: 'confirmDeviceCommand' | 'confirmUnitCommand';
  onChanged?: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const { awaits_address: address, execution_id, state } = execution;
  if (state !== 'queued' || address === null) return null;
  const confirm = async (): Promise<void> => {
    const sent = await act.run(method, { execution_id, address });
    if (sent !== null) notify.done(t('commands.confirmed'));
    onChanged?.();
  };
  return (
    <Banner
      tone="caution"
      icon={<WarningIcon />}
      action={
        <Button size="compact" variant="danger" busy={act.busy} onPress={() => void confirm()}>
          {t('commands.confirmSending')}
        </Button>
      }>
      {t('commands.awaits', { address })}
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
    </Banner>
  );
}
