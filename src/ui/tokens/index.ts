export { upTo } from './breakpoints.ts';
export { ACCENTS, DEFAULT_ACCENT, SKINS, swatchColor, themeColors, type Accent, type Skin } from './palette.ts';
