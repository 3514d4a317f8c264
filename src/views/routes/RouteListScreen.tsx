import type { ReactNode } from 'react';
import { routes } from '../../domain/route/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { useRouteCells } from './useRouteCells.tsx';

/** Routes of the account. */
export default function RouteListScreen(): ReactNode {
  return <EntityList entity={routes} cells={useRouteCells()} />;
}
