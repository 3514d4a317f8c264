import PQueue from 'p-queue';
import { SECOND, type TimeSource } from '../../../src/domain/base/index.ts';
import { createGeocodingService, type FoundAddress, type Nearby } from './services.ts';

/** Reads a document; the one way out. Rejects where there is none. */
type FetchJson = (url: string) => Promise<unknown>;

export interface GeocoderOptions {
  /** As `GEOCODER_URL` has it. */
  readonly url: string;
  readonly key: string | null;
  /** Requests a second at most: public services take one. */
  readonly perSecond: number;
  readonly time: TimeSource;
  /** Called once when it begins to fail, not for each request. */
  onFailure(error: unknown): void;
  readonly fetchJson?: FetchJson;
}

/** Addresses of points and points of addresses, by a service on the network: slowly, and not always. */
export interface Geocoder {
  /** Resolves to null where nothing is known; rejects when it cannot be asked now. */
  reverse(latitude: number, longitude: number, lang: string): Promise<string | null>;
  search(text: string, lang: string, near: Nearby | null): Promise<FoundAddress[]>;
}

/** A geocoder that cannot be asked now: it failed a moment ago, or too much waits for it. */
export class GeocoderBusy extends Error {
  override readonly name = 'GeocoderBusy';
}

/** After a failure nothing is asked for so long: what waits would fail as well. */
const REST = 30 * SECOND;
const TIMEOUT = 5 * SECOND;
/** More than this would be answered after whoever asks has gone. */
const MOST_WAITING = 600;
const FOUND = 8;

/**
 * Opens nothing. Points that are asked for twice while they wait are asked once; what people type goes before what
 * lists ask.
 */
export function createGeocoder(options: GeocoderOptions): Geocoder {
  const { time, fetchJson = fetchDocument } = options;
  const service = createGeocodingService(options.url, options.key);
  const queue = new PQueue({ concurrency: 2, interval: SECOND, intervalCap: options.perSecond });
  const underway = new Map<string, Promise<string | null>>();
  let restUntil = 0;
  async function ask<Answer>(url: string, read: (answer: unknown) => Answer, priority: number): Promise<Answer> {
    if (time.now() < restUntil || queue.size >= MOST_WAITING) throw new GeocoderBusy();
    return queue.add(
      async () => {
        if (time.now() < restUntil) throw new GeocoderBusy();
        try {
          return read(await fetchJson(url));
        } catch (error) {
          restUntil = time.now() + REST;
          options.onFailure(error);
          throw error;
        }
      },
      { priority },
    );
  }
  return {
    reverse(latitude, longitude, lang) {
      const url = service.reverse(latitude, longitude, lang);
      const waiting = underway.get(url);
      if (waiting) return waiting;
      const asked = ask(url, (answer) => service.readReverse(answer), 0).finally(() => underway.delete(url));
      underway.set(url, asked);
      return asked;
    },
    search: (text, lang, near) =>
      ask(service.search(text, lang, FOUND, near), (answer) => service.readSearch(answer), 1),
  };
}

const fetchDocument: FetchJson = async (url) => {
  const answer = await fetch(url, {
    // Public services refuse requests that do not name what asks (Nominatim's usage policy).
    headers: { accept: 'application/json', 'user-agent': 'Wayline/0.0.1' },
    signal: AbortSignal.timeout(TIMEOUT),
    redirect: 'error',
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`The geocoder answered HTTP ${answer.status}.`);
  }
  return answer.json();
};
