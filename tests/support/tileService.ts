import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];

/** What each kind of map looks like: a tile is of one colour, so that a picture of the page shows whose it is. */
export const SERVICE_COLORS = {
  osm: [200, 40, 40],
  Aerial: [40, 160, 40],
  RoadOnDemand: [40, 40, 200],
  'satellite+layerRoadmap': [180, 160, 20],
  'roadmap+layerTraffic': [160, 20, 160],
  satellite: [20, 150, 160],
} as const satisfies Record<string, Color>;

export interface TileService {
  readonly url: string;
  readonly key: string;
  /** Paths that were asked for, queries left out. */
  readonly asked: string[];
  /** Answers tiles with this status from now on; null = with tiles. */
  fail(status: number | null): void;
  close(): Promise<void>;
}

const KEY = 'right-key';

/** Answers as map services do: plain tiles at once, Bing's behind its metadata, Google's behind a session. */
export async function startTileService(): Promise<TileService> {
  const asked: string[] = [];
  let failing: number | null = null;
  const server = http.createServer(async (request, answer) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    asked.push(`${request.method} ${url.pathname}`);
    answer.setHeader('access-control-allow-origin', '*');
    answer.setHeader('cache-control', 'no-store');
    const refused =
      !url.pathname.startsWith('/osm') && !url.pathname.startsWith('/bing') && url.searchParams.get('key') !== KEY;
    const outcome = refused ? 401 : await answerOf(url, request);
    if (typeof outcome === 'number') answer.writeHead(outcome, { 'content-type': 'text/html' }).end('<h1>No</h1>');
    else if (!Array.isArray(outcome))
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(outcome));
    else if (failing !== null) answer.writeHead(failing).end();
    else answer.writeHead(200, { 'content-type': 'image/png' }).end(pictureOf([outcome[0], outcome[1], outcome[2]]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: KEY,
    asked,
    fail: (status) => void (failing = status),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const colorOf = (name: string): Color | number =>
  Object.entries(SERVICE_COLORS).find(([known]) => known === name)?.[1] ?? 404;

/** A status, a colour for a tile, or what is sent as JSON. */
async function answerOf(url: URL, request: http.IncomingMessage): Promise<object | Color | number> {
  const [, first, second, , , last = ''] = url.pathname.split('/');
  if (first === 'osm') return colorOf('osm');
  // Bing's terms: the template is asked for; its tiles are named by quadkey, their hosts in turn.
  if (first === 'REST') {
    const imageUrl = `${url.origin}/bing/${last}/{subdomain}/{quadkey}.png?mkt={culture}`;
    return { resourceSets: [{ resources: [{ imageUrl, imageUrlSubdomains: ['t0', 't1'], zoomMax: 19 }] }] };
  }
  if (first === 'bing')
    return url.searchParams.get('mkt') === 'en-US' && /\/[0-3]+\.png$/.test(url.pathname) ? colorOf(second) : 400;
  if (request.method === 'POST' && second === 'createSession') {
    const { mapType, layerTypes = [] } = JSON.parse(await textOf(request)) as {
      mapType: string;
      layerTypes?: string[];
    };
    return {
      session: [mapType, ...layerTypes].join('+'),
      expiry: '2000000000',
      tileWidth: 256,
      tileHeight: 256,
      imageFormat: 'png',
    };
  }
  if (second === '2dtiles') return colorOf(url.searchParams.get('session') ?? '');
  return 404;
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A PNG of 256 × 256 pixels in one colour. */
function pictureOf(color: Color): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(256);
  head.writeUInt32BE(256, 4);
  // Eight bits, red, green and blue.
  [8, 2].forEach((byte, index) => head.writeUInt8(byte, 8 + index));
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(256 * 3, Buffer.of(...color))]);
  const rows = Buffer.concat(Array.from({ length: 256 }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
