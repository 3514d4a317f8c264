import type { ReactNode } from 'react';
import { alerts } from '../../domain/alert/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { useAlertCells } from './useAlertCells.tsx';

/** Alerts of the account. */
export default function AlertListScreen(): ReactNode {
  return <EntityList entity={alerts} cells={useAlertCells()} />;
}
