/** Every bound of the product, stated once (specification, chapters 5, 8 and 9). */

/** Text lengths: minimum and maximum number of characters, both included. */
export const LENGTH = {
  personName: { min: 2, max: 50 },
  deviceName: { min: 3, max: 50 },
  deviceModel: { min: 1, max: 50 },
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
  /** One piece of work of a service, where it was done, and the number of its bill. */
  serviceWork: { min: 1, max: 60 },
  servicePlace: { min: 0, max: 80 },
  invoice: { min: 0, max: 40 },
  geofenceName: { min: 3, max: 30 },
  routeName: { min: 3, max: 50 },
  checkpointName: { min: 1, max: 50 },
  phone: { min: 2, max: 40 },
  username: { min: 1, max: 254 },
  password: { min: 5, max: 25 },
  /** Where an account asks for character classes (specification, chapter 5). */
  classedPassword: { min: 8, max: 15 },
  /** Where an account asks for long passwords: room for a sentence, or for what a password manager makes. */
  longPassword: { min: 12, max: 128 },
  /** What is only compared with a stored password: bounded, so that nobody has megabytes hashed. */
  typedPassword: { min: 1, max: 200 },
  email: { min: 3, max: 254 },
  hostName: { min: 3, max: 253 },
  keyName: { min: 1, max: 50 },
  label: { min: 1, max: 40 },
  sensorName: { min: 1, max: 50 },
  alarmWord: { min: 1, max: 50 },
  parameterName: { min: 1, max: 50 },
  parameterText: { min: 1, max: 100 },
  /** The name limit of Wialon IPS, so that a sensor's field can travel as a parameter. */
  sensorField: { min: 1, max: 38 },
  /** A sensor's expression. */
  sensorParameter: { min: 1, max: 250 },
  sensorLabel: { min: 1, max: 50 },
  description: { min: 0, max: 200 },
  commandCode: { min: 1, max: 40 },
  /** What a GT06 command frame, whose length is one byte, can carry. */
  commandText: { min: 1, max: 240 },
  note: { min: 0, max: 200 },
  viewName: { min: 1, max: 40 },
  ruleName: { min: 3, max: 50 },
  alertName: { min: 3, max: 50 },
  notificationName: { min: 3, max: 50 },
  notificationText: { min: 1, max: 500 },
  webhookName: { min: 3, max: 50 },
  webAddress: { min: 1, max: 500 },
  repeaterName: { min: 3, max: 50 },
  repeaterPath: { min: 0, max: 400 },
  repeaterTopic: { min: 0, max: 200 },
  repeaterUser: { min: 0, max: 100 },
  repeaterPassword: { min: 0, max: 200 },
  comment: { min: 1, max: 500 },
  shareName: { min: 1, max: 60 },
  searchText: { min: 2, max: 60 },
} as const;

/** Lists: the page a call may ask for, so that no call is unbounded. */
export const PAGE = { defaultLimit: 50, maximumLimit: 1_000, maximumSearch: 100 } as const;

/** Rows of a list that one export writes at most; of more it says so. */
export const EXPORT_ROWS = 100_000;

/** Session behaviour (specification, chapters 4 and 9). Milliseconds. */
export const SESSION = {
  logoutRedirectDelay: 500,
  reloginPoll: 500,
  roleUpdateReload: 2_000,
  requestTimeout: 30_000,
} as const;

/**
 * Longest that one SQL statement may run, in milliseconds: for a call no longer than its caller waits, so that a
 * query that went wrong gives its connection back; longer for upkeep such as compaction. Migrations have no bound.
 */
export const STATEMENT_TIMEOUT = { call: SESSION.requestTimeout, upkeep: 15 * 60_000 } as const;

/** Longest that a statement waits for a row or table that another one has locked, in milliseconds. */
export const LOCK_TIMEOUT = 10_000;

/** How long code of a screen may take to load, in milliseconds (specification, chapter 9). */
export const CHUNK_TIMEOUT = 120_000;

/** How long a toast stays, in milliseconds (specification, chapter 9). */
export const TOAST_DURATION = 3_000;

/**
 * How much may be at once: in all, of one address, and in one session. Connections from the server's own machine count
 * in all only. Of heavy calls `waiting` more wait for up to `patience` milliseconds; everything else is refused at
 * once. The bounds of device connections are what the settings say where they say nothing.
 */
