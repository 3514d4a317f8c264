import { useState, type ReactNode } from 'react';
import type { AllocationForm } from '../../../domain/allocation/index.ts';
import { useBulkAct, type BulkAct } from '../list/useBulkAct.ts';
import { AllocationDialog, type AllocationDialogProps } from './AllocationDialog.tsx';
import { useSpanWords } from './useSpanWords.ts';

export interface AllocateManyProps extends Pick<AllocationDialogProps, 'title' | 'lead' | 'onClose'> {
  things: readonly { readonly id: number; readonly name: string }[];
  /**
   * Gives those to the account, which `words` name with the span; answers which ones it has now, null where all of it
   * was refused.
   */
  allocate: (
    act: BulkAct,
    form: AllocationForm,
    ids: readonly number[],
    words: ReturnType<ReturnType<typeof useSpanWords>>,
  ) => Promise<readonly number[] | null>;
  /** At least one is given. */
  onDone: () => void;
}

/**
 * Gives several things to an account below. Those that were refused stay in the dialog by name and with
 * the reason: another try is for them alone.
 */
export function AllocateMany({ things, allocate, onDone, onClose, ...words }: AllocateManyProps): ReactNode {
  const act = useBulkAct();
  const span = useSpanWords();
  const [given, setGiven] = useState<ReadonlySet<number>>(new Set());
  const names = new Map(things.map(({ id, name }) => [id, name]));
  const close = (): void => {
    if (given.size > 0) onDone();
    onClose();
  };
  return (
    <AllocationDialog
      {...words}
      busy={act.busy}
      problem={act.problem}
      onClose={close}
      onAllocate={async (form, account) => {
        const ids = things.map(({ id }) => id).filter((id) => !given.has(id));
        const done = await allocate(act, form, ids, span(account, form));
        if (done === null) return;
        if (done.length < ids.length) return setGiven(new Set([...given, ...done]));
        onDone();
        onClose();
      }}>
      {act.refused.length > 0 && (
        <ul role="alert" className="allocation-refused">
          {act.refused.map(({ id, message }) => (
            <li key={id}>
              <bdi>{names.get(id)}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
    </AllocationDialog>
  );
}
