import { GROUND_LAYER, OWN_SOURCES } from './basemaps/index.ts';

/** What this asks of the map. */
export interface LandMap {
  on(type: 'sourcedata', listener: (event: object) => void): unknown;
  areTilesLoaded(): boolean;
  getLayer(id: string): unknown;
  setPaintProperty(layer: string, name: 'background-color', value: string): void;
}

/** Whether the land of our own base maps has come. */
export interface Land {
  readonly hasCome: boolean;
}

/**
 * Sea is what the ground shows where no land lies: before the land has come, all would seem to be sea. The
 * styles paint the ground as plain as land until then, and this gives it the colour of water with the first
 * full picture.
 */
export function watchLand(map: LandMap, water: () => string): Land {
  const land = { hasCome: false };
  let isOwnThere = false;
  map.on('sourcedata', (event) => {
    // The last that comes may be a source of something else: zones and routes are drawn on the same map.
    isOwnThere ||= isNews(event);
    if (land.hasCome || !isOwnThere || !map.areTilesLoaded()) return;
    land.hasCome = true;
    if (map.getLayer(GROUND_LAYER) !== undefined) map.setPaintProperty(GROUND_LAYER, 'background-color', water());
  });
  return land;
}

/** True where a tile of our own came, or the last that was waited for. */
function isNews(event: object): boolean {
  const isOwn = 'sourceId' in event && typeof event.sourceId === 'string' && OWN_SOURCES.has(event.sourceId);
  return (
    isOwn && (('sourceDataType' in event && event.sourceDataType === 'idle') || ('tile' in event && event.tile != null))
  );
}
