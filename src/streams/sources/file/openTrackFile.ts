import { failure, success, type Result } from '../../../domain/base/index.ts';
import type { FileProblem } from './fileProblem.ts';
import { readCsv } from './readCsv.ts';
import { readGpx } from './readGpx.ts';
import { toTrackFile, type TrackFile } from './trackFile.ts';

/** Largest file that is read in the browser: some three million fixes. */
const LARGEST_FILE = 256 * 1024 * 1024;

/** Reads a dropped file; the content tells its format, not its name. */
export function openTrackFile(name: string, bytes: ArrayBuffer): Result<TrackFile, FileProblem> {
  if (bytes.byteLength > LARGEST_FILE) return failure({ key: 'file.tooLarge', values: { megabytes: LARGEST_FILE / 1024 / 1024 } });
  const text = decodeText(bytes);
  const start = text.trimStart();
  // A zero byte stands in no text: this is a picture, an archive or another binary.
  if (start === '' || text.includes('\0')) return failure({ key: 'file.unknownFormat', values: { name } });
  const parsed = start.startsWith('<') ? readGpx(text) : readCsv(text);
  if (!parsed.ok) return parsed;
  const file = toTrackFile(name, parsed.value);
  return file === null ? failure({ key: 'file.noTrack', values: { line: 1, column: 1 } }) : success(file);
}

/** Text by its byte order mark; without one it is UTF-8. */
function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
