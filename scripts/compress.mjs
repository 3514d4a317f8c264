/** Compresses the built client beside itself, so that the server only sends files. */
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Kinds that gain from compression; pictures and fonts are compressed already. */
const KINDS = new Set(['.html', '.js', '.mjs', '.css', '.json', '.webmanifest', '.svg', '.wasm', '.txt']);
/** Below this, headers weigh more than what compression saves. */
const SMALLEST = 512;
const BROTLI_QUALITY = 9;
/**
 * Files up to this size, among them all that the sign-in page needs, take the next step: a twentieth less, in tenths of
 * a second.
 */
const FINE_UP_TO = 1_024 * 1_024;
const FINE_BROTLI_QUALITY = 11;

/** Writes `name.br` and `name.gz` beside each file of the folder that gains from it. */
export async function compressFiles(directory) {
  const files = fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && KINDS.has(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < SMALLEST) return;
  const quality = bytes.length <= FINE_UP_TO ? FINE_BROTLI_QUALITY : BROTLI_QUALITY;
  const [brotli, zipped] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    toGzip(bytes),
  ]);
  fs.writeFileSync(`${file}.br`, brotli);
  fs.writeFileSync(`${file}.gz`, zipped);
}
