import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { ReferenceKind, RuleNames } from '../../../domain/rule/index.ts';

interface KnownNames {
  readonly names: RuleNames;
  /** Remembers the name of what is chosen. */
  readonly learn: (kind: ReferenceKind, id: number, name: string) => void;
}

const Names = createContext<KnownNames>({ names: {}, learn: () => undefined });

/** Names of what the rule in the form refers to: as it is saved, and as it is chosen. */
export function RuleNamesProvider({ saved, children }: { saved: RuleNames; children: ReactNode }): ReactNode {
  const [chosen, setChosen] = useState<RuleNames>({});
  const value = useMemo<KnownNames>(
    () => ({
      names: joined(saved, chosen),
      learn: (kind, id, name) => setChosen((before) => joined(before, { [kind]: { [id]: name } })),
    }),
    [saved, chosen],
  );
  return <Names value={value}>{children}</Names>;
}

export const useRuleNames = (): KnownNames => useContext(Names);

function joined(one: RuleNames, other: RuleNames): RuleNames {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)] as ReferenceKind[]);
  return Object.fromEntries([...kinds].map((kind) => [kind, { ...one[kind], ...other[kind] }]));
}
