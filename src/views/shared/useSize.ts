import { useEffect, useState, type RefObject } from 'react';

/** Width of an element in CSS pixels; 0 until it was measured. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => useSize(element, 'width');

/** Height of what an element lies in, CSS pixels; 0 until it was measured. */
export const useHeight = (element: RefObject<HTMLElement | null>): number => useSize(element, 'height');

function useSize(element: RefObject<HTMLElement | null>, side: 'width' | 'height'): number {
  const [size, setSize] = useState(0);
  useEffect(() => {
    const target = side === 'width' ? element.current : element.current?.parentElement;
    if (!target) return;
    const observer = new ResizeObserver(() => setSize(Math.round(target.getBoundingClientRect()[side])));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, side]);
  return size;
}