export const AT_ONCE = {
  deviceConnections: { total: 50_000, perAddress: 5_000 },
  liveFeeds: { total: 10_000, perAddress: 500, perSession: 20 },
  uploads: { total: 16, perAddress: 4, perSession: 2 },
  heavyCalls: { total: 48, perAddress: 24, perSession: 8, waiting: 200, patience: 15_000 },
} as const;

/** Largest bodies that the server reads, in bytes. */
export const BODY = {
  /** Holds a shape of as many points as one may have, beside the one that it replaces. */
  api: 1024 * 1024,
  upload: 2 * 1024 * 1024,
  osmAnd: 64 * 1024,
  traccarForward: 1024 * 1024,
  inboundSms: 64 * 1024,
  /** With what was attached, which nobody reads. */
  inboundMail: 8 * 1024 * 1024,
  /** Lists and things in each other; a geofence in a call has some ten. */
  depth: 32,
} as const;

/** Largest device frames, in bytes (domain reference, section 4: text 1 KiB, binary 32 KiB, IPS batches larger). */
export const FRAME = { text: 1024, binary: 32 * 1024, ipsBatch: 512 * 1024 } as const;

/** Live feed and history: how much may be asked at once. */
export const TELEMETRY = {
  /**
   * Of a fleet of more units than these history is read by shorter pieces, and asked for when the hand on the timeline
   * rests.
   */
  largeFleet: 2_000,
  /** Units whose full details (attributes) one client may watch. */
  watchedUnits: 200,
  /** Units in one answer of getLastPositions. */
  lastPositions: 20_000,
  /** Trips, stops or events in one answer about an interval. */
  intervalRows: 10_000,
  /** Geofences that one call about visits may name. */
  visitedGeofences: 1_000,
  /** Points in one answer of getAddresses. */
  addresses: 200,
  /** Longest interval of one history call, in days. */
  historyDays: 366,
  /** Points of a JSON, CSV, GPX, KML or GeoJSON answer to one call. */
  exportPoints: 2_000_000,
  /** A fix further in the future than this is refused (domain reference, section 1.4), in milliseconds. */
  futureTolerance: 10 * 60_000,
  /** Days that a report may have been buffered whose date is put right by one turn of the GPS week counter. */
  rolloverDays: 90,
} as const;

/**
 * Idling that needs a person, in milliseconds. `tooLong`: traffic lights, loading and warming up are over by then;
 * bylaws against idling allow three to five minutes, and fleet software asks for five to fifteen. `longestSilence`:
 * across a longer gap between two reports nobody knows whether the engine kept running, so idling begins again.
 */
export const IDLING = { tooLong: 10 * 60_000, longestSilence: 15 * 60_000 } as const;

/**
 * What needs a person now: per cent below which a battery is low; how long an alarm and a failed job are news, in
 * milliseconds.
 */
export const ATTENTION = { lowBattery: 20, alarmSpan: 24 * 60 * 60_000, jobSpan: 24 * 60 * 60_000 } as const;

/** The live feed. Times in milliseconds. */
export const FEED = {
  /** The server says at least so often that it is there, however quiet the fleet is. */
  beat: 1_000,
  /**
   * A viewer who has heard nothing for so long says that the connection is lost. The line may still be up, and is kept.
   */
  silentAfter: 2_000,
  /** After so long without a sign of life the line is dead, and is rebuilt. */
  deadAfter: 15_000,
  /** Bytes that wait in a viewer's socket, above which it gets no more until it has caught up. */
  waitingBytes: 1 << 20,
  /** Events that are remembered for those who come, or come back: so many, for so many milliseconds. */
  recentEvents: 20_000,
  recentSpan: 5 * 60_000,
  /** A client that has missed more of them than these reads its lists again. */
  missedEvents: 5_000,
} as const;

/**
 * Reports of devices that are in no unit: kept in memory for whoever sets them up, the last of a device, and of so many
 * devices.
 */
export const UNSTORED = { perDevice: 50, devices: 500 } as const;

/**
 * Messages that were acknowledged and not understood: kept of a device for so many days, bytes and messages, the oldest
 * go first. Kinds are counted: so many of a device, and so many together in the metrics. `excerpt`: bytes that a list
 * shows.
 */
export const UNREAD = {
  days: 90,
  bytes: 1024 * 1024,
  messages: 5_000,
  types: 100,
  series: 500,
  typeLength: 40,
  reasonLength: 200,
  excerpt: 4096,
} as const;

/** Fastest and slowest replay (specification, chapter 9: "speed control 1000"). */
export const PLAYBACK_SPEEDS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1000] as const;
export const MAXIMUM_PLAYBACK_SPEED = 1000;

