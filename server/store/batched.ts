import DataLoader from 'dataloader';

/** Calls of one thing that are answered together. */
export interface BatchedWork<Key, Value> {
  /** Answers a value, or an error of its own, for each key in order. What it throws is the answer to all of them. */
  (keys: readonly Key[]): Promise<readonly (Value | Error)[]>;
}

/**
 * Makes one question of many: calls that come while others are being answered wait, and are answered with
 * all that came meanwhile, `most` at a time. For one caller nothing changes; for thousands side by side a
 * statement serves dozens.
 */
export function batched<Key, Value>(work: BatchedWork<Key, Value>, most: number): (key: Key) => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  const settled = (): void => undefined;
  const loader = new DataLoader<Key, Value>(
    (keys) => {
      const answers = work(keys);
      running = answers.then(settled, settled);
      return answers;
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)),
    },
  );
  return (key) => loader.load(key);
}
