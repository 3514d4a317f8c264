/** Colours as the map needs them: parts 0–255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** `share` of b in a. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const part = (from: number, to: number) => Math.round(from * (1 - share) + to * share);
  return [part(a[0], b[0]), part(a[1], b[1]), part(a[2], b[2])];
}

/** For MapLibre styles and canvas; alpha 0–1. */
export function css(color: Rgb, alpha = 1): string {
  return alpha === 1 ? `rgb(${color.join(',')})` : `rgba(${color.join(',')},${alpha})`;
}

/** For shader uniforms; alpha 0–1. */
export function unit(color: Rgb, alpha = 1): [number, number, number, number] {
  return [color[0] / 255, color[1] / 255, color[2] / 255, alpha];
}

/** How bright a colour looks, 0–1 (WCAG 2 relative luminance). */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2 contrast, 1–21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}
