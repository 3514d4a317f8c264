import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ProofDialog } from './ProofDialog.tsx';

/** Asks the person to prove themselves; false when they thought better of it. */
export type AskForProof = () => Promise<boolean>;

/** Shows the question when a call needs a proof of the person. Calls that wait at the same time get one answer. */
export function ProofHost({ onReady }: { onReady: (ask: AskForProof) => () => void }): ReactNode {
  const [waiting, setWaiting] = useState<readonly ((proven: boolean) => void)[]>([]);
  const ask = useCallback<AskForProof>(
    () => new Promise((resolve) => setWaiting((before) => [...before, resolve])),
    [],
  );
  useEffect(() => onReady(ask), [onReady, ask]);
  if (waiting.length === 0) return null;
  const answer = (proven: boolean): void => {
    setWaiting([]);
    for (const resolve of waiting) resolve(proven);
  };
  return <ProofDialog onProven={() => answer(true)} onClose={() => answer(false)} />;
}
