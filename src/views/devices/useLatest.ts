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
