import { mix, type Rgb } from './color.ts';

/** What the base map is painted with. Quiet: what stands out on the map is the fleet. */
export interface GroundPalette {
  readonly land: Rgb;
  readonly water: Rgb;
  readonly waterLine: Rgb;
  readonly coast: Rgb;
  readonly border: Rgb;
  readonly glacier: Rgb;
  /** Woods; parks and meadows are paler. */
  readonly green: Rgb;
  readonly meadow: Rgb;
  readonly builtUp: Rgb;
  readonly industry: Rgb;
  readonly rock: Rgb;
  readonly building: Rgb;
  readonly buildingEdge: Rgb;
  readonly road: Rgb;
  readonly roadMajor: Rgb;
  readonly roadHighway: Rgb;
  readonly roadCasing: Rgb;
  readonly path: Rgb;
  readonly rail: Rgb;
  readonly countryText: Rgb;
  readonly placeText: Rgb;
  readonly roadText: Rgb;
  readonly waterText: Rgb;
  /** Behind text on the map, and inside hollow marks. */
  readonly halo: Rgb;
}

/** Colours of the theme that the ground is mixed of. */
export interface GroundTones {
  readonly page: Rgb;
  readonly panel: Rgb;
  readonly raised: Rgb;
  readonly border: Rgb;
  readonly control: Rgb;
  readonly textMuted: Rgb;
  readonly textDim: Rgb;
  readonly blue: Rgb;
  readonly green: Rgb;
  readonly yellow: Rgb;
  readonly orange: Rgb;
}

/** Light ground: paper, with white roads on it. */
export function lightGround(tones: GroundTones): GroundPalette {
  const { page, raised, control, border, blue, green, yellow, orange } = tones;
  const land = mix(mix(page, raised, 0.35), yellow, 0.025);
  const water = mix(border, blue, 0.24);
  return {
    land,
    water,
    waterLine: mix(water, blue, 0.22),
    coast: mix(water, control, 0.45),
    border: mix(land, control, 0.75),
    glacier: mix(raised, blue, 0.08),
    green: mix(land, green, 0.2),
    meadow: mix(land, green, 0.1),
    builtUp: mix(land, control, 0.08),
    industry: mix(mix(land, control, 0.1), blue, 0.03),
    rock: mix(land, control, 0.06),
    building: mix(land, control, 0.2),
    buildingEdge: mix(land, control, 0.34),
    road: raised,
    roadMajor: mix(raised, yellow, 0.3),
    roadHighway: mix(raised, orange, 0.42),
    roadCasing: mix(land, control, 0.42),
    path: mix(land, control, 0.5),
    rail: mix(land, control, 0.62),
    ...texts(tones, land),
    waterText: mix(blue, tones.textMuted, 0.35),
  };
}

/** Dark ground: roads are lighter than the land, the more so the larger they are. */
export function darkGround(tones: GroundTones): GroundPalette {
  const { page, panel, raised, control, blue, green, yellow, orange } = tones;
  const land = mix(panel, raised, 0.6);
  const water = mix(page, blue, 0.12);
  return {
    land,
    water,
    waterLine: mix(water, blue, 0.16),
    coast: mix(water, control, 0.35),
    border: mix(land, control, 0.7),
    glacier: mix(land, blue, 0.16),
    green: mix(land, green, 0.1),
    meadow: mix(land, green, 0.05),
    builtUp: mix(land, control, 0.07),
    industry: mix(mix(land, control, 0.08), blue, 0.04),
    rock: mix(land, control, 0.1),
    building: mix(land, control, 0.16),
    buildingEdge: mix(land, control, 0.28),
    road: mix(land, control, 0.3),
    roadMajor: mix(mix(land, control, 0.48), yellow, 0.08),
    roadHighway: mix(mix(land, control, 0.55), orange, 0.16),
    roadCasing: mix(land, page, 0.75),
    path: mix(land, control, 0.34),
    rail: mix(land, control, 0.5),
    ...texts(tones, land),
    waterText: mix(blue, tones.textDim, 0.3),
  };
}

const texts = ({ textDim, textMuted }: GroundTones, land: Rgb) => ({
  countryText: mix(textDim, land, 0.1),
  placeText: mix(textMuted, land, 0.08),
  roadText: mix(textDim, land, 0.05),
  halo: land,
});
