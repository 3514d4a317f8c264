import { SOURCES } from './basemaps/index.ts';

/** Why the ground stays empty: the service wants another key, has no pictures of this place, or does not answer. */
export type BaseMapProblem = 'refused' | 'missing' | 'unreachable';

/** What this asks of the map. */
export interface WatchedMap {
  on(type: 'sourcedataloading' | 'sourcedata' | 'error' | 'idle', listener: (event: object) => void): unknown;
  areTilesLoaded(): boolean;
}

const REFUSALS: ReadonlySet<unknown> = new Set([401, 402, 403, 407, 429]);
const ABSENCES: ReadonlySet<unknown> = new Set([404, 410]);

function problemOf(error: unknown): BaseMapProblem {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  if (REFUSALS.has(status)) return 'refused';
  return ABSENCES.has(status) ? 'missing' : 'unreachable';
}

/** The map library's errors have a message, whatever else they are. */
const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/** The event of a source, or of one of its tiles. */
const ofSource = (event: object): boolean => 'sourceId' in event || 'tile' in event;
const ofService = (event: object): boolean => 'sourceId' in event && event.sourceId === SOURCES.service;
const ofTile = (event: object): boolean => 'tile' in event && event.tile != null;

/** How often it is looked whether all tiles have come, ms. */
const LOOK_EVERY = 300;

export interface BaseMapListener {
  /** The base map stays empty for this reason; null = no longer. */
  changed(problem: BaseMapProblem | null): void;
  /** Something else is wrong with the style. */
  failed(error: Error): void;
  /** Whether a service's pictures lie over our own map: while they are shown, theirs are the tiles that count. */
  pictures?(): 'shown' | 'hidden' | 'none';
  /** Calls back once after so many ms, unless it is cancelled. */
  later?(look: () => void, wait: number): () => void;
}

function later(look: () => void, wait: number): () => void {
  const timer = setTimeout(look, wait);
  return () => clearTimeout(timer);
}

/** The watch over a ground. */
export interface BaseMapHealth {
  /** Another ground takes its place: what came of the one before, or did not, is no news of this one. */
  begin(): void;
  end(): void;
}

/**
 * Reports why the base map stays empty, and takes it back. Tiles count in rounds, from the first that
 * is asked for until all have come or failed: a round of which one came is a map. It looks by itself,
 * as of a tile that a service does not have (404) the map library says nothing at all.
 */
export function watchBaseMap(map: WatchedMap, listener: BaseMapListener): BaseMapHealth {
  let asked = false;
  let came = false;
  let problem: BaseMapProblem | null = null;
  let reported: BaseMapProblem | null = null;
  let cancel: (() => void) | null = null;
  const say = (next: BaseMapProblem | null): void => {
    if (next === reported) return;
    reported = next;
    listener.changed(next);
  };
  let isNew = false;
  const reset = (): void => {
    asked = false;
    came = false;
    problem = null;
  };
  const lookSoon = (): void => {
    cancel ??= (listener.later ?? later)(() => {
      cancel = null;
      if (!map.areTilesLoaded()) return lookSoon();
      if (asked) say(came ? null : (problem ?? 'missing'));
      reset();
    }, LOOK_EVERY);
  };
  const pictures = (): 'shown' | 'hidden' | 'none' => listener.pictures?.() ?? 'none';
  const counts = (event: object): boolean => pictures() === 'none' || ofService(event);
  map.on('idle', () => {
    // Our own map is all there is, and it needs no service; what of it was there before is not asked for again.
    if (pictures() === 'hidden' || (isNew && !asked && pictures() === 'none')) say(null);
  });
  map.on('sourcedataloading', (event) => {
    if (!ofTile(event) || !counts(event)) return;
    asked = true;
    isNew = false;
    lookSoon();
  });
  map.on('sourcedata', (event) => {
    if (ofTile(event) && counts(event)) came = true;
  });
  map.on('error', (event) => {
    const error = 'error' in event ? event.error : null;
    if (!ofSource(event)) return listener.failed(error instanceof Error ? error : new Error(messageOf(error)));
    if (!counts(event)) return;
    problem = problemOf(error);
    // The list of a source's tiles did not come, so none will be asked for.
    if (!ofTile(event)) say(problem);
  });
  return {
    begin: () => {
      reset();
      isNew = true;
    },
    end: () => cancel?.(),
  };
}
