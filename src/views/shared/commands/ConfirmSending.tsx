import type { ReactNode } from 'react';
import type { CommandExecution } from '../../../domain/command/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, WarningIcon } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';

/** The address that a queued command waits for a confirmation of; null: it waits for none. */
export const awaitedAddress = ({ state, awaits_address: address }: CommandExecution): string | null =>
  state === 'queued' ? address : null;

interface ConfirmSendingProps {
  execution: CommandExecution;
  method: 'confirmDeviceCommand' | 'confirmUnitCommand';
  /** Why it waits is said elsewhere, as in a table: the button alone. */
  isCompact?: boolean;
  onChanged?: () => void;
}

/** A dangerous command whose device just came, or from another address: it goes out when a person says so. */
export function ConfirmSending({ execution, method, isCompact = false, onChanged }: ConfirmSendingProps): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const address = awaitedAddress(execution);
  if (address === null) return null;
  const confirm = async (): Promise<void> => {
    const sent = await act.run(method, { execution_id: execution.execution_id, address });
    if (sent !== null) notify.done(t('commands.confirmed'));
    onChanged?.();
  };
  const button = (
    <Button size="compact" variant="danger" busy={act.busy} onPress={() => void confirm()}>
      {t('commands.confirmSending')}
    </Button>
  );
  const problem = act.problem !== null && <ProblemBanner problem={act.problem} />;
  if (isCompact)
    return (
      <>
        {button}
        {problem}
      </>
    );
  return (
    <Banner tone="caution" icon={<WarningIcon />} action={button}>
      {t('commands.awaits', { address })}
      {problem}
    </Banner>
  );
}
