/** Why a file, or a part of it, could not be read: an i18n key and its values. Lines and columns count from 1. */
export interface FileProblem {
  readonly key: FileProblemKey;
  readonly values: Readonly<Record<string, string | number>>;
}

export type FileProblemKey =
  | 'file.unknownFormat'
  | 'file.tooLarge'
  | 'file.notXml'
  | 'file.forbiddenXml'
  | 'file.noTrack'
  | 'file.noTimes'
  | 'file.noColumn'
  | 'file.notCsv'
  | 'file.badCoordinate'
  | 'file.badTime';

/** A problem at a place in the file. */
export function problemAt(key: FileProblemKey, line: number, column: number, values: Record<string, string | number> = {}): FileProblem {
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
