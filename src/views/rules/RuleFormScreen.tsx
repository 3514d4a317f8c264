import type { ReactNode } from 'react';
import { rules } from '../../domain/rule/index.ts';
import { EntityForm } from '../shared/entity/index.ts';
import { RuleFields } from './form/RuleFields.tsx';
import './rules.css';

/** A rule that is yet to be made watches everything that one sees. */
const NEW = { all_units: true } as const;

/** Makes a rule, or changes one. */
export default function RuleFormScreen(): ReactNode {
  return (
    <EntityForm entity={rules} initial={NEW} className="rule-screen" onwards={rules.paths.list}>
      {(saved) => <RuleFields saved={saved} />}
    </EntityForm>
  );
}