/** Invitations (specification, chapters 5 and 9). `lifetime` in days. */
export const INVITATION = { perSend: 20, lifetime: 7 } as const;

/** Codes that prove an address. `lifetime` and `resendAfter` in milliseconds. */
export const CODE = { digits: 6, lifetime: 10 * 60_000, attempts: 5, resendAfter: 60_000 } as const;

/** The code that a server without a login prints: 60 bits, without signs that are mistaken for one another. */
export const SETUP_CODE = { length: 12, group: 4, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } as const;

/** Uploaded pictures (specification, chapter 5): bytes as sent, and the longest side that is kept, in pixels. */
export const IMAGE = {
  bytes: 2 * 1024 * 1024,
  side: 1024,
  pixels: 40_000_000,
  types: ['image/jpeg', 'image/png'],
} as const;

/**
 * Devices, SIM cards and units: how many of each one act may name, one thing may carry. Views: of a list by a person,
 * and shared ones of a list in an account.
 */
export const EQUIPMENT = {
  perAct: 200,
  labels: 20,
  devicesPerUnit: 10,
  savedViews: 50,
  sharedViews: 200,
  columns: 60,
} as const;

/** For how long a person counts as proven after the password, a passkey or a code of theirs, in milliseconds. */
export const PROOF = { lifetime: 5 * 60_000 } as const;

/** Milliseconds that a key for scripts lives where nobody said otherwise. */
export const KEY_LIFETIME = 365 * 24 * 60 * 60_000;

/** How many of each a user may hold; `peopleOfDevice`: who are remembered to have signed in in one browser. */
export const SECURITY = { passkeys: 20, apiKeys: 50, recoveryCodes: 10, peopleOfDevice: 10 } as const;

/**
 * Connections of devices, in milliseconds: how long one was not heard before another address may take its place; how
 * long
 * one is young, and an address new, so that a dangerous command waits for a word of confirmation.
 */
export const CONNECTION = { silence: 60_000, youth: 60_000, newAddress: 5 * 60_000 } as const;

/** How an unclaimed tracker is claimed by who only knows its number. */
export const TRACKER_CLAIM = {
  /** Milliseconds. One that was heard within this time is in use: a claim asks for a proof. */
  inUse: 600_000,
  /** The tracker has to report within this time after the person was asked to have it do so. */
  proof: 60_000,
  /** How long a proof counts: forms are filled in. */
  proven: 900_000,
  /** Numbers that a person may name within an hour. */
  numbersPerHour: 60,
} as const;
/** Addresses and networks from which a device may report. */
export const DEVICE_LOCK = { networks: 20 } as const;

/** Sensors: how many of each, how deep an expression may nest, the largest figure anybody may enter. */
export const SENSOR = { perDevice: 100, tableRows: 200, expressionDepth: 32, highestBit: 53, magnitude: 1e12 } as const;

/**
 * Rules of an account; units, conditions of one; seconds that it has to last; km/h of a speed limit and of what re-arms
 * it; seconds without a report; entries of its hours; minutes before it fires again, and firings in a day.
 * `memory`: seconds after which a condition that reports say nothing of is unknown again, the trip detector's usual
 * gap.
 */
export const RULE = {
  perAccount: 200,
  units: 1_000,
  /** In one list: of a rule, or of a group. */
  conditions: { min: 1, max: 8 },
  /**
   * Those of a rule are the first level, those of its groups the second; in all levels together, groups not counted.
   */
  levels: 3,
  conditionsInAll: 24,
  /** Geofences, and groups of them, in one condition; groups of units; operators. */
  zones: 100,
  zoneGroups: 20,
  unitGroups: 20,
  operators: 100,
  /** Units that others meet, in one condition; metres between them. */
  otherUnits: 20,
  metres: { min: 10, max: 100_000, usual: 200 },
  /** Traffic of a unit in a day or a month. */
  megabytes: { min: 0.1, max: 100_000, usual: 10 },
  /** Days before a SIM card expires, or an allocation ends. */
  expiryDays: { min: 0, max: 365, usual: 14 },
  /** Least figures of facts. */
  litres: { min: 0.1, max: 10_000 },
  kilometres: { min: 0.1, max: 10_000 },
  minutes: { min: 1, max: 10_000 },
  hold: { min: 0, max: 86_400 },
  limit: { min: 0, max: 400 },
  margin: { min: 0, max: 100, usual: 5 },
  memory: 300,
  silence: { min: 60, max: 604_800, usual: 600 },
  /** km/h over the limit of the road, and of that limit; number of a digital input. */
  excess: { min: 0, max: 200, usual: 10 },
  classLimit: { min: 5, max: 250 },
  input: { min: 1, max: 32 },
  /** g of harsh driving; seconds between two reports whose speeds say it, and for which it lasts where none follows. */
  force: { min: 0.05, max: 50, usual: 0.4 },
  forceSpan: 10,
  forceLasts: 10,
  /** km or hours of a counter; km by which an odometer goes back. */
  counter: { min: 1, max: 10_000_000 },
  rollback: { min: 0.1, max: 100_000, usual: 1 },
  /** Reports in so many minutes. */
  messages: { min: 1, max: 100_000, usual: 1_000 },
  period: { min: 1, max: 1_440, usual: 60 },
  /** Minutes of driving after which a rest is due, and of the rest; shorter pauses are no rest that was cut short. */
  driving: { min: 1, max: 1_440, usual: 270 },
  rest: { min: 1, max: 2_880, usual: 45 },
  pause: 15,
  hours: 20,
  repeatAfter: { min: 0, max: 10_080 },
  mostADay: { min: 0, max: 1_000 },
} as const;

