import type { MotionName } from '../../../domain/telemetry/index.ts';
import type { StatusShape, StatusTone } from '../../../ui/index.ts';

/** States as lists show them: the motion, or why it is not known. */
export type UnitState = MotionName | 'stale' | 'neverReported';

/**
 * Shape and hue of each state, hue only where somebody has to look after it: the same on the map, in lists and in the detail panel.
 * Idling has none by itself: how long is too long is said by a rule, whose alarm has its own mark.
 */
export const MOTION_LOOK: Readonly<Record<UnitState, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  moving: { shape: 'arrow', tone: 'neutral' },
  idling: { shape: 'disc', tone: 'neutral' },
  parked: { shape: 'square', tone: 'off' },
  stale: { shape: 'hollow', tone: 'caution' },
  noFix: { shape: 'crossed', tone: 'serious' },
  neverReported: { shape: 'hollow', tone: 'off' },
};
