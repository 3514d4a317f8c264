import type { Sealer } from '../../store/sealing.ts';

/** By which a page that opened a share goes on asking for it; only this server can make one. */
export const sealVisit = (sealer: Sealer, shareId: number): string =>
  sealer.seal(JSON.stringify({ kind: 'shareVisit', shareId }));

/** The share that was opened; null: the text is none of ours, or is for something else. */
export function openVisit(sealer: Sealer, text: string): number | null {
  const opened = text === '' ? null : sealer.open(text);
  if (opened === null) return null;
  try {
    const { kind, shareId } = JSON.parse(opened) as { kind?: string; shareId?: number };
    return kind === 'shareVisit' ? (shareId ?? null) : null;
  } catch {
    // Something else was sealed.
    return null;
  }
}
