import sharp from 'sharp';
import { LOGO_VERSIONS, type LogoVersion } from '../../src/domain/account/index.ts';
import { COLORS } from '../channels/index.ts';

export interface Logo {
  readonly version: LogoVersion;
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const INK: Readonly<Record<LogoVersion, string>> = {
  dark: COLORS.paper,
  light: COLORS.text,
  expanded: COLORS.text,
  collapsed: COLORS.text,
};

/**
 * A wave under a mark, drawn for the demo's white-labelled dealer; `collapsed` is the mark alone. Versions by the
 * background they stand on.
 */
function drawing(version: LogoVersion): { svg: string; width: number; height: number } {
  const mark = `
    <circle cx="48" cy="48" r="44" fill="${COLORS.amber}"/>
    <path d="M14 56 q12 -16 24 0 t24 0 t24 0" fill="none" stroke="${COLORS.paper}" stroke-width="7" stroke-linecap="round"/>
    <circle cx="48" cy="32" r="8" fill="${COLORS.paper}"/>`;
  // Strokes, not letters: a drawing must look the same whatever fonts a machine has.
  const word = `<g fill="none" stroke="${INK[version]}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">
    <path d="M120 28 v40 M120 28 h16 a10 10 0 0 1 0 20 h-16 M136 48 a10 10 0 0 1 0 20 h-16"/>
    <path d="M176 48 a20 20 0 1 0 0.1 0" transform="translate(14 -20)"/>
    <path d="M236 68 l16 -40 l16 40"/>
    <path d="M290 68 v-40 M290 28 h26"/>
    <path d="M340 68 l16 -40 l16 40 M346 54 h20"/></g>`;
  const width = version === 'collapsed' ? 96 : 392;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="96" viewBox="0 0 ${width} 96">${mark}${version === 'collapsed' ? '' : word}</svg>`,
    width,
    height: 96,
  };
}

/** The four versions as pictures. */
export function drawLogos(): Promise<Logo[]> {
  return Promise.all(
    LOGO_VERSIONS.map(async (version) => {
      const { svg, width, height } = drawing(version);
      return { version, width, height, data: await sharp(Buffer.from(svg)).png().toBuffer() };
    }),
  );
}
