import type { LonLat } from '../../../../domain/geometry/index.ts';

/** What a file has at one place, as it is written there. */
export type FoundGeometry =
  | { readonly type: 'point'; readonly point: LonLat }
  | { readonly type: 'circle'; readonly center: LonLat; readonly radius: number }
  | { readonly type: 'line'; readonly line: readonly LonLat[]; readonly width?: number }
  | { readonly type: 'polygon'; readonly rings: readonly (readonly LonLat[])[] }
  /** Nothing that has a place, or nothing that can be read. */
  | { readonly type: 'none' };

/** One geometry of a file. */
export interface FoundArea {
  /** As the file calls it; may be empty. */
  readonly name: string;
  readonly description: string;
  /** Which placemark, feature or line of the file it is, from 1. */
  readonly number: number;
  readonly geometry: FoundGeometry;
  /** What our own files say beside it, as it is written there. */
  readonly figures?: FoundFigures;
}

/** A colour's name, km/h and seconds. */
export type FoundFigures = Readonly<Partial<Record<(typeof FIGURES)[number], string | number>>>;

export const FIGURES = ['colour', 'speed_limit', 'min_stay'] as const;

/** Why nothing can be taken of a file, with the figures of its message (`geofences.import.problems`). */
export interface AreaFileProblem {
  readonly key:
    | 'tooLarge'
    | 'unreadable'
    | 'notZip'
    | 'noKml'
    | 'notXml'
    | 'forbiddenXml'
    | 'refusedXml'
    | 'notJson'
    | 'unknown'
    | 'empty';
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The type of a GPX track that is an outline with its holes: GPX has no areas. */
export const AREA_TRACK = 'area';
