import type { ReactNode } from 'react';
import { notifications } from '../../domain/notification/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useNotificationCells } from './useNotificationCells.tsx';

/** One notification. */
export default function NotificationViewScreen(): ReactNode {
  return <EntityPage entity={notifications} cells={useNotificationCells()} />;
}
