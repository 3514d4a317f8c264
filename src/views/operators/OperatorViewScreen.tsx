import type { ReactNode } from 'react';
import { operators } from '../../domain/operator/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { OperatorAssignments } from './OperatorAssignments.tsx';
import { OperatorLogin } from './OperatorLogin.tsx';
import { OperatorTimelinePanel } from './OperatorTimelinePanel.tsx';

/**
 * One operator: who it is, trips, driving time and rests, the units that the operator is assigned to, and the login.
 */
export default function OperatorViewScreen(): ReactNode {
  return (
    <EntityPage entity={operators}>
      {(operator) => (
        <>
          <OperatorTimelinePanel operator={operator} />
          <OperatorAssignments operator={operator} />
          <OperatorLogin operator={operator} />
        </>
      )}
    </EntityPage>
  );
}
