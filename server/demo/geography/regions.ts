/** How units of a region are named: plates and fleet numbers as people write them there. */
export type NameStyle = 'iran' | 'russia' | 'germany' | 'liechtenstein' | 'france' | 'britain' | 'turkey' | 'emirates';

/** Where a company of the demo works. Towns and roads are found within `radius` of the centre. */
export interface Region {
  readonly key: RegionKey;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly radius: number;
  /** IANA zone; the lines of buses and the working day follow it. */
  readonly timeZone: string;
  /** Hours east of UTC, standard time: enough for a timetable. */
  readonly utcOffset: number;
  /** Metres above the sea around the centre, and how hilly it is. */
  readonly altitude: number;
  readonly relief: number;
  /** Mean outside temperature in °C. */
  readonly climate: number;
  readonly leftHandTraffic: boolean;
  readonly nameStyle: NameStyle;
}

export const REGION_KEYS = [
  'shiraz',
  'tehran',
  'isfahan',
  'kazan',
  'moscow',
  'munich',
  'berlin',
  'istanbul',
  'birmingham',
  'lyon',
  'dubai',
  'liechtenstein',
] as const;
export type RegionKey = (typeof REGION_KEYS)[number];

const KILOMETRE = 1_000;

const region = (
  key: RegionKey,
  [latitude, longitude, radius]: readonly [number, number, number],
  zone: readonly [string, number],
  ground: readonly [altitude: number, relief: number, climate: number],
  nameStyle: NameStyle,
): Region => ({
  key,
  latitude,
  longitude,
  radius: radius * KILOMETRE,
  timeZone: zone[0],
  utcOffset: zone[1],
  altitude: ground[0],
  relief: ground[1],
  climate: ground[2],
  leftHandTraffic: nameStyle === 'britain',
  nameStyle,
});

export const REGIONS: Readonly<Record<RegionKey, Region>> = {
  shiraz: region('shiraz', [29.61, 52.53, 130], ['Asia/Tehran', 3.5], [1520, 180, 24], 'iran'),
  tehran: region('tehran', [35.7, 51.35, 110], ['Asia/Tehran', 3.5], [1180, 140, 22], 'iran'),
  isfahan: region('isfahan', [32.65, 51.67, 110], ['Asia/Tehran', 3.5], [1590, 90, 22], 'iran'),
  kazan: region('kazan', [55.79, 49.12, 120], ['Europe/Moscow', 3], [95, 40, 9], 'russia'),
  moscow: region('moscow', [55.75, 37.62, 110], ['Europe/Moscow', 3], [155, 35, 10], 'russia'),
  munich: region('munich', [48.14, 11.57, 90], ['Europe/Berlin', 1], [520, 60, 14], 'germany'),
  berlin: region('berlin', [52.52, 13.4, 90], ['Europe/Berlin', 1], [42, 15, 14], 'germany'),
  istanbul: region('istanbul', [41.03, 28.95, 100], ['Europe/Istanbul', 3], [95, 50, 18], 'turkey'),
  birmingham: region('birmingham', [52.48, -1.9, 80], ['Europe/London', 0], [130, 40, 13], 'britain'),
  lyon: region('lyon', [45.76, 4.84, 90], ['Europe/Paris', 1], [230, 90, 16], 'france'),
  // Here vehicles drive along real streets, which come with the product.
  liechtenstein: region('liechtenstein', [47.15, 9.53, 20], ['Europe/Vaduz', 1], [460, 60, 12], 'liechtenstein'),
  dubai: region('dubai', [25.2, 55.35, 90], ['Asia/Dubai', 4], [25, 12, 33], 'emirates'),
};
