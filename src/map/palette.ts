import { css, luminance, mix, type Rgb } from './color.ts';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

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
  | `${'serious' | 'caution' | 'normal' | 'off'}-${'fill' | 'text'}`
  | 'info-fill';

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
export interface MapPalette {
  readonly skin: 'light' | 'dark';
  readonly land: Rgb;
  readonly water: Rgb;
  readonly coast: Rgb;
  readonly border: Rgb;
  readonly road: Rgb;
  readonly roadCasing: Rgb;
  readonly green: Rgb;
  readonly building: Rgb;
  readonly countryText: Rgb;
  readonly placeText: Rgb;
  /** Behind text on the map, and inside hollow marks. */
  readonly halo: Rgb;
  readonly unitText: Rgb;
  readonly marks: Readonly<Record<'noFix' | 'parked' | 'idling' | 'moving', MarkColors>>;
  /** Of those that were not heard of for too long, where they are counted. */
  readonly silent: Rgb;
  readonly selection: Rgb;
  readonly trail: Rgb;
  readonly controlSurface: Rgb;
  readonly controlText: Rgb;
  readonly controlBorder: Rgb;
}

/** Derives the map's colours from the theme: quiet ground, status tones for marks, accent for selection. */
export function mapPalette(colors: MapThemeColors): MapPalette {
  const read = (token: MapColorToken): Rgb => [colors[token][0], colors[token][1], colors[token][2]];
  const [page, panel, raised, border, control] = [
    read('page'),
    read('panel'),
    read('raised'),
    read('border'),
    read('control'),
  ];
  const dark = luminance(page) < 0.2;
  const [info, normal] = [read('info-fill'), read('normal-fill')];
  const land = dark ? mix(panel, raised, 0.6) : mix(page, raised, 0.5);
  const water = dark ? mix(page, info, 0.05) : mix(border, info, 0.14);
  const mark = (role: 'serious' | 'caution' | 'normal' | 'off'): MarkColors => ({
    fill: read(`${role}-fill`),
    // On light ground the outline is the status's dark text tone; on dark ground it is the page.
    ink: dark ? page : mix(read(`${role}-text`), read('text'), 0.25),
  });
  return {
    skin: dark ? 'dark' : 'light',
    land,
    water,
    coast: mix(water, control, dark ? 0.35 : 0.45),
    border: mix(land, control, dark ? 0.7 : 0.75),
    road: dark ? mix(land, control, 0.28) : raised,
    roadCasing: dark ? mix(land, page, 0.6) : mix(land, control, 0.35),
    green: mix(land, normal, dark ? 0.07 : 0.1),
    building: mix(land, control, 0.12),
    countryText: mix(read('text-dim'), land, dark ? 0.15 : 0.1),
    placeText: mix(read('text-muted'), land, 0.12),
    halo: land,
    unitText: read('text'),
    silent: read('caution-fill'),
    marks: { moving: mark('normal'), idling: mark('caution'), parked: mark('off'), noFix: mark('serious') },
    selection: read('accent-solid'),
    trail: info,
    controlSurface: panel,
    controlText: read('text'),
    controlBorder: border,
  };
}

/** What a place looks like where the map is yet to come: as it does then. A colour for style sheets. */
export function groundColor(colors: MapThemeColors): string {
  return css(mapPalette(colors).land);
}
