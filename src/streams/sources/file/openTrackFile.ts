import { failure, success, type Instant, type Result } from '../../../domain/base/index.ts';
import type { FileProblem } from './fileProblem.ts';
import { binaryFormat, pictureFormat, textFormat } from './otherFormat.ts';
import { readCsv } from './readCsv.ts';
import { readGpx } from './readGpx.ts';
import { inferSpeedUnit } from './speedUnit.ts';
import { toTrackFile, type TrackFile } from './trackFile.ts';

/** Largest file that is read in the browser: some three million fixes. */
const LARGEST_FILE = 256 * 1024 * 1024;
/** Characters by which a format is recognised. */
const BEGINNING = 4_000;

/**
 * Reads a dropped file; the content says its format, not its name. `at`: where in time a track without times is shown.
 */
export function openTrackFile(name: string, bytes: ArrayBuffer, at: Instant = 0): Result<TrackFile, FileProblem> {
  if (bytes.byteLength > LARGEST_FILE)
    return failure({ key: 'file.tooLarge', values: { megabytes: LARGEST_FILE / 1024 / 1024 } });
  const head = new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength));
  const picture = pictureFormat(head);
  if (picture !== null) return failure({ key: 'file.picture', values: { name, format: picture } });
  const binary = binaryFormat(head);
  if (binary !== null) return failure({ key: 'file.otherFormat', values: { name, format: binary } });
  const text = withoutPadding(decodeText(bytes));
  const start = text.slice(0, BEGINNING).trimStart();
  if (start === '' || text.includes('\0')) return failure({ key: 'file.unknownFormat', values: { name } });
  const other = textFormat(start);
  if (other !== null) return failure({ key: 'file.otherFormat', values: { name, format: other } });
  const parsed = start.startsWith('<') ? readGpx(text, name) : readCsv(text, name);
  if (!parsed.ok) return parsed;
  const { tracks, hasUnknownSpeeds } = parsed.value;
  const file = toTrackFile(name, parsed.value, hasUnknownSpeeds ? inferSpeedUnit(tracks) : 1, at);
  return file === null ? failure({ key: 'file.noTrack', values: { line: 1, column: 1 } }) : success(file);
}

/** Text by its byte order mark; without one it is UTF-8. */
function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * No text has zero bytes, but some loggers (Columbus) fill the cells of their tables with them. A file with other
 * control characters as well is a picture, an archive or another binary.
 */
function withoutPadding(text: string): string {
  const isTable = /^[\w #"./()-]+[,;\t]/.test(text) && !hasControls(text.slice(0, BEGINNING));
  return isTable ? text.replaceAll('\0', '') : text;
}

/** Whether there are control characters that no text has: zero bytes do not count. */
function hasControls(text: string): boolean {
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if ((code > 0 && code < 9) || (code > 13 && code < 32)) return true;
  }
  return false;
}
