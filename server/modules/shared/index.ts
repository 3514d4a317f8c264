export { accountOf, sessionOf, type ModuleServices } from './context.ts';
export { createDirectory, type Directory, type DirectoryOptions } from './directory.ts';
export { changesBetween, deedOf, tell, tellAs, type Deed, type Told } from './events.ts';
export { type Invited, type Inviter, type Inviting } from './inviter.ts';
export { Conditions, readPage, type ListSource } from './pages.ts';
export { badSort, conflictAt, notFound, refuseOverwriting, type Refused } from './refusals.ts';
export { escapeLike, isUniqueViolation, orderBy, takenOfPerson } from './sql.ts';
export { heldBy, type Held } from './held.ts';
export { mayListDevices, refuseForeignDevice } from './ownDevices.ts';
export { pictureUrl } from './pictures.ts';
export { accountAt, accountForNew, type Place } from './reach.ts';
export {
  ADDRESS_RULE,
  AttemptLimiter,
  FAILURES_BEFORE_CAPTCHA,
  NAME_RULE,
  addressKey,
  type LimiterRule,
} from './limiter.ts';
export {
  USER_COLUMNS,
  isNameFree,
  membershipsOf,
  nameKey,
  passwordPolicyOf,
  passwordPolicyOfAccount,
  userOf,
  type UserRow,
} from './people.ts';
export { endSessionsOf, type EndedSessions } from './endSessions.ts';
export { tellAccountsOf, type PersonFact } from './personEvents.ts';
export { atomically } from './atomic.ts';
export { insertRole, insertStandardRoles, lockAccount, type NewRole } from './roleRows.ts';
export { dateTimeText, readPersonalSettings, readSettings, settingsOf } from './settings.ts';
export { NO_BRANDING, readBranding, readMailBrand, readBrandingOfHost } from './branding.ts';
export { inBulk } from './bulk.ts';
export { createNamedThings } from './namedThings.ts';
export { readSensors, sensorOf } from './sensors.ts';
export { readAudit } from './auditRows.ts';
export { countryName } from './countryName.ts';
export {
  ALLOCATION_COLUMNS,
  ALLOCATION_SORTS,
  allocationOf,
  dateWriter,
  holdingOf,
  refuseSpan,
  spanOfRow,
  type AllocationRow,
  type HoldingRow,
} from './allocations.ts';
export {
  createAllocationClock,
  type AllocatedThings,
  type AllocationClock,
  type AllocationClockOptions,
} from './allocationClock.ts';
export { tellHolders, tellSpan, type HeldFact, type SpanFact } from './tellHolders.ts';
