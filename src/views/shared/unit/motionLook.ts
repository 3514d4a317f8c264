import type { MotionName } from '../../../domain/telemetry/index.ts';
import type { StatusShape, StatusTone } from '../../../ui/index.ts';

/** States as lists show them: the motion, or why it is not known. */
export type UnitState = MotionName | 'stale' | 'neverReported';

/** Shape and hue of each state, the same on the map, in lists and in the detail panel. */
export const MOTION_LOOK: Readonly<Record<UnitState, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  moving: { shape: 'arrow', tone: 'normal' },
  idling: { shape: 'disc', tone: 'caution' },
  parked: { shape: 'square', tone: 'off' },
  stale: { shape: 'hollow', tone: 'off' },
  noFix: { shape: 'crossed', tone: 'serious' },
  neverReported: { shape: 'hollow', tone: 'off' },
};
