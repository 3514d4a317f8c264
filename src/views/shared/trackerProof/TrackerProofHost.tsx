import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { TrackerProofDialog } from './TrackerProofDialog.tsx';

/** Asks for a proof that the tracker is the person's; false when they gave up. */
export type AskForTracker = (identifier: string) => Promise<boolean>;

interface Waiting {
  readonly identifier: string;
  readonly answer: (proven: boolean) => void;
}

/** Shows the question when a call claims a tracker that reports already: one tracker after the other. */
export function TrackerProofHost({ onReady }: { onReady: (ask: AskForTracker) => () => void }): ReactNode {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const ask = useCallback<AskForTracker>(
    (identifier) => new Promise((answer) => setWaiting((before) => [...before, { identifier, answer }])),
    [],
  );
  useEffect(() => onReady(ask), [onReady, ask]);
  const [first] = waiting;
  const answer = useCallback(
    (proven: boolean): void => {
      first?.answer(proven);
      setWaiting((before) => before.filter((each) => each !== first));
    },
    [first],
  );
  const onProven = useCallback(() => answer(true), [answer]);
  if (first === undefined) return null;
  return (
    <TrackerProofDialog
      key={first.identifier}
      identifier={first.identifier}
      onProven={onProven}
      onClose={() => answer(false)}
    />
  );
}
