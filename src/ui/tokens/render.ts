import { toHex } from './colour.ts';
import {
  ACCENTS,
  DEFAULT_ACCENT,
  FIXED_COLORS,
  accentColors,
  baseColors,
  themeColors,
  type Accent,
  type ColorToken,
  type Lighting,
  type TokenValue,
} from './palette.ts';

/**
 * Writes `tokens.css`. Three tiers: core (scales), semantic (`--color-*`, by skin and accent),
 * and components, which keep their own names in their own files and use semantic ones only.
 */

const CORE = {
  'font-sans': "'Inter Variable', 'Vazirmatn Variable', system-ui, sans-serif",
  'font-persian': "'Vazirmatn Variable', 'Inter Variable', system-ui, sans-serif",
  'font-mono': 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  'text-meta': '0.75rem',
  'line-meta': '1rem',
  'text-body': '0.8125rem',
  'line-body': '1.25rem',
  'text-form': '0.875rem',
  'line-form': '1.25rem',
  'text-title': '1rem',
  'line-title': '1.5rem',
  'text-page': '1.25rem',
  'line-page': '1.75rem',
  'text-figure': '1.75rem',
  'line-figure': '2rem',
  'weight-regular': '400',
  'weight-medium': '500',
  'weight-strong': '600',
  'space-1': '2px',
  'space-2': '4px',
  'space-3': '8px',
  'space-4': '12px',
  'space-5': '16px',
  'space-6': '24px',
  'space-7': '32px',
  'space-8': '48px',
  'row-compact': '28px',
  'row-regular': '36px',
  'control-compact': '28px',
  'control-regular': '32px',
  'control-touch': '44px',
  'radius-control': '4px',
  'radius-panel': '6px',
  'radius-pill': '999px',
  'duration-press': '75ms',
  'duration-hover': '150ms',
  'duration-panel': '250ms',
  // A ring that says that something is waited for. In steps: a picture a step, and not a frame, is left to what is
  // waited for.
  'animation-turn': 'turn 900ms steps(12) infinite',
  'layer-chrome': '10',
  'layer-overlay': '100',
  'layer-toast': '200',
} as const;

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join('\n');

const colours = (values: Readonly<Record<string, TokenValue>>): string =>
  declarations(Object.fromEntries(Object.entries(values).map(([name, { css }]) => [`color-${name}`, css])));

/** Derived by mixing, so they follow whatever skin and accent are set around them. */
const derived = (lighting: Lighting): string =>
  declarations({
    'color-scrim': lighting === 'light' ? 'oklch(0.24 0.008 255 / 0.4)' : 'oklch(0.1 0.008 255 / 0.6)',
    'shadow-overlay':
      lighting === 'light'
        ? '0 1px 2px oklch(0.24 0.02 255 / 0.08), 0 8px 24px oklch(0.24 0.02 255 / 0.14)'
        : '0 1px 2px oklch(0 0 0 / 0.4), 0 8px 24px oklch(0 0 0 / 0.5)',
  });

const scheme = (lighting: Lighting, accent: Accent): string =>
  `  color-scheme: ${lighting};\n${colours(baseColors(lighting))}\n${colours(accentColors(lighting, accent))}\n${derived(lighting)}`;

function accentRules(accent: Accent): string {
  const dark = [
    `:root[data-skin='dark'][data-accent='${accent}']`,
    `:root[data-skin='semi-dark'][data-accent='${accent}'] [data-surface='chrome']`,
  ].join(',\n');
  return [
    `:root[data-accent='${accent}'] {\n${colours(accentColors('light', accent))}\n}`,
    `${dark} {\n${colours(accentColors('dark', accent))}\n}`,
  ].join('\n');
}

/** The colours that leave the product: in mails, and in the demo's pictures. */
const OUTSIDE = {
  text: 'text',
  textMuted: 'text-muted',
  accent: 'accent-solid',
  onAccent: 'on-accent',
  amber: 'serious-fill',
} as const satisfies Record<string, ColorToken>;

/** The server's colours: no stylesheet and no OKLCH reach a mail, and the server imports nothing of the interface. */
export function renderServerColors(): string {
  const light = themeColors('light');
  const colors = {
    paper: FIXED_COLORS.paper,
    ...Object.fromEntries(Object.entries(OUTSIDE).map(([name, token]) => [name, toHex(light[token])])),
  };
  return `${[
    '/**',
    ' * Colours of mails and of drawn pictures. Written from the palette of src/ui/tokens by',
    ' * `vitest run src/ui/tokens -u`; do not edit by hand.',
    ' */',
    'export const COLORS = {',
    ...Object.entries(colors).map(([name, hex]) => `  ${name}: '${hex}',`),
    '} as const;',
  ].join('\n')}\n`;
}

/** The whole file. */
export function renderTokens(): string {
  return `${[
    '/* Written from palette.ts and render.ts by `vitest run src/ui/tokens -u`. Do not edit by hand. */',
    `:root {\n${declarations(CORE)}\n${declarations({ 'color-paper': FIXED_COLORS.paper, 'color-ink': FIXED_COLORS.ink })}\n}`,
    `:root {\n${scheme('light', DEFAULT_ACCENT)}\n}`,
    `@media (prefers-color-scheme: dark) {\n:root:not([data-skin]) {\n${scheme('dark', DEFAULT_ACCENT)}\n}\n}`,
    `:root[data-skin='dark'],\n:root[data-skin='semi-dark'] [data-surface='chrome'] {\n${scheme('dark', DEFAULT_ACCENT)}\n}`,
    ...ACCENTS.map(accentRules),
    `@media (prefers-reduced-motion: reduce) {\n:root {\n${declarations({ 'duration-press': '0ms', 'duration-hover': '0ms', 'duration-panel': '0ms' })}\n}\n}`,
    `@media (prefers-contrast: more) {\n:root,\n:root [data-surface='chrome'] {\n${declarations({
      'color-text-muted': 'var(--color-text)',
      'color-text-dim': 'var(--color-text)',
      'color-border': 'var(--color-control)',
      'color-control': 'var(--color-text)',
    })}\n}\n}`,
  ].join('\n\n')}\n`;
}
