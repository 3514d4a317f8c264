import { strFromU8, unzipSync } from 'fflate';
import { failure, success, type Result } from '../../../../domain/base/index.ts';
import type { AreaFileProblem, FoundArea } from './foundArea.ts';
import { readGeoJson } from './readGeoJson.ts';
import { readWkt } from './readWkt.ts';
import { readXml } from './readXml.ts';

/** Bytes of a file, also of what is packed in one. */
const AREA_FILE_BYTES = 64 * 1024 * 1024;

/** Reads a file that was chosen or dropped; one that is too large is not loaded. */
export async function openAreaFile(file: File): Promise<Result<readonly FoundArea[], AreaFileProblem>> {
  if (file.size > AREA_FILE_BYTES) return failure(tooLarge());
  // A folder that was dropped, or a file that is gone or locked.
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? failure({ key: 'unreadable' }) : readAreaFile(new Uint8Array(bytes));
}

/** Reads the areas of a KML, KMZ, GPX, GeoJSON or WKT file; which it is, its content says. */
export function readAreaFile(bytes: Uint8Array): Result<readonly FoundArea[], AreaFileProblem> {
  if (bytes.length > AREA_FILE_BYTES) return failure(tooLarge());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const text = isZip ? unpack(bytes) : success(new TextDecoder().decode(bytes));
  if (!text.ok) return text;
  const found = readText(text.value.replace(/^\uFEFF/, '').trim());
  return found.ok && found.value.length === 0 ? failure({ key: 'empty' }) : found;
}

function readText(text: string): Result<readonly FoundArea[], AreaFileProblem> {
  if (text.startsWith('<')) return readXml(text);
  if (text.startsWith('{') || text.startsWith('[')) return readGeoJson(text);
  return readWkt(text);
}

/** The first KML of a KMZ; others in it are parts that it links to. */
function unpack(bytes: Uint8Array): Result<string, AreaFileProblem> {
  let isTooLarge = false;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.kml$/i.test(name)) return false;
        isTooLarge ||= originalSize > AREA_FILE_BYTES;
        return !isTooLarge;
      },
    });
    if (isTooLarge) return failure(tooLarge());
    const names = Object.keys(files);
    const name = names.find((each) => /(^|\/)doc\.kml$/i.test(each)) ?? names[0];
    return name === undefined ? failure({ key: 'noKml' }) : success(strFromU8(files[name]));
  } catch {
    return failure({ key: 'notZip' });
  }
}

const tooLarge = (): AreaFileProblem => ({ key: 'tooLarge', values: { max: AREA_FILE_BYTES / 1024 / 1024 } });
