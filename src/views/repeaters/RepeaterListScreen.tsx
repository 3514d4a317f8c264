import type { ReactNode } from 'react';
import { repeaters } from '../../domain/repeater/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { REFRESH, useRepeaterCells } from './useRepeaterCells.tsx';

/** Repeaters of the account, with what they do now. */
export default function RepeaterListScreen(): ReactNode {
  return <EntityList entity={repeaters} cells={useRepeaterCells()} every={REFRESH} />;
}
