/**
 * Colours of mails and of drawn pictures. Written from the palette of src/ui/tokens by
 * `vitest run src/ui/tokens -u`; do not edit by hand.
 */
export const COLORS = {
  paper: '#ffffff',
  text: '#1d1f23',
  textMuted: '#4d5054',
  accent: '#106dce',
  onAccent: '#ffffff',
  amber: '#ec7c0e',
} as const;
