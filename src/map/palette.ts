import { css, luminance, mix, type Rgb } from './color.ts';
import { darkGround, lightGround, type GroundPalette } from './groundPalette.ts';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Colours of things that stand side by side, in their order. */
const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'] as const;
type SeriesToken = (typeof SERIES)[number];

/** Design tokens that the map reads. */
type MapColorToken =
  | 'page'
  | 'panel'
  | 'raised'
  | 'border'
  | 'control'
  | 'text'
  | 'text-muted'
  | 'text-dim'
  | 'accent-solid'
  | `${'serious' | 'caution' | 'neutral' | 'off'}-${'fill' | 'text'}`
  | 'critical-fill'
  | 'normal-fill'
  | 'info-fill'
  | SeriesToken;

/**
 * The content colours of the theme by token name, parts 0–255 (`themeColors` of the design system
 * gives them). They are passed again when skin or accent change; the map keeps no colours of its own.
 */
export type MapThemeColors = Readonly<Record<MapColorToken, Rgba>>;

/** Fill and outline of one kind of mark. */
interface MarkColors {
  readonly fill: Rgb;
  readonly ink: Rgb;
}

/** What things on the map are painted with. */
export interface MapPalette extends GroundPalette {
  readonly skin: 'light' | 'dark';
  readonly unitText: Rgb;
  /** `silent`: of those that have not reported for too long. */
  readonly marks: Readonly<Record<'noFix' | 'parked' | 'moving' | 'silent', MarkColors>>;
  /** Badges of alarms, by how bad they are. */
  readonly badges: readonly [info: Rgb, warning: Rgb, critical: Rgb];
  readonly selection: Rgb;
  /** Of units that are selected beside each other. */
  readonly series: readonly Rgb[];
  /** From low to high values along a track. */
  readonly bands: readonly Rgb[];
  readonly trail: Rgb;
  readonly controlSurface: Rgb;
  readonly controlText: Rgb;
  readonly controlBorder: Rgb;
}

/** Colours of the values along a track, from low to high; style sheets name the same for the legend. */
const BAND_TOKENS = ['info-fill', 'normal-fill', 'caution-fill', 'serious-fill', 'critical-fill'] as const;

/** Derives the map's colours from the theme: quiet ground, hues for marks that need somebody, accent for selection. */
export function mapPalette(colors: MapThemeColors): MapPalette {
  const read = (token: MapColorToken): Rgb => [colors[token][0], colors[token][1], colors[token][2]];
  const page = read('page');
  const dark = luminance(page) < 0.2;
  const ground = (dark ? darkGround : lightGround)({
    page,
    panel: read('panel'),
    raised: read('raised'),
    border: read('border'),
    control: read('control'),
    textMuted: read('text-muted'),
    textDim: read('text-dim'),
    blue: read('info-fill'),
    green: read('normal-fill'),
    yellow: read('caution-fill'),
    orange: read('serious-fill'),
  });
  const mark = (role: 'serious' | 'caution' | 'neutral' | 'off'): MarkColors => ({
    fill: read(`${role}-fill`),
    // On light ground the outline is the status's dark text tone; on dark ground it is the page.
    ink: dark ? page : mix(read(`${role}-text`), read('text'), 0.25),
  });
  return {
    skin: dark ? 'dark' : 'light',
    ...ground,
    unitText: read('text'),
    marks: { moving: mark('neutral'), parked: mark('off'), noFix: mark('serious'), silent: mark('caution') },
    badges: [read('info-fill'), read('caution-fill'), read('critical-fill')],
    selection: read('accent-solid'),
    series: SERIES.map(read),
    bands: BAND_TOKENS.map(read),
    trail: read('info-fill'),
    controlSurface: read('panel'),
    controlText: read('text'),
    controlBorder: read('border'),
  };
}

/** What a place looks like where the map is yet to come: as it does then. A colour for style sheets. */
export function groundColor(colors: MapThemeColors): string {
  return css(mapPalette(colors).land);
}
