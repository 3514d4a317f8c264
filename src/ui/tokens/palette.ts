import type { AccountTheme } from '../../domain/account/index.ts';
import { fromHex, clampChroma, toRgba, type Oklch, type Rgba } from './colour.ts';

/**
 * The one source of every colour. `tokens.css` is written from these tables (see tokens.test.ts),
 * and the map takes the same values by {@link themeColors}.
 */

/** What a user may choose (specification, chapter 1). `system` follows the device. */
export const SKINS = ['light', 'dark', 'semi-dark'] as const;
export type Skin = (typeof SKINS)[number];

/** The accents are those that an account may name: one too many or too few here does not compile. */
export type Accent = AccountTheme;

/** Accent name to OKLCH hue. */
const ACCENT_HUES: Readonly<Record<Accent, number>> = {
  purple: 300,
  blue: 255,
  pink: 350,
  red: 25,
  orange: 55,
  yellow: 95,
  green: 150,
  teal: 185,
  cyan: 220,
};
export const ACCENTS = Object.keys(ACCENT_HUES) as Accent[];
export const DEFAULT_ACCENT: Accent = 'blue';

/** The two lightings that skins are made of: semi-dark is dark chrome around light content. */
export const LIGHTINGS = ['light', 'dark'] as const;
export type Lighting = (typeof LIGHTINGS)[number];

const NEUTRAL_CHROMA = 0.008;
const NEUTRAL_HUE = 255;

/** Lightness of each neutral role. */
const NEUTRALS = {
  light: {
    page: 0.965,
    panel: 0.99,
    raised: 1,
    hover: 0.94,
    border: 0.88,
    control: 0.62,
    text: 0.24,
    'text-muted': 0.43,
    'text-dim': 0.52,
  },
  dark: {
    page: 0.185,
    panel: 0.22,
    raised: 0.255,
    hover: 0.29,
    border: 0.33,
    control: 0.56,
    text: 0.93,
    'text-muted': 0.78,
    'text-dim': 0.68,
  },
} as const;

/** Lightness and chroma of each accent role; the hue is the accent's. */
const ACCENT_ROLES = {
  light: {
    'accent-solid': [0.54, 0.17],
    'accent-solid-hover': [0.48, 0.16],
    'accent-text': [0.5, 0.15],
    'accent-subtle': [0.955, 0.025],
    'accent-ring': [0.58, 0.17],
  },
  dark: {
    'accent-solid': [0.7, 0.15],
    'accent-solid-hover': [0.76, 0.14],
    'accent-text': [0.8, 0.12],
    'accent-subtle': [0.3, 0.05],
    'accent-ring': [0.75, 0.15],
  },
} as const;

/** Status hues never change with the accent, so a red theme stays safe. */
const STATUS = {
  light: {
    'critical-text': '#bc001d',
    'serious-text': '#974c00',
    'caution-text': '#766200',
    'normal-text': '#137738',
    'info-text': '#006a9d',
    'neutral-text': '#2c3d49',
    'off-text': '#5f6469',
    'critical-fill': '#db2b33',
    'serious-fill': '#ec7c0e',
    'caution-fill': '#ebc831',
    'normal-fill': '#429c5a',
    'info-fill': '#2b88c0',
    'neutral-fill': '#315f7e',
    'off-fill': '#7c8186',
  },
  dark: {
    'critical-text': '#ff958d',
    'serious-text': '#fa9e5d',
    'caution-text': '#ebd067',
    'normal-text': '#86ca94',
    'info-text': '#7cc0ef',
    'neutral-text': '#d3dee6',
    'off-text': '#b4b8bc',
    'critical-fill': '#f14445',
    'serious-fill': '#ff9137',
    'caution-fill': '#f9d544',
    'normal-fill': '#5cb572',
    'info-fill': '#4fa8e1',
    'neutral-fill': '#b9d2e4',
    'off-fill': '#82878c',
  },
} as const;

/**
 * Hues of things that stand side by side: units that are compared, lines of a chart. None is a status's or follows
 * the accent, and neighbours differ for who sees no red or green.
 */
