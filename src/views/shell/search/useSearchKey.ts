import { useEffect } from 'react';

/** Ctrl K, or Cmd K, from anywhere, also while one types: browsers leave the keys to the page. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // By its place as well: on a Russian or Persian keyboard the key writes another letter.
      if (event.key.toLowerCase() !== 'k' && event.code !== 'KeyK') return;
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
