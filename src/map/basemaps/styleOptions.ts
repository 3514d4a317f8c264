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