/**
 * Rules on the past: units that one is tried on, the days to choose among, facts that one answer has, and bounds that
 * facts are looked for with.
 */
export const BACKTEST = { units: 200, days: [1, 7, 31], facts: 50_000, bounds: 48 } as const;

/** Alerts of an account; rules, escalation steps and their minutes of one. */
export const ALERT = { perAccount: 200, rules: 200, steps: 5, minutes: { min: 1, max: 1_440 } } as const;

/**
 * Notifications of an account; alerts, units, groups, people, roles and webhooks that one names. `digestCount` messages
 * within `digestMinutes`, and the rest comes as one summary; `ownDigest`: minutes that a person may choose for
 * themselves. `attempts`: how often a message is tried; `firstRetry`, `longestRetry`, `lease`: milliseconds.
 * `keepDays`: how long the log remembers.
 */
export const NOTIFICATION = {
  perAccount: 200,
  alerts: 200,
  units: 1_000,
  groups: 100,
  people: 200,
  roles: 50,
  webhooks: 10,
  languages: 20,
  digestCount: { min: 1, max: 100, usual: 5 },
  digestMinutes: { min: 1, max: 1_440, usual: 10 },
  ownDigest: [0, 15, 60, 240, 1_440],
  attempts: 8,
  firstRetry: 30_000,
  longestRetry: 60 * 60_000,
  lease: 2 * 60_000,
  keepDays: 30,
} as const;

/**
 * Repeaters of an account; units and groups that one names. Messages that could not be sent for `keepDays` are dropped.
 * An attempt that failed is followed by one after `firstRetry`, then after twice as long, up to `longestRetry`; an
 * answer is awaited for `patience`; all in milliseconds. `failingAfter` failures in a row are more than a hiccup.
 * `log`: lines of the log of errors. `resendDays`: the longest period that is sent again at a time.
 */
export const REPEATER = {
  perAccount: 50,
  units: 1_000,
  groups: 100,
  port: { min: 1, max: 65_535 },
  keepDays: 7,
  firstRetry: 1_000,
  longestRetry: 5 * 60_000,
  patience: 10_000,
  failingAfter: 5,
  log: 100,
  resendDays: 92,
} as const;

/** Webhooks of an account. */
export const WEBHOOK = { perAccount: 100 } as const;

/**
 * Reports of an account; units, groups and geofences that one names, days that it may be about, least minutes of a stop
 * or visit. `rows`: kept of one generation, `documentRows`: of them in a document; `found`: what is read of one unit at
 * a time. `keepDays`: how long an outcome is kept, `generations`: how many of a report; `atOnce`: of a person. `level`:
 * milliseconds before an instant in which a fuel level counts for it.
 */
export const REPORT = {
  perAccount: 500,
  units: 1_000,
  groups: 100,
  geofences: 100,
  days: 366,
  minutes: { min: 1, max: 1_440 },
  rows: 200_000,
  documentRows: 5_000,
  found: 20_000,
  keepDays: 90,
  generations: 50,
  atOnce: 5,
  level: 6 * 60 * 60_000,
} as const;

/**
 * Answers to messages about alarms: how long one may be answered, and for how long what is signed counts, in
 * milliseconds; characters of a sender and a text; messages among which the answered one is looked for.
 */
export const REPLY = { life: 12 * 60 * 60_000, signedFor: 5 * 60_000, from: 100, text: 4_000, searched: 200 } as const;

