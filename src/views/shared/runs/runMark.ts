import { isLate, type RouteRun } from '../../../domain/route/index.ts';
import type { StatusShape, StatusTone } from '../../../ui/index.ts';

/** How a run looks beside its word. */
export function runMark(run: RouteRun): { readonly tone: StatusTone; readonly shape: StatusShape } {
  if (isLate(run) || run.off_route) return { tone: 'serious', shape: 'crossed' };
  if (run.state === 'started') return { tone: 'info', shape: 'arrow' };
  return run.state === 'finished' ? { tone: 'normal', shape: 'disc' } : { tone: 'off', shape: 'hollow' };
}
