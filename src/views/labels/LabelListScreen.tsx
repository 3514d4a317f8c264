import type { ReactNode } from 'react';
import { labels } from '../../domain/entities/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { useLabelCells } from './cells.tsx';
import { LostMembers } from './LostMembers.tsx';

/** Groups of the account, with how many are in each. */
export default function LabelListScreen(): ReactNode {
  const cells = useLabelCells();
  return <EntityList entity={labels} cells={cells} deletion={(rows) => <LostMembers labels={rows} />} />;
}
