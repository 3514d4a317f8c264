import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};
/** Kinds that are compressed already. */
const COMPRESSED = new Set(['.png', '.jpg', '.woff2', '.ico']);
/** Below this, headers weigh more than what compression saves. */
const SMALLEST_COMPRESSED = 1_024;
/** The build puts a hash of the content into these names, so they never change. */
const IMMUTABLE = /^assets\//;
const BROTLI_QUALITY = 9;
/** Files up to this size, among them all that the sign-in page needs, take the next step: a twentieth less, in tenths of a second. */
const FINE_UP_TO = 512 * 1_024;
const FINE_BROTLI_QUALITY = 10;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file ready to be sent. */
export interface StaticFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly etag: string;
  body(encoding: Encoding): Promise<{ bytes: Buffer; encoding: Encoding }>;
}

export interface StaticFiles {
  /** The file at a path under the root, `index.html` for screens; null when there is none. */
  find(path: string): StaticFile | null;
}

/**
 * The built client, read into memory once: names are looked up, never joined to a path, so no
 * request can leave the folder. Each file is compressed once per encoding, when first asked for.
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  if (fs.existsSync(directory)) {
    for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(directory, file).split(path.sep).join('/');
      files.set(name, staticFile(name, fs.readFileSync(file)));
    }
  }
  return {
    find(name) {
      const found = files.get(name);
      if (found) return found;
      // A screen has no file of its own: the client's router shows it. A missing asset stays missing.
      return path.posix.extname(name) === '' && !IMMUTABLE.test(name) ? (files.get('index.html') ?? null) : null;
    },
  };
}

function staticFile(name: string, bytes: Buffer): StaticFile {
  const extension = path.posix.extname(name);
  const compressible = !COMPRESSED.has(extension) && bytes.length >= SMALLEST_COMPRESSED;
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);
  const compress = (encoding: Encoding) =>
    encoding === 'br'
      ? compressBrotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: bytes.length <= FINE_UP_TO ? FINE_BROTLI_QUALITY : BROTLI_QUALITY,
          },
        })
      : compressGzip(bytes);
  return {
    contentType: TYPES[extension] ?? 'application/octet-stream',
    cacheControl: IMMUTABLE.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    async body(wanted) {
      const encoding = compressible ? wanted : 'identity';
      const known = made.get(encoding) ?? compress(encoding);
      made.set(encoding, known);
      return { bytes: await known, encoding };
    },
  };
}

/** The best encoding that the client takes. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      return [name.trim(), !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  if (accepted.get('br')) return 'br';
  return accepted.get('gzip') ? 'gzip' : 'identity';
}