/**
 * Operators: further keys of one, beside the code. A pause in driving of `restMinutes` is a rest: the shortest that
 * counts as a part of a break (regulation (EC) 561/2006, article 7).
 */
export const OPERATOR = { keys: 10, restMinutes: 15 } as const;

/**
 * Maintenance: reminders of an account; pieces of work of one; what it may be due by, and how long before it is due
 * soon. Counters are those of the vehicle's own dial. `average`: days by whose use it is reckoned when it will be due,
 * or fewer where it drives for less; `again`: after so many days somebody is reminded of what is overdue once more.
 */
export const SERVICE = {
  perAccount: 20_000,
  work: 20,
  kilometres: { min: 1, max: 1_000_000 },
  hours: { min: 1, max: 100_000 },
  days: { min: 1, max: 3_650 },
  soonKilometres: { min: 0, max: 100_000, usual: 500 },
  soonHours: { min: 0, max: 10_000, usual: 20 },
  soonDays: { min: 0, max: 365, usual: 14 },
  counter: { min: 0, max: 10_000_000 },
  cost: { min: 0, max: 1_000_000_000 },
  average: 30,
  again: 7,
} as const;

/**
 * Routes: of an account; checkpoints, schedules and units of one; metres around a checkpoint. Times in minutes: how far
 * a checkpoint may lie behind the start, what counts as on time, how early a run may begin, how long after its planned
 * end it is waited for. `offAfter` and `offBeyond`: seconds and metres outside the corridor that are off route.
 * `floor`: km/h that an arrival is reckoned with at least, after the mean of `meanSpan` minutes. `ahead`: days that
 * runs are planned for.
 */
export const ROUTE = {
  perAccount: 2_000,
  checkpoints: { min: 2, max: 100 },
  schedules: 50,
  units: 200,
  radius: { min: 20, max: 5_000, usual: 100 },
  width: { usual: 200 },
  minutes: { min: 0, max: 2_880 },
  tolerance: { min: 0, max: 240, usual: 5 },
  lead: 30,
  grace: 120,
  offAfter: 60,
  offBeyond: 200,
  floor: 20,
  meanSpan: 15,
  ahead: 7,
  runs: 2_000,
} as const;

/**
 * Commands: kept by a device; characters of an answer that are kept; times in milliseconds. A dangerous one is sent
 * once and never again by itself.
 */
export const COMMAND = {
  perDevice: 50,
  answerLength: 2_000,
  attempts: 3,
  answerTimeout: 60_000,
  firstRetry: 30_000,
  lifetime: 24 * 60 * 60_000,
} as const;

/**
 * Settings of the trip detector, of fuel and of the filters (domain reference, 1.2 and 2.2), and what their rules fix.
 */
export const DETECTION = {
  /** km/h. */
  movingSpeed: { min: 0, max: 100 },
  /** Seconds. */
  parkTime: { min: 10, max: 86_400 },
  /** Metres between two messages; the most switches the rule off in practice. */
  messageDistance: { min: 10, max: 1_000_000 },
  /** Seconds between two messages. */
  messageInterval: { min: 10, max: 86_400 },
  /** Seconds; 0 keeps trips of any length. */
  tripTime: { min: 0, max: 86_400 },
  /** Metres. */
  tripDistance: { min: 0, max: 100_000 },
  satellites: { min: 0, max: 50 },
  /** Seconds with the ignition off; 0: never. */
  driverRelease: { min: 0, max: 86_400 },
  /** More than this is seldom in use at once: most fixes would be refused (domain reference, section 0). */
  satellitesWarning: 12,
  /**
   * Fixes of a unit, the last ones, that its satellites setting is checked against; with fewer than the least nothing
   * is said.
   */
  checkedFixes: { fewest: 10, most: 100 },
  /**
   * Fixes at this speed (km/h) and above show what a tracker counts on the road; standing indoors says nothing of it.
   */
  learning: { fewest: 20, speed: 10 },
  /** km/h; a single fix that needs more both in and out did not happen (domain reference, 1.4). */
  plausibleSpeed: 250,
  /** Kilometres a litre; 0: distance explains no fuel. */
  kilometresPerLitre: { min: 0, max: 100 },
  /** Hours of idling a litre; 0: idling explains no fuel. */
  hoursPerLitre: { min: 0, max: 100 },
  /** Litres stolen or filled at least. */
  fuelVolume: { min: 1, max: 10_000 },
  /** Seconds in which a change happens and in which it has to last. */
  fuelObserveTime: { min: 30, max: 86_400 },
  /** Litres of noise. */
  fuelChange: { min: 0, max: 1_000 },
  /** Litres in a tank. */
  fuelLevel: { min: 0, max: 1_000_000 },
  /**
   * A tank's last level stands in for this long when a message leaves it out, and a longer silence is a gap.
   * Milliseconds.
   */
  fuelGap: 5 * 60_000,
  /** Litres; a tank with no more reads empty. */
  fuelEmpty: 0.5,
  /** Litres a minute; no pump or open drain empties a tank faster. */
  fuelDrainRate: 60,
  /** Metres covered during a change of level beyond which it happened on the way. */
  fuelStandingDistance: 200,
  /** km/h; and so it did when it was faster than this. */
  fuelStandingSpeed: 5,
  /** Metres within which a standing unit is taken to stay where it is. */
  driftDistance: { min: 0, max: 1_000 },
  /** km/h. */
  driftSpeed: { min: 0, max: 30 },
  /** km/h; 0 turns the speed check off. */
  filterSpeed: { min: 0, max: 2_000 },
  /** 0 turns the dilution check off. */
  hdop: { min: 0, max: 100 },
  /** Metres; 0 turns the accuracy check off. */
  accuracy: { min: 0, max: 100_000 },
} as const;

