/** Why a file, or a part of it, could not be read: an i18n key and its values. Lines and columns count from 1. */
export interface FileProblem {
  readonly key: FileProblemKey;
  readonly values: Readonly<Record<string, string | number>>;
}

export type FileProblemKey =
  | 'file.unknownFormat'
  | 'file.otherFormat'
  | 'file.picture'
  | 'file.tooLarge'
  | 'file.notXml'
  | 'file.forbiddenXml'
  | 'file.noTrack'
  | 'file.gpxNoTrack'
  | 'file.noColumn'
  | 'file.notCsv'
  | 'file.utmCoordinates'
  | 'file.badCoordinate'
  | 'file.badTime'
  | 'file.noTime'
  | 'file.zeroPosition'
  | 'file.sameTime';

/** A problem at a place in the file. */
export function problemAt(
  key: FileProblemKey,
  line: number,
  column: number,
  values: Record<string, string | number> = {},
): FileProblem {
  return { key, values: { line, column, ...values } };
}

/** Line and column of a character. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', start)) {
    line++;
    start = at + 1;
  }
  return { line, column: index - start + 1 };
}

/** More of the same kind help nobody. */
const SHOWN_PROBLEMS = 100;

/** Fixes that are left out, and why. */
export class LeftOut {
  /** The first problems. */
  readonly problems: FileProblem[] = [];
  readonly #counts = new Map<FileProblemKey, number>();

  /** `place` is asked for the problems that are kept. */
  add(key: FileProblemKey, place: () => { line: number; column: number }): void {
    this.count(key, 1);
    if (this.problems.length >= SHOWN_PROBLEMS) return;
    const { line, column } = place();
    this.problems.push(problemAt(key, line, column));
  }

  /** Counts what has no place in the file any more. */
  count(key: FileProblemKey, times: number): void {
    if (times > 0) this.#counts.set(key, this.countOf(key) + times);
  }

  countOf(key: FileProblemKey): number {
    return this.#counts.get(key) ?? 0;
  }

  /** How many for which reason, in the order in which they were met. */
  reasons(): LeftOutReason[] {
    return [...this.#counts].map(([key, count]) => ({ key, count }));
  }
}

/** How many fixes were left out for a reason. */
export interface LeftOutReason {
  readonly key: FileProblemKey;
  readonly count: number;
}
