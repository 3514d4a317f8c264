import { useEffect, useState } from 'react';

/** Pause after the last key before something is asked for. */
const DELAY = 300;

/** What is being typed, once the typing rests. */
export function useLater(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), DELAY);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
