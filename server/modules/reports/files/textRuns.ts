import createBidi from 'bidi-js';

const bidi = createBidi();

/** A piece of a line that is drawn by one font, its signs in the order in which the font takes them. */
export interface TextRun {
  readonly text: string;
  readonly font: number;
}

/** Which way a line runs: `auto`: as its first letter does. */
export type LineDirection = 'ltr' | 'rtl' | 'auto';

/** Whether the font of this number has the sign. */
export type HasSign = (font: number, codePoint: number) => boolean;

/** A dash or a mark that no font has is drawn by the first. */
const FALLBACK = 0;
/** Marks of direction of no width: their work is done once the line is in order. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Letters and digits that fonts draw from right to left, whatever the run is. */
const DRAWN_FROM_RIGHT = /\p{Script=Arabic}/u;

/**
 * A line in the order in which it is drawn from left to right: by the bidirectional algorithm of Unicode, cut where the
 * font changes. Fonts join and turn round Persian letters and digits by themselves, so numbers in these are given the
 * other way round, as are marks from right to left that no font turns.
 */
export function runsOf(text: string, direction: LineDirection, fonts: number, hasSign: HasSign): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const runs: { text: string; font: number; level: number }[] = [];
  let at = 0;
  for (const sign of text) {
    const level = levels[at] ?? 0;
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(sign) ?? sign) : sign;
    at += sign.length;
    if (DIRECTION_MARKS.test(sign)) continue;
    const last = runs.at(-1);
    const codePoint = mirrored.codePointAt(0) ?? 0;
    const font = fontOf(codePoint, last?.font, fonts, hasSign);
    if (last && last.font === font && last.level === level) last.text += mirrored;
    else runs.push({ text: mirrored, font, level });
  }
  return inDrawingOrder(runs).map(({ text: own, font, level }) => ({
    text: (level % 2 === 1) === DRAWN_FROM_RIGHT.test(own) ? own : [...own].toReversed().join(''),
    font,
  }));
}

/** The font of the signs before as long as it has this one too, so that words are not cut at their blanks. */
function fontOf(codePoint: number, last: number | undefined, fonts: number, hasSign: HasSign): number {
  if (last !== undefined && hasSign(last, codePoint)) return last;
  for (let font = 0; font < fonts; font++) if (hasSign(font, codePoint)) return font;
  return last ?? FALLBACK;
}

/** Turns round everything of a level and above, from the highest down to the first that runs from right to left. */
function inDrawingOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let first = 0; first < ordered.length; first++) {
      if (ordered[first].level < level) continue;
      let end = first;
      while (end < ordered.length && ordered[end].level >= level) end++;
      ordered.splice(first, end - first, ...ordered.slice(first, end).toReversed());
      first = end;
    }
  }
  return ordered;
}
