/** Statuses of a unit (specification, chapter 4). */
export const UNIT_STATUSES = ['active', 'inactive', 'damaged', 'blocked'] as const;
export type UnitStatus = (typeof UNIT_STATUSES)[number];

/**
 * Which status may follow which. A damaged unit comes back inactive, to be put to work by hand; a
 * blocked one has to be unblocked first. Every unit keeps being tracked whatever its status: where a
 * damaged or blocked vehicle is, is worth knowing. Only active ones take commands.
 */
const TRANSITIONS: Readonly<Record<UnitStatus, readonly UnitStatus[]>> = {
  active: ['inactive', 'damaged', 'blocked'],
  inactive: ['active', 'damaged', 'blocked'],
  damaged: ['inactive', 'blocked'],
  blocked: ['inactive'],
};

/** Statuses that a unit of this one may be given. */
export function nextUnitStatuses(status: UnitStatus): readonly UnitStatus[] {
  return TRANSITIONS[status];
}
