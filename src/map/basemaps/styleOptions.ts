import type { StreetTiles } from '../../api/contract/index.ts';
import type { MapPalette } from '../palette.ts';

/** What the styles of the base maps are made of. */
export interface StyleOptions {
  /** Scheme and host of the deployment, without a slash at the end. */
  readonly origin: string;
  readonly palette: MapPalette;
  /** Two letters. */
  readonly language: string;
  /** Whether the land is there, so that what is no land is the sea. */
  readonly hasLand: boolean;
}

/** Sources of the styles: the built-in world, the deployment's streets, and the tiles of a service. */
export const SOURCES = { world: 'world', streets: 'streets', service: 'service' } as const;

/** The options of our own map, with the streets that lie over the world. */
export interface OwnStyleOptions extends StyleOptions {
  readonly streets: StreetTiles | null;
  /**
   * Country names by ISO 3166 code and English name in the language of the screen; the source's English for the rest.
   */
  readonly countryNames: ReadonlyMap<string, string>;
}