const SERIES_HUES = {
  'series-1': 250,
  'series-2': 50,
  'series-3': 165,
  'series-4': 315,
  'series-5': 95,
  'series-6': 10,
};
const SERIES_LOOK = { light: { lightness: 0.56, chroma: 0.14 }, dark: { lightness: 0.76, chroma: 0.13 } } as const;

/** The same in every skin: QR codes are dark on light for every camera, and words over a scrim are light. */
export const FIXED_COLORS = { paper: '#ffffff', ink: '#000000' } as const;

export type NeutralToken = keyof (typeof NEUTRALS)['light'];
export type AccentToken = keyof (typeof ACCENT_ROLES)['light'] | 'on-accent';
export type StatusToken = keyof (typeof STATUS)['light'];
export type SeriesToken = keyof typeof SERIES_HUES;
export const SERIES = Object.keys(SERIES_HUES) as SeriesToken[];
export type ColorToken = NeutralToken | AccentToken | StatusToken | SeriesToken;

/** A colour as CSS writes it and as numbers. */
export interface TokenValue {
  readonly css: string;
  readonly rgba: Rgba;
}

function value(colour: Oklch): TokenValue {
  const { lightness, chroma, hue } = clampChroma(colour);
  return { css: `oklch(${lightness} ${chroma} ${hue})`, rgba: toRgba({ lightness, chroma, hue }) };
}

const neutral = (lightness: number): TokenValue =>
  value({ lightness, chroma: lightness === 1 ? 0 : NEUTRAL_CHROMA, hue: NEUTRAL_HUE });

function entries<Name extends string, From>(
  table: Readonly<Record<Name, From>>,
  make: (from: From) => TokenValue,
): Record<Name, TokenValue> {
  return Object.fromEntries(
    (Object.entries(table) as [Name, From][]).map(([name, from]) => [name, make(from)]),
  ) as Record<Name, TokenValue>;
}

/** Neutral, status and series colours of a lighting. */
export function baseColors(lighting: Lighting): Record<NeutralToken | StatusToken | SeriesToken, TokenValue> {
  return {
    ...entries<NeutralToken, number>(NEUTRALS[lighting], neutral),
    ...entries<StatusToken, string>(STATUS[lighting], (hex) => ({ css: hex, rgba: fromHex(hex) })),
    ...entries<SeriesToken, number>(SERIES_HUES, (hue) => value({ ...SERIES_LOOK[lighting], hue })),
  };
}

/** Colours of an accent in a lighting. */
export function accentColors(lighting: Lighting, accent: Accent): Record<AccentToken, TokenValue> {
  const hue = ACCENT_HUES[accent];
  return {
    ...entries<keyof (typeof ACCENT_ROLES)['light'], readonly [number, number]>(
      ACCENT_ROLES[lighting],
      ([lightness, chroma]) => value({ lightness, chroma, hue }),
    ),
    'on-accent': lighting === 'light' ? neutral(1) : neutral(NEUTRALS.dark.page),
  };
}

/** An accent beside its name, where one is chosen: the same in every skin, so that the choice looks like itself. */
export function swatchColor(accent: Accent | 'gray'): string {
  const colour =
    accent === 'gray' ? { chroma: NEUTRAL_CHROMA, hue: NEUTRAL_HUE } : { chroma: 0.16, hue: ACCENT_HUES[accent] };
  return value({ lightness: 0.62, ...colour }).css;
}

/** The lighting of a skin's content (the map among it), or of its chrome: menu and navbar. */
export function lightingOf(skin: Skin, surface: 'content' | 'chrome' = 'content'): Lighting {
  if (skin === 'semi-dark') return surface === 'chrome' ? 'dark' : 'light';
  return skin;
}

/** Every colour token as RGBA, for what CSS does not reach: the map and charts on a canvas. */
export type ThemeColors = Readonly<Record<ColorToken, Rgba>>;

/** The content colours of a skin and accent. The same numbers that `tokens.css` holds. */
export function themeColors(skin: Skin, accent: Accent = DEFAULT_ACCENT): ThemeColors {
  const lighting = lightingOf(skin);
  const all = { ...baseColors(lighting), ...accentColors(lighting, accent) };
  return Object.fromEntries(Object.entries(all).map(([name, token]) => [name, token.rgba])) as ThemeColors;
}
