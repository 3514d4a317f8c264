/**
 * Colour arithmetic: OKLCH to sRGB (Björn Ottosson's matrices) and WCAG 2 contrast.
 * Tokens are given in OKLCH because equal lightness there looks equally light for every hue,
 * so one table serves nine accents.
 */

/** Lightness 0–1, chroma 0–0.4, hue in degrees. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Red, green, blue and opacity, each a whole number 0–255, as the map's layers take them. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Linear sRGB; parts outside 0–1 mean that a screen cannot show the colour. */
function toLinear({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const SLACK = 1e-4;

/** True when an sRGB screen can show the colour. */
export function inGamut(colour: Oklch): boolean {
  return toLinear(colour).every((part) => part >= -SLACK && part <= 1 + SLACK);
}

/**
 * The same lightness and hue with the most chroma that fits sRGB. Done here, because browsers
 * clip each channel by itself, which shifts the hue.
 */
export function clampChroma(colour: Oklch): Oklch {
  if (inGamut(colour)) return colour;
  let low = 0;
  let high = colour.chroma;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (inGamut({ ...colour, chroma: middle })) low = middle;
    else high = middle;
  }
  return { ...colour, chroma: Math.floor(low * 1000) / 1000 };
}

function encode(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  const coded = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(coded * 255);
}

/** An OKLCH colour as the screen shows it. */
export function toRgba(colour: Oklch, alpha = 1): Rgba {
  const [red, green, blue] = toLinear(clampChroma(colour));
  return [encode(red), encode(green), encode(blue), Math.round(alpha * 255)];
}

/** Reads `#rrggbb`. */
export function fromHex(hex: string): Rgba {
  const whole = Number.parseInt(hex.slice(1), 16);
  return [(whole >> 16) & 255, (whole >> 8) & 255, whole & 255, 255];
}

/** Writes `#rrggbb`, for where OKLCH is not understood. */
export function toHex([red, green, blue]: Rgba): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}

function luminance(colour: Rgba): number {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast of two opaque colours, 1–21. */
export function contrast(a: Rgba, b: Rgba): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}
