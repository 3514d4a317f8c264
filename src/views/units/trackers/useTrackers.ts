import { useEffect, useState } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import type { UnclaimedDevice } from '../../../domain/device/index.ts';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';

/** The list is read this often while it is open: a tracker shows up as soon as it has called. */
const REFRESH = 2 * SECOND;

/** Trackers that call and belong to nobody, newest state; `total` counts those beyond the list too. */
export function useTrackers(search = ''): {
  rows: readonly UnclaimedDevice[] | null;
  total: number;
  problem: Problem | null;
  reload: () => void;
} {
  const { unclaimedDevices } = useFleet();
  const [state, setState] = useState<{
    rows: readonly UnclaimedDevice[] | null;
    total: number;
    problem: Problem | null;
  }>({ rows: null, total: 0, problem: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      const answer = await unclaimedDevices(stopping.signal, search);
      setState(
        answer.ok
          ? { rows: answer.value.rows, total: answer.value.total, problem: null }
          : (before) => ({ ...before, problem: answer.problem }),
      );
      timer = setTimeout(() => void read().catch(ignore), REFRESH);
    };
    const ignore = (error: unknown): void => {
      if (!stopping.signal.aborted) throw error;
    };
    void read().catch(ignore);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [unclaimedDevices, search, round]);
  return { ...state, reload: () => setRound((count) => count + 1) };
}
