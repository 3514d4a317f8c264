import type { MotionName } from '../../../domain/telemetry/index.ts';
import type { StatusShape, StatusTone } from '../../../ui/index.ts';

/** States as lists show them: the motion, or why it is not known. */
export type UnitState = MotionName | 'idlingLong' | 'stale' | 'neverReported';

/**
 * Shape and hue of each state, hue only where somebody has to look after it: the same on the map, in lists and in the
 * detail panel.
 */
export const MOTION_LOOK: Readonly<Record<UnitState, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  moving: { shape: 'arrow', tone: 'neutral' },
  idling: { shape: 'disc', tone: 'neutral' },
  idlingLong: { shape: 'pause', tone: 'caution' },
  parked: { shape: 'square', tone: 'off' },
  stale: { shape: 'hollow', tone: 'caution' },
  noFix: { shape: 'crossed', tone: 'serious' },
  neverReported: { shape: 'hollow', tone: 'off' },
};
