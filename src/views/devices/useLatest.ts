import { useEffect, useRef, useState } from 'react';

/** The latest of something, for a statechart that was made once and outlives many renders. */
export function useLatest<Value>(value: Value): () => Value {
  const kept = useRef(value);
  useEffect(() => {
    kept.current = value;
  });
  const [read] = useState(() => () => kept.current);
  return read;
}

/** Reports how many there are, first and whenever it is another number; undefined: not known. */
export function useCountReport(count: number | undefined, onCount: ((count: number) => void) | undefined): void {
  const report = useLatest(onCount);
  useEffect(() => {
    if (count !== undefined) report()?.(count);
  }, [count, report]);
}
