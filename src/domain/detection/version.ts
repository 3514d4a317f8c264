/**
 * Raised with every change of what detection finds in the same reports: nothing goes on from a state of another
 * version. The stored past is a migration's business: `late_from` in `detection_state` says from when on a unit is gone
 * through again.
 */
export const DETECTION_VERSION = 2;
