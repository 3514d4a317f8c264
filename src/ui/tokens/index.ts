export { BREAKPOINTS, upTo } from './breakpoints.ts';
export {
  ACCENTS,
  ACCENT_HUES,
  DEFAULT_ACCENT,
  SKINS,
  lightingOf,
  swatchColor,
  themeColors,
  type Accent,
  type ColorToken,
  type Lighting,
  type Skin,
  type ThemeColors,
} from './palette.ts';
export { type Rgba } from './colour.ts';
