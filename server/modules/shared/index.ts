export { accountOf, sessionOf, type ModuleServices } from './context.ts';
export { createDirectory, type Directory } from './directory/directory.ts';
export {
  actorOf,
  changesBetween,
  inLogOrder,
  recordEvent,
  recordEventBy,
  recordEvents,
  type Actor,
} from './changes/events.ts';
export { type Inviter, type Inviting } from './people/inviter.ts';
export { Conditions, readPage } from './lists/pages.ts';
export { addedIds, mayName, refuseForeign, refuseUnseenUnits } from './changes/namedThings.ts';
export { unknownSortColumn, conflictAt, notFound, refuseOverwriting, type Refused } from './changes/refusals.ts';
export { escapeLike, isUniqueViolation, takenOfPerson, wordsOf } from './lists/sql.ts';
export { permissionsOf, type OwnPermissions } from './people/ownPermissions.ts';
export { mayListDevices, refuseForeignDevice } from './devices/ownDevices.ts';
export { pictureUrl } from './people/pictures.ts';
export { accountAt, accountForNew, type Place } from './accounts/reach.ts';
export {
  ADDRESS_RULE,
  AttemptLimiter,
  FAILURES_BEFORE_CAPTCHA,
  NAME_RULE,
  addressKey,
  type LimiterRule,
} from './people/limiter.ts';
export {
  USER_COLUMNS,
  isNameFree,
  isOwnName,
  membershipsOf,
  nameKey,
  passwordPolicyOf,
  passwordPolicyOfAccount,
  userOf,
  type UserRow,
} from './people/people.ts';
export { isCommonPassword, refuseCommonPassword } from './people/commonPasswords.ts';
export { endSessionsOf } from './people/endSessions.ts';
export { recordPersonEvent } from './changes/personEvents.ts';
export { atomically } from './changes/atomic.ts';
export { insertStandardRoles } from './people/roleRows.ts';
export { lockAccount } from './accounts/lock.ts';
export { dateTimeText, readPersonalSettings, readSettings, settingsOf } from './accounts/settings.ts';
export { readBranding, readMailBrand, readBrandingOfHost } from './accounts/branding.ts';
export { inBulk } from './changes/bulk.ts';
export { createNamedThings } from './directory/namedThings.ts';
export { readAudit } from './lists/auditRows.ts';
export { townFound } from './lists/townFound.ts';
export { addressOf } from './lists/addressOf.ts';
export { createReplyCodes, type ReplyCodes } from './replyCodes.ts';
export { TrackerClaims } from './devices/trackerClaims.ts';
export { unclaimedSight } from './devices/unclaimedSight.ts';
export { openAcknowledgement, sealAcknowledgement } from './acknowledgements.ts';
export {
  ALLOCATION_COLUMNS,
  allocationColumns,
  allocationSorts,
  seenSpans,
  allocationOf,
  dateWriter,
  shownAllocation,
  refuseSpan,
  type AllocationRow,
  type AllocationSpanRow,
} from './allocations/allocations.ts';
export { applyAllocations, awaitAllocations, type AllocatedThings } from './allocations/applyAllocations.ts';
export { recordForHolders, recordSpan } from './changes/holderEvents.ts';
export { instantSql, sightParameters, withinSight } from './lists/sightSql.ts';
export { readFuelEvents, readStops, readTrips } from './detected/tripsAndStops.ts';
export { countGeofences, readVisits, withZones } from './detected/visits.ts';
export { readUnitEvents } from './detected/unitEvents.ts';
export { DRIVEN, driveOf, driveParameters, readDriveRows, type Driven } from './detected/drives.ts';
