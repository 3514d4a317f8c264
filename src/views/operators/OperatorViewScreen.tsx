import type { ReactNode } from 'react';
import { operators } from '../../domain/operator/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { OperatorAssignments } from './OperatorAssignments.tsx';
import { OperatorTimelinePanel } from './OperatorTimelinePanel.tsx';

/** One operator: who it is, trips, driving time and rests, and the units that the operator is assigned to. */
export default function OperatorViewScreen(): ReactNode {
  return (
    <EntityPage entity={operators}>
      {(operator) => (
        <>
          <OperatorTimelinePanel operator={operator} />
          <OperatorAssignments operator={operator} />
        </>
      )}
    </EntityPage>
  );
}
