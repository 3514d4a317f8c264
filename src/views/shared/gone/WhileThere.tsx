import { createContext, useState, type ReactNode } from 'react';
import { ERROR } from '../../../domain/errors/index.ts';
import type { Problem } from '../services/fleet.ts';
import './gone.css';

/** Where forms put what was typed into them once their thing is gone; null while it is there. */
export const GoneContext = createContext<Element | null>(null);

/** A thing that could be read before cannot be any more: it was deleted, or is not the account's any more. */
export const isGone = (problem: Problem | null): boolean => problem?.code === ERROR.notFound;

export interface WhileThereProps {
  /** What is said in the place of the screen, once the thing is gone; null while it is there. */
  readonly gone: ReactNode | null;
  readonly children: ReactNode;
}

/**
 * A screen of one thing for as long as it is there. After that nothing of it is shown: what was read
 * would look as if it still held. Only what somebody typed stays, to be copied.
 */
export function WhileThere({ gone, children }: WhileThereProps): ReactNode {
  const [typed, setTyped] = useState<Element | null>(null);
  const isThere = gone === null;
  return (
    <>
      {gone}
      <div ref={setTyped} className="gone-typed" />
      <GoneContext value={isThere ? null : typed}>
        <div className="while-there" hidden={!isThere}>
          {children}
        </div>
      </GoneContext>
    </>
  );
}