/** Geofences: of an account; km/h; seconds. */
export const GEOFENCE = {
  perAccount: 20_000,
  /** Shapes in one answer, and their bytes. */
  shapesAtOnce: 1_000,
  shapeBytes: 4 * 1024 * 1024,
  /** Geofences in one call of an import, and bytes of its request. */
  importedAtOnce: 500,
  importBytes: 700 * 1024,
  /** Calls of one import, after which all of it is created at once. */
  importedParts: 200,
  /** Areas that are taken from one file. */
  importedFromFile: 10_000,
  speedLimit: { min: 1, max: 300 },
  minStay: { min: 0, max: 86_400 },
} as const;

/**
 * Visits of geofences (domain reference, 7.1): metres that a single fix has to be beyond an edge, or its accuracy if
 * that is more; seconds between two fixes up to which the distance between them counts; days of the past in which a new
 * or changed geofence is looked for.
 */
export const CROSSING = { margin: 15, gap: 300, pastDays: 92 } as const;

/** Shapes on the map (domain reference, 7.1). */
export const SHAPE = {
  /** Metres. */
  radius: { min: 5, max: 100_000 },
  /** Metres from edge to edge of a corridor. */
  width: { min: 2, max: 20_000 },
  /** Vertices of all rings. */
  points: 10_000,
  /** Square metres; less is a line. */
  area: 1,
  /** Degrees north and south: where maps end. */
  latitude: 85,
  /** Changes of a drawing that can be undone. */
  undoSteps: 100,
  /** Vertices of a shape that are handles on the map; one of more is changed by its list of points. */
  handles: 500,
} as const;

/**
 * Location shares: open ones of an account, units of one, days from its start to its end and until it starts; hours of
 * the past in which its trail may begin, and points of the trail of one unit. `poll` and `trail`: milliseconds after
 * which the public page asks for positions where it has no live feed, and for whole trails. `viewers`: pages at once
 * with it. `asked`: calls of one address a minute, which many visitors may share. `opens`: how often a link may be
 * opened, where that is limited. `roadFactor`: how much longer roads are than the straight line, as a rule. `arrived`:
 * metres around a point within which a unit has arrived.
 */
export const SHARE = {
  perAccount: 100,
  units: 50,
  days: 31,
  ahead: 366,
  trailHours: 24,
  trailPoints: 1_000,
  poll: 3_000,
  trail: 30_000,
  asked: 600,
  viewers: 200,
  opens: { min: 1, max: 1_000 },
  roadFactor: 1.3,
  arrived: 100,
} as const;

/** Searches through the past by place. */
export const VISITS = {
  /**
   * Milliseconds: a longer gap between two fixes is not taken to be straight (domain reference, 7.1); the unit is shown
   * where it was.
   */
  gap: 300_000,
  /** Milliseconds before the interval in which the last fix may lie that says where a unit was at its beginning. */
  leadIn: 25 * 60 * 60_000,
  /** Visits in one answer. */
  rows: 10_000,
  /** Visits in one streamed answer. */
  streamed: 100_000,
  /** Longest time before and after an instant in which units near a place are looked for, in seconds. */
  span: { min: 0, max: 86_400 },
} as const;
