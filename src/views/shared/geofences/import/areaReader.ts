import type { Result } from '../../../../domain/base/index.ts';
import type { AreaAnswer, AreaFileSummary, AreaRequest } from './areaRequests.ts';
import type { Candidate, Sizes } from './candidates.ts';
import type { AreaFileProblem } from './foundArea.ts';

/** A file of areas that is read and checked in a worker of its own. */
export interface AreaReader {
  /** Rejects when the worker breaks, which is a bug. */
  open(file: File): Promise<Result<AreaFileSummary, AreaFileProblem>>;
  /**
   * Checks all areas; `onChecked` is given the next of them, and the share that is done. A new check ends the one
   * before.
   */
  check(sizes: Sizes, onChecked: (candidates: readonly Candidate[], share: number) => void): void;
  close(): void;
}

/** Starts the worker; without anybody who closes it, it stays. */
export function startAreaReader(): AreaReader {
  const worker = new Worker(new URL('./area.worker.ts', import.meta.url), { type: 'module', name: 'areas' });
  const send = (request: AreaRequest): void => worker.postMessage(request);
  let round = 0;
  let onAnswer: (answer: AreaAnswer) => void = () => undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<AreaAnswer>) => onAnswer(data));
  return {
    open: (file) =>
      new Promise((resolve, reject) => {
        worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
        onAnswer = (answer) => answer.type === 'opened' && resolve(answer.read);
        send({ type: 'open', file });
      }),
    check(sizes, onChecked) {
      const asked = ++round;
      onAnswer = (answer) => {
        if (answer.type === 'checked' && answer.round === asked)
          onChecked(answer.candidates, answer.done / answer.total);
      };
      send({ type: 'check', round: asked, sizes });
    },
    close: () => worker.terminate(),
  };
}
