import type { ReactNode } from 'react';
import { operators } from '../../domain/operator/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { OperatorAssignments } from './OperatorAssignments.tsx';

/** One operator: who it is, and what the operator drove and drives. */
export default function OperatorViewScreen(): ReactNode {
  return <EntityPage entity={operators}>{(operator) => <OperatorAssignments operator={operator} />}</EntityPage>;
}
