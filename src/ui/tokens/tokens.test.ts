import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clampChroma, contrast, fromHex, inGamut, toHex, toRgba, type Rgba } from './colour.ts';
import {
  ACCENTS,
  LIGHTINGS,
  SERIES,
  SKINS,
  accentColors,
  baseColors,
  lightingOf,
  themeColors,
  type ColorToken,
} from './palette.ts';
import { renderServerColors, renderTokens } from './render.ts';

const TEXT = 4.5;
const MARK = 3;

describe('colour arithmetic', () => {
  it('converts known colours', () => {
    expect(toRgba({ lightness: 1, chroma: 0, hue: 0 })).toEqual([255, 255, 255, 255]);
    expect(toRgba({ lightness: 0, chroma: 0, hue: 0 })).toEqual([0, 0, 0, 255]);
    expect(toRgba({ lightness: 0.62796, chroma: 0.25768, hue: 29.2339 })).toEqual([255, 0, 0, 255]);
    expect(toRgba({ lightness: 0.62796, chroma: 0.25768, hue: 29.2339 }, 0.5)[3]).toBe(128);
  });

  it('writes what it reads', () => {
    for (const hex of ['#000000', '#0a6dcb', '#ffffff']) expect(toHex(fromHex(hex))).toBe(hex);
  });

  it('measures black on white as 21 and a colour on itself as 1', () => {
    expect(contrast([0, 0, 0, 255], [255, 255, 255, 255])).toBeCloseTo(21, 6);
    expect(contrast([9, 90, 190, 255], [9, 90, 190, 255])).toBe(1);
  });

  it('keeps lightness and hue when it takes chroma away', () => {
    const wild = { lightness: 0.7, chroma: 0.4, hue: 185 };
    const tame = clampChroma(wild);
    expect(inGamut(wild)).toBe(false);
    expect(inGamut(tame)).toBe(true);
    expect(tame).toMatchObject({ lightness: 0.7, hue: 185 });
    expect(tame.chroma).toBeGreaterThan(0.1);
  });
});

const pairs: { on: ColorToken; surface: ColorToken; least: number }[] = [
  ...(['page', 'panel', 'raised'] as const).flatMap((surface) => [
    ...(['text', 'text-muted', 'text-dim', 'accent-text'] as const).map((on) => ({ on, surface, least: TEXT })),
    ...(['critical', 'serious', 'caution', 'normal', 'info', 'neutral', 'off'] as const).map((status) => ({
      on: `${status}-text` as const,
      surface,
      least: TEXT,
    })),
    ...SERIES.map((on) => ({ on, surface, least: MARK })),
    { on: 'control', surface, least: MARK } as const,
    { on: 'accent-ring', surface, least: MARK } as const,
    { on: 'accent-solid', surface, least: MARK } as const,
  ]),
  { on: 'text', surface: 'hover', least: TEXT },
  { on: 'text-muted', surface: 'hover', least: TEXT },
  { on: 'text', surface: 'accent-subtle', least: TEXT },
  { on: 'text-muted', surface: 'accent-subtle', least: TEXT },
  { on: 'accent-text', surface: 'accent-subtle', least: TEXT },
  { on: 'on-accent', surface: 'accent-solid', least: TEXT },
  { on: 'on-accent', surface: 'accent-solid-hover', least: TEXT },
];

describe.each(LIGHTINGS)('%s', (lighting) => {
  it.each(ACCENTS)('reads well with %s', (accent) => {
    const all = { ...baseColors(lighting), ...accentColors(lighting, accent) };
    const poor = pairs
      .map(({ on, surface, least }) => ({ on, surface, least, is: contrast(all[on].rgba, all[surface].rgba) }))
      .filter(({ is, least }) => is < least);
    expect(poor).toEqual([]);
  });

  it.each(ACCENTS)('shows %s within what a screen can', (accent) => {
    for (const { rgba } of Object.values(accentColors(lighting, accent))) {
      expect(rgba.every((part) => part >= 0 && part <= 255)).toBe(true);
    }
  });
});

describe('skins', () => {
  it('semi-dark is dark chrome around light content', () => {
    expect(lightingOf('semi-dark', 'chrome')).toBe('dark');
    expect(themeColors('semi-dark', 'red')).toEqual(themeColors('light', 'red'));
    expect(themeColors('dark')).not.toEqual(themeColors('light'));
  });

  it.each(SKINS)('gives the map every token of %s', (skin) => {
    const colours = themeColors(skin, 'purple');
    expect(Object.values(colours).every((rgba: Rgba) => rgba.length === 4 && rgba[3] === 255)).toBe(true);
    expect(contrast(colours.text, colours.page)).toBeGreaterThan(10);
  });

  it('status never follows the accent', () => {
    expect(themeColors('light', 'red')['normal-fill']).toEqual(themeColors('light', 'green')['normal-fill']);
  });
});

it("the colours that the server writes into mails and pictures are the palette's", async () => {
  await expect(renderServerColors()).toMatchFileSnapshot('../../../server/channels/colors.ts');
});

it('what is painted before the tokens are there has their colours', () => {
  const known = LIGHTINGS.flatMap((lighting) => Object.values(themeColors(lighting)).map(toHex));
  const files = ['../boot.css', '../../../index.html', '../../../public/favicon.svg'];
  const painted = files.flatMap(
    (file) => readFileSync(new URL(file, import.meta.url), 'utf8').match(/#[0-9a-f]{6}/g) ?? [],
  );
  expect(painted.length).toBeGreaterThan(8);
  expect(painted.filter((hex) => !known.includes(hex))).toEqual([]);
});

it('tokens.css is what the palette says', async () => {
  await expect(renderTokens()).toMatchFileSnapshot('./tokens.css');
});
