import { useEffect, useRef, type ReactNode } from 'react';
import { classes, reveal } from '../../../ui/index.ts';
import '../shared.css';

export interface StepFocusProps {
  /** What is shown: a step of a wizard, a list or the form of one of its entries. */
  at: string;
  className?: string;
  children: ReactNode;
}

/**
 * Where what is shown gives place to something else, the button that was pressed is gone and the focus
 * with it. It goes to what came instead, so that keyboard and screen reader go on there and not at the
 * page's beginning (WCAG 2.2, 2.4.3). A focus that is elsewhere stays. The page is scrolled only where
 * the beginning of what came is out of sight: one that is well placed must not jump, and a list that was
 * opened meanwhile would be closed by it.
 */
export function StepFocus({ at, className, children }: StepFocusProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const beginning = useRef<HTMLSpanElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    frame.current?.focus({ preventScroll: true });
    reveal(beginning.current);
  }, [at]);
  return (
    <div ref={frame} tabIndex={-1} className={classes('step-focus', className)}>
      {children}
      <span ref={beginning} className="step-beginning" />
    </div>
  );
}
