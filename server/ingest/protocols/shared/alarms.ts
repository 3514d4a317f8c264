/** What `alarm` may say, the same words from every protocol. */
export const ALARM = {
  sos: 'sos',
  powerCut: 'power_cut',
  powerRestored: 'power_restored',
  powerOff: 'power_off',
  vibration: 'vibration',
  movement: 'movement',
  geofenceEnter: 'geofence_enter',
  geofenceExit: 'geofence_exit',
  overspeed: 'overspeed',
  lowSpeed: 'low_speed',
  lowBattery: 'low_battery',
  lowPower: 'low_power',
  tow: 'tow',
  tampering: 'tampering',
  door: 'door',
  jamming: 'jamming',
  accident: 'accident',
  fall: 'fall',
  gpsAntennaCut: 'gps_antenna_cut',
  hardAcceleration: 'hard_acceleration',
  hardBraking: 'hard_braking',
  hardCornering: 'hard_cornering',
  fatigue: 'fatigue',
} as const;

export type Alarm = (typeof ALARM)[keyof typeof ALARM];

/** What `harsh_event` may say. */
export const HARSH_EVENTS = { acceleration: 'acceleration', braking: 'braking', cornering: 'cornering' } as const;
