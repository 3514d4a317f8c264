/** Every bound of the product, stated once (specification, chapters 5, 8 and 9). */

/** Text lengths: minimum and maximum number of characters, both included. */
export const LENGTH = {
  personName: { min: 2, max: 50 },
  deviceName: { min: 3, max: 50 },
  deviceVersion: { min: 1, max: 50 },
  devicePassword: { min: 0, max: 20 },
  simNumber: { min: 6, max: 15 },
  simOperator: { min: 2, max: 20 },
  uniqueIdentifier: { min: 2, max: 16 },
  reportName: { min: 3, max: 20 },
  accountName: { min: 3, max: 50 },
  address: { min: 5, max: 80 },
  region: { min: 3, max: 30 },
  registrationNumber: { min: 0, max: 30 },
  unitName: { min: 3, max: 50 },
  roleName: { min: 3, max: 20 },
  operatorCode: { min: 3, max: 20 },
  maintenanceName: { min: 3, max: 50 },
  geofenceName: { min: 3, max: 30 },
  phone: { min: 2, max: 40 },
  username: { min: 1, max: 254 },
  password: { min: 5, max: 25 },
  /** Where an account asks for character classes (specification, chapter 5). */
  classedPassword: { min: 8, max: 15 },
  email: { min: 3, max: 254 },
  hostName: { min: 3, max: 253 },
  keyName: { min: 1, max: 50 },
  label: { min: 1, max: 40 },
} as const;

/** Lists: the page a call may ask for, so that no call is unbounded. */
export const PAGE = { defaultLimit: 50, maximumLimit: 1_000, maximumSearch: 100 } as const;

/** Session behaviour (specification, chapters 4 and 9). Milliseconds. */
export const SESSION = {
  logoutRedirectDelay: 500,
  reloginPoll: 500,
  roleUpdateReload: 2_000,
  requestTimeout: 30_000,
} as const;

/** How long a toast stays, in milliseconds (specification, chapter 9). */
export const TOAST_DURATION = 3_000;

/** Largest bodies that the server reads, in bytes. */
export const BODY = { api: 256 * 1024, upload: 2 * 1024 * 1024, osmAnd: 64 * 1024, traccarForward: 1024 * 1024 } as const;

/** Largest device frames, in bytes (domain reference, section 4: text 1 KiB, binary 32 KiB, IPS batches larger). */
export const FRAME = { text: 1024, binary: 32 * 1024, ipsBatch: 512 * 1024 } as const;

/** Live feed and history: how much may be asked at once. */
export const TELEMETRY = {
  /** Units whose full details (attributes) one client may watch. */
  watchedUnits: 200,
  /** Units in one answer of getLastPositions. */
  lastPositions: 20_000,
  /** Longest interval of one history call, in days. */
  historyDays: 366,
  /** Points of a JSON, CSV, GPX, KML or GeoJSON answer to one call. */
  exportPoints: 2_000_000,
  /** A fix further in the future than this is refused (domain reference, section 1.4), in milliseconds. */
  futureTolerance: 10 * 60_000,
} as const;

/** Fastest and slowest replay (specification, chapter 9: "speed control 1000"). */
export const PLAYBACK_SPEEDS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1000] as const;
export const MAXIMUM_PLAYBACK_SPEED = 1000;

/** Invitations (specification, chapters 5 and 9). `lifetime` in days. */
export const INVITATION = { perSend: 20, lifetime: 7 } as const;

/** Codes that prove an address. `lifetime` and `resendAfter` in milliseconds. */
export const CODE = { digits: 6, lifetime: 10 * 60_000, attempts: 5, resendAfter: 60_000 } as const;

/** Uploaded pictures (specification, chapter 5): bytes as sent, and the longest side that is kept, in pixels. */
export const IMAGE = { bytes: 2 * 1024 * 1024, side: 1024, pixels: 40_000_000, types: ['image/jpeg', 'image/png'] } as const;

/** How many of each a user may hold. */
export const SECURITY = { passkeys: 20, apiKeys: 50, recoveryCodes: 10 } as const;
