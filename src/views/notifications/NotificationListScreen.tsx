import type { ReactNode } from 'react';
import { notifications } from '../../domain/notification/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { useNotificationCells } from './useNotificationCells.tsx';

/** Notifications of the account. */
export default function NotificationListScreen(): ReactNode {
  return <EntityList entity={notifications} cells={useNotificationCells()} />;
}
