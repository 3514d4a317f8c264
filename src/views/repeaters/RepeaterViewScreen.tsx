import { useState, type ReactNode } from 'react';
import { repeaters, traitsOf, type Repeater } from '../../domain/repeater/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, HistoryIcon } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useReloading } from '../shared/services/useReloading.ts';
import { Condition } from './Condition.tsx';
import { ErrorLog } from './ErrorLog.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ResendDialog } from './ResendDialog.tsx';
import { SendTest } from './SendTest.tsx';
import { REFRESH, useRepeaterCells } from './useRepeaterCells.tsx';
import './repeaters.css';

/** One repeater: what it does now, its errors, a test, and sending a period again. */
export default function RepeaterViewScreen(): ReactNode {
  const mayIn = useMayIn();
  const mayChange = (row: Repeater): boolean => mayIn(row, repeaters.needs.change);
  return (
    <EntityPage
      entity={repeaters}
      cells={useRepeaterCells()}
      tools={(row) => mayChange(row) && <Resend repeater={row} />}>
      {(row) => (
        <>
          <Condition repeater={row} />
          {mayChange(row) && <SendTest repeater={row} />}
          {mayChange(row) && traitsOf(row.protocol).hasPassword && <PasswordPanel repeater={row} />}
          <ErrorLog repeater={row} />
          <Following repeaterId={row.repeater_id} />
        </>
      )}
    </EntityPage>
  );
}

/** The repeater's work is no event: the answer that the page shows is read again. */
function Following({ repeaterId }: { repeaterId: Repeater['repeater_id'] }): ReactNode {
  const { reload } = useAnswer('getRepeater', { repeater_id: repeaterId }, ['repeater']);
  useReloading(reload, REFRESH);
  return null;
}

function Resend({ repeater }: { repeater: Repeater }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<HistoryIcon aria-hidden="true" />} onPress={() => setOpen(true)}>
        {t('repeaters.resend')}
      </Button>
      {open && <ResendDialog repeater={repeater} onClose={() => setOpen(false)} />}
    </>
  );
}
