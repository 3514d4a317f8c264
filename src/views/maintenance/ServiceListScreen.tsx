import type { ReactNode } from 'react';
import { serviceReminders } from '../../domain/maintenance/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { Losing } from './Losing.tsx';
import { useServiceCells } from './useServiceCells.tsx';

/** Maintenance reminders of the account: what is overdue, due and due soon. */
export default function ServiceListScreen(): ReactNode {
  return (
    <EntityList entity={serviceReminders} cells={useServiceCells()} deletion={(rows) => <Losing reminders={rows} />} />
  );
}
